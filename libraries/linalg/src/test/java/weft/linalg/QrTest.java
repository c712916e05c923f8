// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import weft.World;
import weft.linalg.kernel.Op;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// QR on every grid, in every block, by every blocking.
@Sampled
class QrTest {
  /// ScaLAPACK's limit for residuals and for orthogonality.
  private static final double LIMIT = 5;

  @WeftTest(
      ranks = {1, 2, 3, 4, 6, 9},
      apart = 4)
  void randomMatrices(World world, Random random) {
    long mine = random.nextLong();
    Reference.onEveryGrid(
        world,
        grid -> {
          var same = new Random(grid.ranks().all.broadcast(0, mine));
          for (int block : new int[] {1, 3, 8, 64}) {
            int m = 1 + same.nextInt(90);
            int n = 1 + same.nextInt(90);
            Elements elements = Elements.random(same.nextLong());
            for (Blocking blocking : Reference.blockings(block)) {
              check(grid, block, m, n, elements, blocking);
            }
          }
        });
  }

  static void check(Grid grid, int block, int m, int n, Elements elements, Blocking blocking) {
    double[] dense = Reference.fill(m, n, elements);
    int k = Math.min(m, n);
    try (DistributedMatrix a = grid.matrix(m, n, block, elements);
        Qr qr = a.qr(blocking);
        DistributedMatrix r = qr.r();
        DistributedMatrix unit = grid.matrix(m, k, block, Elements.identity());
        DistributedMatrix thin = qr.timesQ(unit, Op.PLAIN);
        DistributedMatrix back = qr.timesQ(thin, Op.TRANSPOSED)) {
      double[] q = thin.gatherAll();
      double[] error = Reference.minus(dense, Reference.multiply(q, r.gatherAll(), m, k, n));
      double norm = Reference.oneNorm(dense, n);
      int most = Math.max(m, n);
      assertThat(Reference.oneNorm(error, n) / (most * norm * Reference.EPSILON))
          .as("%d × %d, block %d, %s, on %s", m, n, block, blocking, grid)
          .isLessThan(LIMIT);
      double[] product = Reference.multiply(Reference.transpose(q, m, k), q, k, m, k);
      double[] skew = Reference.minus(Reference.fill(k, k, Elements.identity()), product);
      assertThat(Reference.oneNorm(skew, k) / (m * Reference.EPSILON)).isLessThan(LIMIT);
      double[] same = Reference.minus(back.gatherAll(), unit.gatherAll());
      assertThat(Reference.oneNorm(same, k) / (m * Reference.EPSILON)).isLessThan(LIMIT);
      if (m >= n) {
        checkLeastSquares(grid, block, m, n, dense, a, qr);
      }
    }
  }

  /// The residual of a least squares solution is orthogonal to all columns.
  private static void checkLeastSquares(
      Grid grid, int block, int m, int n, double[] dense, DistributedMatrix a, Qr qr) {
    try (DistributedMatrix b = grid.matrix(m, 2, block, Elements.random(8));
        DistributedMatrix x = qr.solve(b);
        DistributedMatrix rest = b.copy()) {
      rest.gemm(-1, a, Op.PLAIN, x, Op.PLAIN, 1);
      double[] normal =
          Reference.multiply(Reference.transpose(dense, m, n), rest.gatherAll(), n, m, 2);
      double size = Reference.oneNorm(dense, n) * (a.oneNorm() * x.oneNorm() + b.oneNorm());
      assertThat(Reference.oneNorm(normal, 2) / (m * size * Reference.EPSILON)).isLessThan(LIMIT);
    }
  }

  /// What QR says of a square matrix is what LU says.
  @WeftTest(ranks = {1, 2, 4})
  void conditionDeterminantAndRefinement(World world) {
    Elements hilbert = (i, j) -> 1.0 / (i + j + 1);
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix a = grid.matrix(8, 8, 3, hilbert);
              DistributedMatrix ones = grid.matrix(9, 3, 2, (i, j) -> 1);
              DistributedMatrix b = grid.matrix(8, 2, 3, Elements.random(1));
              Qr qr = a.qr();
              Qr dependent = ones.qr();
              Lu lu = a.lu();
              DistributedMatrix x = qr.solve(b)) {
            assertThat(qr.logDeterminant())
                .isCloseTo(lu.logDeterminant(), org.assertj.core.data.Offset.offset(1e-4));
            assertThat(qr.condition() / lu.condition()).isBetween(0.1, 10.0);
            assertThat(dependent.condition()).isGreaterThan(1e15);
            double before = a.residual(x, b);
            qr.refine(a, b, x);
            assertThat(a.residual(x, b)).isLessThan(Math.max(before, 1));
          }
        });
  }

  @WeftTest(ranks = {1, 4})
  void extremeElements(World world) {
    Reference.onEveryGrid(
        world,
        grid -> {
          for (double size : new double[] {1e200, 1e-200}) {
            Elements random = Elements.random(4);
            Elements large = (i, j) -> size * random.at(i, j);
            try (DistributedMatrix a = grid.matrix(30, 20, 3, large);
                DistributedMatrix b = grid.matrix(30, 1, 3, (i, j) -> large.at(i, 2));
                Qr qr = a.qr();
                DistributedMatrix x = qr.solve(b)) {
              double[] found = x.gatherAll();
              for (int i = 0; i < found.length; i++) {
                assertThat(found[i])
                    .isCloseTo(i == 2 ? 1 : 0, org.assertj.core.data.Offset.offset(1e-12));
              }
            }
          }
        });
  }

  @WeftTest(ranks = {1, 2, 4})
  void whatCannotBeSolved(World world) {
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix zero = grid.matrix(9, 4, 2);
              DistributedMatrix wide = grid.matrix(4, 9, 2, Elements.random(1));
              DistributedMatrix b = grid.matrix(9, 1, 2);
              Qr none = zero.qr();
              Qr qr = wide.qr()) {
            assertThatThrownBy(() -> none.solve(b))
                .isInstanceOfSatisfying(
                    SingularMatrixException.class, e -> assertThat(e.column()).isZero());
            assertThatThrownBy(() -> qr.solve(b))
                .hasMessageContaining(
                    "needs at least as many rows as columns; the matrix is 4 × 9");
            assertThat(none.condition()).isEqualTo(Double.POSITIVE_INFINITY);
            assertThatThrownBy(qr::logDeterminant).hasMessageContaining("Qr.logDeterminant needs");
            assertThatThrownBy(() -> qr.timesQ(b, Op.PLAIN))
                .hasMessageContaining("has 4 rows; the matrix to multiply it with has 9");
          }
        });
  }
}
