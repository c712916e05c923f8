// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import weft.bench.Report;
import weft.bench.Sample;
import weft.bench.pair.Party;

/// What a rank that waits takes of its processor, and how soon a message wakes it.
final class MpiWaitFigures {
  private static final int WAKES = 100;

  /// In percent of a core, and in microseconds.
  private static final double MOST_PERCENT = 5;

  private static final double MOST_MICROS = 3_000;

  private MpiWaitFigures() {}

  static void run(MpiBenchOptions options, Pairs pairs, Report report) throws Exception {
    try (Party weft = pairs.weft(Map.of())) {
      weft.measureCount(Command.WAIT.number(), 1000, 1);
      int seconds = options.quick() ? 3 : 10;
      Sample waited = weft.measureCount(Command.WAIT.number(), 1000, seconds);
      double percent = 100.0 * waited.extra() / (waited.nanos() * seconds);
      var wakes = new Histogram(60_000_000_000L, 3);
      for (int turn = 0; turn < (options.quick() ? 4 : 20); turn++) {
        weft.measureCount(Command.WAKE.number(), 0, WAKES);
        for (long nanos : weft.values(WAKES)) {
          wakes.recordValue(Math.max(0, nanos));
        }
      }
      table(report, percent, wakes);
    }
  }

  private static double micros(long nanos) {
    return nanos / 1000.0;
  }

  private static void table(Report report, double percent, Histogram wakes) {
    report.table(
        "waits",
        "A rank that waits: processor time of its process in percent of a core, and microseconds"
            + " until a message wakes it",
        List.of("", "% of a core", "median us", "90 % us", "99 % us", "max us", "n"),
        List.of(
            List.of(
                "a rank in pollUntil",
                percent,
                micros(wakes.getValueAtPercentile(50)),
                micros(wakes.getValueAtPercentile(90)),
                micros(wakes.getValueAtPercentile(99)),
                micros(wakes.getMaxValue()),
                wakes.getTotalCount())));
    report.limit("a rank that waits, of a core", "", percent, true, MOST_PERCENT, "%");
    report.limit(
        "woken, 99 %", "", micros(wakes.getValueAtPercentile(99)), true, MOST_MICROS, "us");
  }
}
