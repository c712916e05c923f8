// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import java.util.Random;
import weft.World;
import weft.linalg.kernel.Op;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// LU and Cholesky on every grid, in every block, by every blocking.
@Sampled
class FactorsTest {
  private static final int[] BLOCKS = {1, 3, 8, 64};

  /// The limits are those of ScaLAPACK's tests; random matrices stay far below them.
  private static final double LU_LIMIT = 1;

  private static final double CHOLESKY_LIMIT = 3;
  private static final double HPL_ALARM = 0.5;

  /// HPL's limit; below so many rows residuals come near it.
  private static final double HPL_LIMIT = 16;

  private static final int FEW = 20;

  @WeftTest(ranks = {1, 2, 3, 4, 6, 9})
  void luOfRandomMatrices(World world, Random random) {
    long mine = random.nextLong();
    Reference.onEveryGrid(
        world,
        grid -> {
          var same = new Random(grid.ranks().all.broadcast(0, mine));
          for (int block : BLOCKS) {
            int m = 1 + same.nextInt(130);
            int n = same.nextBoolean() ? m : 1 + same.nextInt(130);
            Elements elements = Elements.random(same.nextLong());
            for (Blocking blocking : Reference.blockings(block)) {
              checkLu(grid, block, m, n, elements, blocking);
            }
          }
        });
  }

  static void checkLu(Grid grid, int block, int m, int n, Elements elements, Blocking blocking) {
    double[] dense = Reference.fill(m, n, elements);
    try (DistributedMatrix a = grid.matrix(m, n, block, elements);
        Lu lu = a.lu(blocking)) {
      double[] factors = lu.factors().gatherAll();
      assertThat(Reference.luResidual(dense, factors, lu.pivots(), m, n))
          .as("%d × %d, block %d, %s, on %s", m, n, block, blocking, grid)
          .isLessThan(LU_LIMIT);
      assertThat(a.gatherAll()).isEqualTo(dense);
      if (m == n) {
        checkSolutions(grid, block, n, dense, lu);
      }
    }
  }

  private static void checkSolutions(Grid grid, int block, int n, double[] dense, Lu lu) {
    Elements sides = Elements.random(77);
    try (DistributedMatrix b = grid.matrix(n, 3, block, sides);
        DistributedMatrix x = lu.solve(b);
        DistributedMatrix y = lu.solve(b, Op.TRANSPOSED)) {
      double[] right = Reference.fill(n, 3, sides);
      assertThat(Reference.hpl(dense, x.gatherAll(), right, n, 3))
          .isLessThan(n < FEW ? HPL_LIMIT : HPL_ALARM);
      double[] transposed = Reference.transpose(dense, n, n);
      assertThat(Reference.hpl(transposed, y.gatherAll(), right, n, 3))
          .isLessThan(n < FEW ? HPL_LIMIT : HPL_ALARM);
    }
  }

  @WeftTest(
      ranks = {1, 2, 3, 4, 6, 9},
      apart = 4)
  void choleskyOfRandomMatrices(World world, Random random) {
    long mine = random.nextLong();
    Reference.onEveryGrid(
        world,
        grid -> {
          var same = new Random(grid.ranks().all.broadcast(0, mine));
          for (int block : BLOCKS) {
            int n = 1 + same.nextInt(130);
            Elements elements = Elements.positiveDefinite(same.nextLong(), n);
            for (Blocking blocking : Reference.blockings(block)) {
              checkCholesky(grid, block, n, elements, blocking);
            }
          }
        });
  }

  static void checkCholesky(Grid grid, int block, int n, Elements elements, Blocking blocking) {
    double[] dense = Reference.fill(n, n, elements);
    Elements sides = Elements.random(78);
    try (DistributedMatrix a = grid.matrix(n, n, block, elements);
        Cholesky cholesky = a.cholesky(blocking);
        DistributedMatrix b = grid.matrix(n, 2, block, sides);
        DistributedMatrix x = cholesky.solve(b)) {
      double[] l = cholesky.factor().gatherAll();
      double[] error =
          Reference.minus(dense, Reference.multiply(l, Reference.transpose(l, n, n), n, n, n));
      assertThat(
              Reference.oneNorm(error, n) / (n * Reference.oneNorm(dense, n) * Reference.EPSILON))
          .as("order %d, block %d, %s, on %s", n, block, blocking, grid)
          .isLessThan(CHOLESKY_LIMIT);
      assertThat(Reference.hpl(dense, x.gatherAll(), Reference.fill(n, 2, sides), n, 2))
          .isLessThan(n < FEW ? HPL_LIMIT : HPL_ALARM);
    }
  }

  /// A = min(i, j) + 1: L is all ones, bit by bit, and no row is exchanged though all pivots tie.
  @WeftTest(ranks = {1, 2, 4, 6, 9})
  void onesOfMinima(World world) {
    int n = 67;
    Elements minima = (i, j) -> Math.min(i, j) + 1.0;
    double[] ones = Reference.fill(n, n, (i, j) -> j <= i ? 1 : 0);
    double[] both = Reference.fill(n, n, (i, j) -> 1);
    Reference.onEveryGrid(
        world,
        grid -> {
          for (int block : BLOCKS) {
            for (Blocking blocking : Reference.blockings(block)) {
              try (DistributedMatrix a = grid.matrix(n, n, block, minima);
                  Lu lu = a.lu(blocking);
                  Cholesky cholesky = a.cholesky(blocking)) {
                assertThat(lu.factors().gatherAll()).isEqualTo(both);
                assertThat(lu.pivots())
                    .isEqualTo(java.util.stream.LongStream.range(0, n).toArray());
                assertThat(cholesky.factor().gatherAll()).isEqualTo(ones);
                assertThat(lu.logDeterminant()).isZero();
                assertThat(lu.determinantSign()).isEqualTo(1);
              }
            }
          }
        });
  }

  /// Growth of 2⁵⁹ spoils the solution; one refinement mends it.
  @WeftTest(ranks = {1, 4})
  void wilkinson(World world) {
    int n = 60;
    Elements wilkinson = (i, j) -> i == j || j == n - 1 ? 1 : j < i ? -1 : 0;
    Elements sides = Elements.random(9);
    double[] dense = Reference.fill(n, n, wilkinson);
    double[] right = Reference.fill(n, 1, sides);
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix a = grid.matrix(n, n, 8, wilkinson);
              DistributedMatrix b = grid.matrix(n, 1, 8, sides);
              Lu lu = a.lu();
              DistributedMatrix x = lu.solve(b)) {
            assertThat(lu.factors().greatest()).isEqualTo(0x1p59);
            assertThat(Reference.hpl(dense, x.gatherAll(), right, n, 1)).isGreaterThan(1e9);
            lu.refine(a, b, x);
            assertThat(Reference.hpl(dense, x.gatherAll(), right, n, 1)).isLessThan(0.1);
          }
        });
  }

  @WeftTest(ranks = {1, 4})
  void hilbertsConditionWarns(World world) {
    Elements hilbert = (i, j) -> 1.0 / (i + j + 1);
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix a = grid.matrix(12, 12, 4, hilbert);
              Lu lu = a.lu();
              DistributedMatrix id = grid.matrix(12, 12, 4, Elements.identity());
              Lu easy = id.lu()) {
            assertThat(lu.condition()).isBetween(1e16, 1e17);
            assertThat(easy.condition()).isEqualTo(1);
          }
        });
  }

  @WeftTest(ranks = {1, 2, 4})
  void extremeElements(World world) {
    int n = 20;
    Reference.onEveryGrid(
        world,
        grid -> {
          for (double size : new double[] {1e200, 1e-200}) {
            Elements random = Elements.random(4);
            try (DistributedMatrix a = grid.matrix(n, n, 3, (i, j) -> size * random.at(i, j));
                DistributedMatrix b = grid.matrix(n, 1, 3, (i, j) -> size);
                DistributedMatrix unit = grid.matrix(n, n, 3, random);
                DistributedMatrix ones = grid.matrix(n, 1, 3, (i, j) -> 1);
                Lu lu = a.lu();
                Lu small = unit.lu();
                DistributedMatrix x = lu.solve(b);
                DistributedMatrix y = small.solve(ones)) {
              double[] expected = y.gatherAll();
              double[] found = x.gatherAll();
              for (int i = 0; i < n; i++) {
                assertThat(found[i]).isCloseTo(expected[i], offset(1e-9));
              }
            }
          }
        });
  }

  /// The same bits each time on one grid.
  @WeftTest(
      ranks = 4,
      transport = {"threads", "shm"})
  void againTheSameBits(World world) {
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix a = grid.matrix(150, 150, 16, Elements.random(2));
              Lu first = a.lu();
              Lu second = a.lu()) {
            assertThat(second.factors().gatherAll()).isEqualTo(first.factors().gatherAll());
          }
        });
  }

  /// What is above the diagonal is not read, not even by a solution before somebody asks for L.
  @WeftTest(ranks = {1, 4, 6})
  void onlyTheLowerTriangleCounts(World world) {
    int n = 45;
    Elements whole = Elements.positiveDefinite(5, n);
    Elements lower = (i, j) -> i >= j ? whole.at(i, j) : Double.NaN;
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix a = grid.matrix(n, n, 7, whole);
              DistributedMatrix half = grid.matrix(n, n, 7, lower);
              DistributedMatrix b = grid.matrix(n, 2, 7, Elements.random(6));
              Cholesky cholesky = half.cholesky();
              Ldlt ldlt = half.ldlt();
              DistributedMatrix x = cholesky.solve(b);
              DistributedMatrix y = ldlt.solve(b)) {
            assertThat(a.residual(x, b)).isLessThan(1);
            assertThat(a.residual(y, b)).isLessThan(1);
            for (DistributedMatrix l : List.of(cholesky.factor(), ldlt.factor())) {
              double[] elements = l.gatherAll();
              for (int i = 0; i < n * n; i++) {
                assertThat(elements[i] == 0 || i / n >= i % n).isTrue();
              }
            }
          }
        });
  }
}
