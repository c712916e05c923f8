// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import weft.World;
import weft.collective.Operator;
import weft.testkit.WeftTest;

/// Ranks receive as many words as the formulas say.
class TrafficTest {
  private static final double PERCENT = 3;

  private static double mean(Grid grid) {
    int ranks = grid.rows() * grid.columns();
    return (double) grid.ranks().all.allreduce(grid.traffic().words(), Operator.SUM) / ranks;
  }

  /// SUMMA: n²(Q − 1)/(PQ) of A, and n²(P − 1)/(PQ) of B.
  @WeftTest(ranks = {1, 2, 4, 6})
  void products(World world) {
    double n = 360;
    Reference.onEveryGrid(
        world,
        grid -> {
          double p = grid.rows();
          double q = grid.columns();
          try (DistributedMatrix a = grid.matrix((long) n, (long) n, 6, Elements.random(1));
              DistributedMatrix b = grid.matrix((long) n, (long) n, 6, Elements.random(2))) {
            grid.traffic();
            a.times(b).close();
            assertThat(mean(grid))
                .as("on " + grid)
                .isCloseTo(n * n * (p + q - 2) / (p * q), withPercentage(PERCENT));
          }
        });
  }

  /// LU: L along rows, n²(Q − 1)/(2PQ), and U down columns, n²(P − 1)/(2PQ). Row interchanges:
  /// right of a panel one displaced row for each pivot, left of it two rows, each to another owner
  /// with probability (P − 1)/P. The search for each pivot of panels of w columns: 2w + 3. The
  /// square on top of a panel, and its pivots.
  @WeftTest(ranks = {1, 2, 4, 6})
  void lu(World world) {
    double n = 600;
    double w = 5;
    Reference.onEveryGrid(
        world,
        grid -> {
          double p = grid.rows();
          double q = grid.columns();
          double l = n * n * (q - 1) / (2 * p * q) + n * (w + 1) * (q - 1) / q;
          double u = n * n * (p - 1) / (2 * p * q);
          double interchanges = 1.5 * n * n * (p - 1) / (p * p * q);
          double searches = p == 1 ? 0 : n * (2 * w + 3) / q;
          try (DistributedMatrix a = grid.matrix((long) n, (long) n, (int) w, Elements.random(3))) {
            grid.traffic();
            a.lu(Blocking.of((int) w)).close();
            assertThat(mean(grid))
                .as("on " + grid)
                .isCloseTo(l + u + interchanges + searches, withPercentage(PERCENT));
          }
        });
  }

  /// LLᵀ: L along rows, n²(Q − 1)/(2PQ); for its own columns a rank gets the rows that others of
  /// its grid column have, which are all but those in its own grid row.
  @WeftTest(ranks = {2, 4, 6})
  void choleskyOnOneRow(World world) {
    double n = 600;
    double w = 5;
    Reference.onEveryGrid(
        world,
        grid -> {
          if (grid.rows() > 1) {
            return;
          }
          double q = grid.columns();
          double l = (n * n / 2 + n * (w + 1)) * (q - 1) / q;
          try (DistributedMatrix a =
              grid.matrix((long) n, (long) n, (int) w, Elements.positiveDefinite(3, (long) n))) {
            grid.traffic();
            a.cholesky(Blocking.of((int) w)).close();
            assertThat(mean(grid)).isCloseTo(l, withPercentage(PERCENT));
          }
        });
  }
}
