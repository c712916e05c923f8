// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.util.Arrays;
import java.util.Locale;
import weft.apps.common.CoreWait;
import weft.apps.common.Gain;
import weft.collective.Group;
import weft.collective.Operator;

/// What it gains that edges travel while ranks compute: after the last step, a few more steps are
/// made in both ways, in turns, on the same field.
///
/// @param with the seconds of a step in which edges travel while ranks compute
/// @param first the seconds of a step that waits for the edges before it computes
/// @param waited the share of such a step in which ranks wait, on average
/// @param coreWait the largest share of the time in which a rank waited for a core
record OverlapGain(double with, double first, double waited, double coreWait) {
  /// Too few steps, or one rank: nothing was measured.
  static final OverlapGain NONE = new OverlapGain(0, 0, 0, 0);

  private static final int TURNS = 9;
  private static final int MOST_STEPS = 20;

  /// For one step of a turn the problem has so many.
  private static final int STEPS_FOR_ONE = 80;

  /// A problem of fewer steps would take much longer.
  private static final int LEAST_STEPS = 40;

  /// Up to this share of the time there is little to hide.
  private static final double LITTLE = 0.1;

  /// Makes one step in one of the two ways. Returns the nanoseconds that it waited.
  @FunctionalInterface
  interface Stepper {
    long step(boolean overlapped);
  }

  /// Measures both ways, on all ranks. Collective.
  static OverlapGain measure(Group group, int steps, Stepper stepper) {
    if (steps < LEAST_STEPS || group.size() == 1) {
      return NONE;
    }
    int each = Math.clamp(steps / STEPS_FOR_ONE, 1, MOST_STEPS);
    var seconds = new double[2][TURNS];
    long waited = 0;
    long all = 0;
    CoreWait cores = CoreWait.begin();
    for (int turn = 0; turn < TURNS; turn++) {
      for (int way = 0; way < 2; way++) {
        group.barrier();
        long begin = System.nanoTime();
        long waits = 0;
        for (int i = 0; i < each; i++) {
          waits += stepper.step(way == 0);
        }
        long nanos = System.nanoTime() - begin;
        seconds[way][turn] = group.allreduce(nanos, Operator.MAX) * 1e-9 / each;
        waited += way == 1 ? waits : 0;
        all += way == 1 ? nanos : 0;
      }
    }
    double share = group.allreduce((double) waited / Math.max(1, all), Operator.SUM);
    double coreWait = group.allreduce(cores.share(), Operator.MAX);
    return new OverlapGain(median(seconds[0]), median(seconds[1]), share / group.size(), coreWait);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  /// The last line of the program.
  String line() {
    if (with <= 0) {
      return Gain.line(1, "so few steps were not measured without overlap too");
    }
    double ratio = first / with;
    return Gain.line(
        ratio,
        String.format(
            Locale.ROOT,
            "a step in which edges travel while ranks compute is %.2f times as fast as one that"
                + " waits for them first (%.3f ms, %.3f ms)%s",
            ratio,
            1e3 * with,
            1e3 * first,
            Gain.isGain(ratio) || waited > LITTLE
                ? ""
                : String.format(
                    Locale.ROOT,
                    "; there is little to hide: even that one waits only %.1f %% of its time",
                    100 * waited)),
        coreWait);
  }
}
