// SPDX-License-Identifier: Apache-2.0
package weft.bench.figures;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import weft.bench.Report;
import weft.bench.Sample;
import weft.bench.pair.Party;

/// The processor time of a waiting rank, and the time until a message wakes it.
///
/// @param report the report for the figures
/// @param quick whether rough figures are enough
/// @param waiting the pair's command for waiting
/// @param waking the pair's command for waking
public record WaitFigures(Report report, boolean quick, int waiting, int waking) {
  private static final int WAKES = 100;

  /// The limits.
  ///
  /// @param percent percent of a core
  /// @param median the limit of the median wake-up time in microseconds, or NaN
  /// @param most the limit of the 99 % quantile in microseconds
  public record Limits(double percent, double median, double most) {}

  /// Measures a pair that sleeps in the way that `what` describes.
  public void run(String what, Party pair, Limits limits) {
    var first = new Histogram(60_000_000_000L, 3);
    wake(pair, first);
    int seconds = quick ? 1 : 5;
    // Wake-ups are rare, and the JIT compiler needs some thousands of them before they are fast.
    for (int warm = quick ? 500 : 5_000; warm > 0; warm -= 500) {
      pair.measureCount(waking, 0, 500);
    }
    pair.measureCount(waiting, 1000, 1);
    Sample waited = pair.measureCount(waiting, 1000, seconds);
    double percent = 100.0 * waited.extra() / (waited.nanos() * seconds);
    var wakes = new Histogram(60_000_000_000L, 3);
    for (int turn = 0; turn < (quick ? 4 : 20); turn++) {
      wake(pair, wakes);
    }
    report.table(
        "waits",
        "A rank that waits: processor time of its process in percent of a core, and microseconds"
            + " until a message wakes it",
        List.of("how it sleeps", "% of a core", "median us", "90 % us", "99 % us", "max us", "n"),
        List.of(row(what + ", its first " + WAKES, Double.NaN, first), row(what, percent, wakes)));
    report.limit("a rank that waits, of a core", "", percent, true, limits.percent, "%");
    if (!Double.isNaN(limits.median)) {
      report.limit("woken, median", "", micros(wakes, 50), true, limits.median, "us");
    }
    report.limit("woken, 99 %", "", micros(wakes, 99), true, limits.most, "us");
  }

  private void wake(Party pair, Histogram wakes) {
    pair.measureCount(waking, 0, WAKES);
    for (long nanos : pair.values(WAKES)) {
      wakes.recordValue(Math.max(0, nanos));
    }
  }

  private static List<Object> row(String what, double percent, Histogram wakes) {
    var row = new ArrayList<Object>(List.of(what, percent));
    for (int share : new int[] {50, 90, 99, 100}) {
      row.add(micros(wakes, share));
    }
    row.add(wakes.getTotalCount());
    return row;
  }

  private static double micros(Histogram wakes, double percentile) {
    return wakes.getValueAtPercentile(percentile) / 1000.0;
  }
}
