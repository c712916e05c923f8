// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import weft.World;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Triangles;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// P·A·Pᵀ = L·D·Lᵀ on every grid, in every block, by every width of panels.
@Sampled
class LdltTest {
  private static final double LIMIT = 3;
  private static final double HPL_ALARM = 0.5;

  /// HPL's limit; below so many rows residuals come near it.
  private static final double HPL_LIMIT = 16;

  private static final int FEW = 20;

  private static final int[] WIDTHS = {1, 2, 7, 33};

  /// No element of L is greater with rook pivoting: 1 / (1 − α).
  private static final double ROOK_BOUND = 2.8;

  @WeftTest(
      ranks = {1, 2, 4, 6},
      apart = 4)
  void randomMatrices(World world, Random random) {
    long mine = random.nextLong();
    Reference.onEveryGrid(
        world,
        grid -> {
          var same = new Random(grid.ranks().all.broadcast(0, mine));
          for (int block : new int[] {1, 3, 8, 64}) {
            int n = 1 + same.nextInt(45);
            Elements elements = Elements.symmetric(same.nextLong());
            int width = WIDTHS[same.nextInt(WIDTHS.length)];
            try (DistributedMatrix a = grid.matrix(n, n, block, elements);
                Ldlt plain = a.ldlt(Blocking.of(width));
                Ldlt rook = a.ldltRook(Blocking.of(width))) {
              String what = "order %d, block %d, width %d, on %s".formatted(n, block, width, grid);
              check(a, plain, what);
              check(a, rook, what);
              assertThat(rook.factor().greatest()).isLessThan(ROOK_BOUND);
            }
          }
        });
  }

  static void check(DistributedMatrix a, Ldlt ldlt, String what) {
    int n = (int) a.rows();
    double[] dense = a.gatherAll();
    assertThat(residual(dense, ldlt, n)).as(what).isLessThan(LIMIT);
    try (DistributedMatrix b = a.grid().matrix(n, 2, 5, Elements.random(6));
        DistributedMatrix x = ldlt.solve(b)) {
      double[] right = b.gatherAll();
      double residual = Reference.hpl(dense, x.gatherAll(), right, n, 2);
      ldlt.refine(a, b, x);
      assertThat(Math.min(residual, Reference.hpl(dense, x.gatherAll(), right, n, 2)))
          .as(what)
          .isLessThan(n < FEW ? HPL_LIMIT : HPL_ALARM);
    }
  }

  /// ‖PAPᵀ − LDLᵀ‖₁ / (n ‖A‖₁ ε).
  private static double residual(double[] dense, Ldlt ldlt, int n) {
    double[] l = ldlt.factor().gatherAll();
    for (int i = 0; i < n; i++) {
      l[i * n + i] = 1;
    }
    double[] d = new double[n * n];
    double[] diagonal = ldlt.diagonal();
    double[] below = ldlt.belowDiagonal();
    for (int i = 0; i < n; i++) {
      d[i * n + i] = diagonal[i];
      if (below[i] != 0) {
        d[i * n + i + 1] = below[i];
        d[(i + 1) * n + i] = below[i];
      }
    }
    double[] pap = dense.clone();
    Reference.interchange(pap, n, ldlt.pivots());
    pap = Reference.transpose(pap, n, n);
    Reference.interchange(pap, n, ldlt.pivots());
    double[] product =
        Reference.multiply(
            Reference.multiply(l, d, n, n, n), Reference.transpose(l, n, n), n, n, n);
    double norm = Reference.oneNorm(dense, n);
    double error = Reference.oneNorm(Reference.minus(pap, product), n);
    return error == 0 ? 0 : error / (n * norm * Reference.EPSILON);
  }

  /// 1 ⊕ J ⊕ J …, J = [[0, 1], [1, 0]]: all pivots after the first take two columns, on any edge of
  /// panels and blocks.
  @WeftTest(ranks = {1, 2, 4, 6})
  void pairsOfColumns(World world) {
    int k = 17;
    int n = 2 * k + 1;
    Elements pairs =
        (i, j) -> i == 0 && j == 0 || Math.min(i, j) % 2 == 1 && Math.abs(i - j) == 1 ? 1 : 0;
    Reference.onEveryGrid(
        world,
        grid -> {
          for (int block : new int[] {1, 3, 8}) {
            for (int width : new int[] {1, 2, 64}) {
              try (DistributedMatrix a = grid.matrix(n, n, block, pairs);
                  Ldlt ldlt = a.ldlt(Blocking.of(width));
                  Ldlt rook = a.ldltRook(Blocking.of(width));
                  DistributedMatrix b = grid.matrix(n, 1, block, (i, j) -> i);
                  DistributedMatrix x = ldlt.solve(b)) {
                for (Ldlt each : new Ldlt[] {ldlt, rook}) {
                  assertThat(each.inertia()).isEqualTo(new Inertia(k + 1, k, 0));
                  assertThat(residual(a.gatherAll(), each, n)).isZero();
                  assertThat(each.logDeterminant()).isZero();
                  assertThat(each.determinantSign()).isEqualTo(k % 2 == 0 ? 1 : -1);
                }
                assertThat(x.add(0, b).gatherAll())
                    .isEqualTo(
                        Reference.fill(n, 1, (i, j) -> i == 0 ? 0 : i % 2 == 1 ? i + 1 : i - 1));
              }
            }
          }
        });
  }

  /// A saddle point of H = I and B: as many negative eigenvalues as constraints.
  @WeftTest(ranks = {1, 4})
  void saddlePoint(World world) {
    int n = 40;
    int m = 13;
    Elements random = Elements.random(3);
    Elements saddle =
        (i, j) -> {
          long row = Math.max(i, j);
          long column = Math.min(i, j);
          return row < n ? (row == column ? 2 : 0) : column < n ? random.at(row, column) : 0;
        };
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix a = grid.matrix(n + m, n + m, 8, saddle);
              Ldlt ldlt = a.ldlt();
              Lu lu = a.lu()) {
            check(a, ldlt, "saddle point on " + grid);
            assertThat(ldlt.inertia()).isEqualTo(new Inertia(n, m, 0));
            assertThat(ldlt.determinantSign()).isEqualTo(lu.determinantSign());
            assertThat(ldlt.logDeterminant())
                .isCloseTo(lu.logDeterminant(), org.assertj.core.data.Offset.offset(1e-9));
            assertThat(ldlt.condition() / lu.condition()).isBetween(0.3, 3.0);
          }
        });
  }

  /// Bunch and Kaufman leave L unbounded here, rook pivoting does not.
  @WeftTest(ranks = {1, 2})
  void elementsOfL(World world) {
    double e = 1e-8;
    double[][] values = {{0, e, 0}, {e, 0, 1}, {0, 1, 1}};
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix a = grid.matrix(3, 3, 1, (i, j) -> values[(int) i][(int) j]);
              Ldlt ldlt = a.ldlt();
              Ldlt rook = a.ldltRook()) {
            assertThat(ldlt.factor().greatest()).isGreaterThan(1e7);
            assertThat(rook.factor().greatest()).isLessThan(ROOK_BOUND);
          }
        });
  }

  @WeftTest(ranks = {1, 4})
  void singularOnes(World world) {
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix ones = grid.matrix(9, 9, 2, (i, j) -> 1);
              DistributedMatrix wide = grid.matrix(2, 9);
              DistributedMatrix none = grid.matrix(0, 0);
              DistributedMatrix bad =
                  grid.matrix(9, 9, 2, (i, j) -> i == 4 && j == 2 ? Double.NaN : 1);
              DistributedMatrix b = grid.matrix(9, 1, 2);
              Ldlt empty = none.ldlt();
              Ldlt ldlt = ones.ldlt()) {
            assertThat(empty.inertia()).isEqualTo(new Inertia(0, 0, 0));
            assertThat(ldlt.inertia()).isEqualTo(new Inertia(1, 0, 8));
            assertThat(ldlt.condition()).isEqualTo(Double.POSITIVE_INFINITY);
            assertThatThrownBy(() -> ldlt.solve(b))
                .isInstanceOf(SingularMatrixException.class)
                .hasMessageContaining("pivot 1 (from 0) is zero");
            assertThatThrownBy(wide::ldlt).hasMessageContaining("ldlt needs a square matrix");
            assertThatThrownBy(bad::ldlt)
                .isInstanceOf(NotFiniteException.class)
                .hasMessageContaining("row 4, column 2");
          }
        });
  }

  @WeftTest(ranks = {1, 2, 4})
  void triangles(World world) {
    Elements random = Elements.random(8);
    Elements elements = (i, j) -> i == j ? 3 : random.at(i, j) / 9;
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix t = grid.matrix(31, 31, 4, elements);
              DistributedMatrix b = grid.matrix(31, 3, 7, random)) {
            for (Triangles.Shape shape : Triangles.Shape.values()) {
              for (Op op : Op.values()) {
                try (DistributedMatrix x = t.solveTriangular(shape, op, b);
                    DistributedMatrix only =
                        grid.matrix(31, 31, 4, (i, j) -> element(elements, shape, i, j));
                    DistributedMatrix rest = b.copy()) {
                  rest.gemm(-1, only, op, x, Op.PLAIN, 1);
                  assertThat(rest.greatest()).isLessThan(1e-14);
                }
              }
            }
          }
          try (DistributedMatrix zero = grid.matrix(5, 5, 2);
              DistributedMatrix b = grid.matrix(5, 1, 2);
              DistributedMatrix short4 = grid.matrix(4, 1, 2)) {
            assertThatThrownBy(() -> zero.solveTriangular(Triangles.Shape.UPPER, Op.PLAIN, b))
                .isInstanceOf(SingularMatrixException.class)
                .hasMessageContaining("its diagonal is zero in row 0");
            assertThatThrownBy(() -> zero.solveTriangular(Triangles.Shape.UPPER, Op.PLAIN, short4))
                .hasMessageContaining("have 4 rows, but the matrix is 5 × 5");
          }
        });
  }

  private static double element(Elements elements, Triangles.Shape shape, long i, long j) {
    if (i == j) {
      return shape.hasDiagonal() ? elements.at(i, j) : 1;
    }
    return shape.isUpper() == j > i ? elements.at(i, j) : 0;
  }
}
