// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import java.util.Arrays;
import java.util.Locale;
import weft.apps.common.Gain;
import weft.collective.Group;
import weft.collective.Operator;

/// Runs the same work in two ways, alternately, and times each on all ranks.
final class Rounds {
  private final Group group;
  private final double[][] seconds;
  private final String first;
  private final String second;

  /// Rounds of one message each, and of aggregated messages.
  Rounds(Group group, int rounds) {
    this(group, rounds, "one message each", "aggregated");
  }

  Rounds(Group group, int rounds, String first, String second) {
    this.group = group;
    this.first = first;
    this.second = second;
    this.seconds = new double[2][rounds];
  }

  /// Runs both ways in each round, and alternates which one is first. Collective. An additional
  /// first round is not counted.
  void run(Runnable first, Runnable second) {
    run(first, second, () -> {});
  }

  /// Also runs `after` after each of them, which is not timed.
  void run(Runnable first, Runnable second, Runnable after) {
    for (int round = -1; round < seconds[0].length; round++) {
      for (int i = 0; i < 2; i++) {
        int way = (round + i) & 1;
        double time = time(way == 0 ? first : second);
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

  /// Two lines, for `count` operations of all ranks together in each round, and a last one with the
  /// ratio of their medians.
  String text(String unit, double count) {
    double one = median(seconds[0]);
    double other = median(seconds[1]);
    boolean many = count / one > 1e5;
    double scale = many ? 1e-6 : 1;
    String units = many ? "million " + unit : unit;
    int width = Math.max(first.length(), second.length());
    String line = "  %-" + width + "s  %9.3f s  %10.2f %s a second";
    return String.format(
        Locale.ROOT,
        line + "%n" + line + " (medians of %d rounds)%n",
        first,
        one,
        count / one * scale,
        units,
        second,
        other,
        count / other * scale,
        units,
        seconds[0].length);
  }

  /// What the second way gains over the first, by the figures of [#text].
  String gain(String unit) {
    double ratio = median(seconds[0]) / median(seconds[1]);
    return Gain.line(
        ratio,
        String.format(
            Locale.ROOT, "%s, %.2f times as many %s a second as %s", second, ratio, unit, first));
  }
}
