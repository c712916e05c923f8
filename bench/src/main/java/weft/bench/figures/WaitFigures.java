// SPDX-License-Identifier: Apache-2.0
package weft.bench.figures;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import weft.bench.BenchOptions;
import weft.bench.Report;
import weft.bench.Sample;
import weft.bench.pair.PairKind;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;

/// What a waiting rank takes of its processor, and how soon a message wakes it.
public final class WaitFigures {
  private static final int WAKES = 100;

  private final BenchOptions options;
  private final List<List<Object>> rows = new ArrayList<>();

  WaitFigures(BenchOptions options) {
    this.options = options;
  }

  /// What one pair showed.
  ///
  /// @param percent the processor time of a process whose rank waits, in percent of a core
  /// @param wakes nanoseconds from before the send until the handler ran
  record Waited(double percent, Histogram wakes) {}

  /// Measures a pair and keeps rows for the table.
  Waited measure(String what, Party pair) {
    var first = new Histogram(60_000_000_000L, 3);
    pair.measureCount(PairKind.WAKE.ordinal(), 0, WAKES);
    add(first, pair);
    int seconds = options.quick() ? 1 : 5;
    // A wake-up is rare, and the compiler wants some thousands of a thing before it is fast.
    for (int warm = options.quick() ? 500 : 5_000; warm > 0; warm -= 500) {
      pair.measureCount(PairKind.WAKE.ordinal(), 0, 500);
    }
    pair.measureCount(PairKind.WAIT.ordinal(), 1000, 1);
    Sample waited = pair.measureCount(PairKind.WAIT.ordinal(), 1000, seconds);
    double percent = 100.0 * waited.extra() / (waited.nanos() * seconds);
    var wakes = new Histogram(60_000_000_000L, 3);
    for (int turn = 0; turn < (options.quick() ? 4 : 20); turn++) {
      pair.measureCount(PairKind.WAKE.ordinal(), 0, WAKES);
      add(wakes, pair);
    }
    row(what + ", its first " + WAKES, Double.NaN, first);
    row(what, percent, wakes);
    return new Waited(percent, wakes);
  }

  private static void add(Histogram wakes, Party pair) {
    for (long nanos : pair.values(WAKES)) {
      wakes.recordValue(Math.max(0, nanos));
    }
  }

  private void row(String what, double percent, Histogram wakes) {
    rows.add(
        List.of(
            what,
            percent,
            micros(wakes.getValueAtPercentile(50)),
            micros(wakes.getValueAtPercentile(90)),
            micros(wakes.getValueAtPercentile(99)),
            micros(wakes.getMaxValue()),
            wakes.getTotalCount()));
  }

  static double micros(long nanos) {
    return nanos / 1000.0;
  }

  void table(Report report) {
    report.table(
        "waits",
        "A rank that waits: processor time of its process in percent of a core, and microseconds"
            + " until a message wakes it",
        List.of("how it sleeps", "% of a core", "median us", "90 % us", "99 % us", "max us", "n"),
        rows);
  }

  /// The product's own way, against its limits.
  public static void run(BenchOptions options, Report report) throws Exception {
    var figures = new WaitFigures(options);
    try (Party pair = new Parties(options).pair(1)) {
      Waited waited = figures.measure(options.transport(), pair);
      figures.table(report);
      report.limit("a rank that waits, of a core", "", waited.percent, true, 2, "%");
      report.limit(
          "woken, median", "", micros(waited.wakes.getValueAtPercentile(50)), true, 60, "us");
      report.limit(
          "woken, 99 %", "", micros(waited.wakes.getValueAtPercentile(99)), true, 500, "us");
    }
  }
}
