// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import java.util.Arrays;
import java.util.Locale;
import weft.collective.Group;
import weft.collective.Operator;

/// The same work in two ways, alternately, each timed on all ranks.
final class Rounds {
  private final Group group;
  private final double[][] seconds;

  Rounds(Group group, int rounds) {
    this.group = group;
    this.seconds = new double[2][rounds];
  }

  /// Runs both ways in each round, beginning with another one each time. Collective. The round
  /// before the first is not counted.
  void run(Runnable oneByOne, Runnable aggregated) {
    run(oneByOne, aggregated, () -> {});
  }

  /// The same, and `after` each of them, not timed.
  void run(Runnable oneByOne, Runnable aggregated, Runnable after) {
    for (int round = -1; round < seconds[0].length; round++) {
      for (int i = 0; i < 2; i++) {
        int way = (round + i) & 1;
        double time = time(way == 0 ? oneByOne : aggregated);
        after.run();
        if (round >= 0) {
          seconds[way][round] = time;
        }
      }
    }
  }

  private double time(Runnable way) {
    group.barrier();
    long began = System.nanoTime();
    way.run();
    return group.allreduce(Math.max(1, System.nanoTime() - began), Operator.MAX) * 1e-9;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /// Two lines and the ratio, for `count` operations of all ranks together in each round.
  String text(String unit, double count) {
    double one = median(seconds[0]);
    double aggregated = median(seconds[1]);
    double[] ratios = new double[seconds[0].length];
    Arrays.setAll(ratios, round -> seconds[0][round] / seconds[1][round]);
    return String.format(
        Locale.ROOT,
        "  one message each  %9.3f s  %10.2f million %s a second%n"
            + "  aggregated        %9.3f s  %10.2f million %s a second, %.2f times as many"
            + " (median of %d rounds)%n",
        one,
        count / one * 1e-6,
        unit,
        aggregated,
        count / aggregated * 1e-6,
        unit,
        median(ratios),
        ratios.length);
  }
}
