// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import weft.bench.pair.PairProgram;
import weft.model.measured.Statistics;

/// Ratios that differ between pairs of processes, because they depend on the code that the JIT
/// compilers produced in a process. They are measured in several pairs in turn, and the median of
/// the pairs' ratios counts.
public final class Repeats {
  /// Starts a pair, measures it, and ends it.
  public interface PairProgram {
    void measure(Figures figures) throws Exception;
  }

  private final Report report;
  private final List<Figures> pairs = new ArrayList<>();
  private final List<List<Object>> rows = new ArrayList<>();

  /// Measures `count` pairs.
  public Repeats(Report report, int count, PairProgram pair) throws Exception {
    this.report = report;
    for (int i = 0; i < count; i++) {
      var figures = new Figures();
      pair.measure(figures);
      pairs.add(figures);
    }
  }

  /// Adds a ratio with a limit, over the pairs that have it.
  public void limit(
      String what, String where, ToDoubleFunction<Figures> ratio, boolean most, double limit) {
    double[] each = pairs.stream().mapToDouble(ratio).filter(Double::isFinite).sorted().toArray();
    if (each.length == 0) {
      return;
    }
    double median = Statistics.median(each);
    rows.add(
        List.of(
            what,
            where,
            median,
            each.length,
            Arrays.stream(each).mapToObj(Report::text).collect(Collectors.joining(" "))));
    report.limit(what, where, median, most, limit, "x");
  }

  /// Prints the table of all ratios.
  public void table() {
    report.table(
        "pairs",
        "Ratios in several pairs of processes",
        List.of("what", "where", "median", "pairs", "each"),
        rows);
  }
}
