// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import weft.bench.harness.Statistics;
import weft.bench.pair.PairProgram;

/// Ratios that differ from one pair of processes to the next, because a process stays with what its
/// compilers made of it. They are measured in several pairs, one after the other, and the median of
/// the pairs' ratios is what counts.
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

  /// A ratio that must hold; of the pairs that have it.
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

  /// The table of all that were asked for.
  public void table() {
    report.table(
        "pairs",
        "Ratios in several pairs of processes, one after the other",
        List.of("what", "where", "median", "pairs", "each"),
        rows);
  }
}
