// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import weft.World;
import weft.collective.Operator;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Ranks receive as many words as the formulas say.
@Sampled
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

  /// LLᵀ: L along rows, n²(Q − 1)/(2PQ). For its own columns a rank gets the rows that others of
  /// its grid column have: n²(P − 1)/(2PQ). The square on top of a panel goes both ways.
  @WeftTest(ranks = {1, 2, 4, 6})
  void cholesky(World world) {
    double n = 600;
    double w = 5;
    Reference.onEveryGrid(
        world,
        grid -> {
          double p = grid.rows();
          double q = grid.columns();
          double l = n * n * (q - 1) / (2 * p * q) + n * (w + 1) * (q - 1) / q;
          double transposed = n * n * (p - 1) / (2 * p * q) + n * w * (p - 1) / (p * q);
          try (DistributedMatrix a =
              grid.matrix((long) n, (long) n, (int) w, Elements.positiveDefinite(3, (long) n))) {
            grid.traffic();
            a.cholesky(Blocking.of((int) w)).close();
            assertThat(mean(grid))
                .as("on " + grid)
                .isCloseTo(l + transposed, withPercentage(PERCENT));
          }
        });
  }

  /// QR: V along rows, n²(Q − 1)/(2PQ), with T. VᵀC is summed over a column of the grid: n²/(2Q) of
  /// all its ranks. So is what each reflection needs: two numbers for each column of eight.
  @WeftTest(ranks = {1, 2, 4, 6})
  void qr(World world) {
    double n = 600;
    double w = 5;
    double leaf = 8;
    Reference.onEveryGrid(
        world,
        grid -> {
          double p = grid.rows();
          double q = grid.columns();
          double v = n * (n + w) * (q - 1) / (2 * p * q) + n * (w + 1) * (q - 1) / q;
          double sums = p == 1 ? 0 : n * n / (2 * q) + 2 * leaf * n / q;
          try (DistributedMatrix a = grid.matrix((long) n, (long) n, (int) w, Elements.random(3))) {
            grid.traffic();
            a.qr(Blocking.of((int) w)).close();
            assertThat(mean(grid)).as("on " + grid).isCloseTo(v + sums, withPercentage(PERCENT));
          }
        });
  }

  /// LDLᵀ: every rank gets all columns of a panel, n²/2; where the first candidate is no pivot, a
  /// second column. Pairs of columns as pivots need one each: n²/4.
  @WeftTest(ranks = {1, 2, 4, 6})
  void ldlt(World world) {
    double n = 600;
    double w = 6;
    Reference.onEveryGrid(
        world,
        grid -> {
          boolean alone = grid.rows() * grid.columns() == 1;
          double panels = alone ? 0 : n * (n + w) / 2;
          words(grid, (int) n, (int) w, Elements.positiveDefinite(3, (long) n), panels);
          Elements pairs = (i, j) -> i / 2 == j / 2 && i != j ? 1 : 0;
          words(grid, (int) n, (int) w, pairs, panels + (alone ? 0 : n * n / 4));
        });
  }

  private static void words(Grid grid, int n, int w, Elements elements, double expected) {
    try (DistributedMatrix a = grid.matrix(n, n, w, elements)) {
      grid.traffic();
      a.ldlt(Blocking.of(w)).close();
      assertThat(mean(grid)).as("on " + grid).isCloseTo(expected, withPercentage(PERCENT));
    }
  }
}
