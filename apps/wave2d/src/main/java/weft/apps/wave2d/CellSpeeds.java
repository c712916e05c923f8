// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.util.List;
import java.util.stream.IntStream;
import weft.collective.Group;
import weft.collective.Operator;
import weft.model.partition.Rectangle;
import weft.model.partition.WorkTimes;

/// Measures how fast ranks compute, for parts that take them equally long.
final class CellSpeeds {
  private static final double SECONDS = 0.1;

  /// The maximum number of rows of the sample, which bounds its memory.
  private static final int MOST_ROWS = 512;

  private CellSpeeds() {}

  /// Returns the speed of each rank in million cell updates per second. Collective.
  static double[] measure(Group group, Problem problem) {
    int rows = rows(problem, group.rank());
    double[] _ = steps(group, problem, rows); // warms up
    double[] all = steps(group, problem, rows);
    for (int rank = 0; rank < all.length; rank++) {
      all[rank] = 1e-6 * cells(problem, rank, rows(problem, rank)) / all[rank];
    }
    return all;
  }

  /// The times of each rank in seconds for a step of a quarter of its part, and of all of it.
  /// Smaller parts fit caches that larger ones do not. Collective.
  static List<WorkTimes> times(Group group, Problem problem) {
    int rows = rows(problem, group.rank());
    double[] _ = steps(group, problem, rows); // warms up
    double[] whole = steps(group, problem, rows);
    double[] quarter = steps(group, problem, quarter(rows));
    return IntStream.range(0, group.size())
        .mapToObj(rank -> {
          int its = rows(problem, rank);
          double most = cells(problem, rank, its);
          return quarter(its) == its
              ? WorkTimes.of(new double[] {most}, new double[] {whole[rank]})
              : WorkTimes.of(
                  new double[] {cells(problem, rank, quarter(its)), most},
                  new double[] {quarter[rank], whole[rank]});
        })
        .toList();
  }

  private static int rows(Problem problem, int rank) {
    return Math.min(MOST_ROWS, problem.partition().rectangle(rank).height());
  }

  private static int quarter(int rows) {
    return Math.max(1, rows / 4);
  }

  private static double cells(Problem problem, int rank, int rows) {
    return (double) problem.partition().rectangle(rank).width() * rows;
  }

  /// The seconds of a step of each rank on `rows` rows of its part. All ranks compute at the same
  /// time, each with its own throttle.
  private static double[] steps(Group group, Problem problem, int rows) {
    int rank = group.rank();
    Rectangle part = problem.partition().rectangle(rank);
    var sample = new Field(part.width(), rows, problem.courant(), problem.throttle().times(rank));
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
    double[] all = new double[group.size()];
    all[rank] = seconds / steps;
    group.allreduce(all, Operator.SUM);
    return all;
  }
}
