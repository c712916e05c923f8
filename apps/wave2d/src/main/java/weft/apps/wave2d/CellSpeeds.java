// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import weft.collective.Group;
import weft.collective.Operator;
import weft.model.partition.Rectangle;

/// Measures how fast ranks compute, for parts in proportion to their speeds.
final class CellSpeeds {
  private static final double SECONDS = 0.1;

  /// The maximum number of rows of the sample, which bounds its memory.
  private static final int MOST_ROWS = 512;

  private CellSpeeds() {}

  /// Returns the speed of each rank in million cell updates per second. All ranks compute at the
  /// same time, each on a part of its own width and with its own throttle. Collective.
  static double[] measure(Group group, Problem problem) {
    int rank = group.rank();
    Rectangle part = problem.partition().rectangle(rank);
    var sample =
        new Field(
            part.width(),
            Math.min(MOST_ROWS, part.height()),
            problem.courant(),
            problem.throttle().times(rank));
    double[] speeds = new double[group.size()];
    for (int round = 0; round < 2; round++) { // the first one warms up
      group.barrier();
      long began = System.nanoTime();
      double seconds = 0;
      int steps = 0;
      while (seconds < SECONDS) {
        sample.interior(1, sample.height());
        sample.borderAndAdvance();
        steps++;
        seconds = (System.nanoTime() - began) * 1e-9;
      }
      java.util.Arrays.fill(speeds, 0);
      speeds[rank] = 1e-6 * sample.width() * sample.height() * steps / seconds;
      group.allreduce(speeds, Operator.SUM);
    }
    return speeds;
  }
}
