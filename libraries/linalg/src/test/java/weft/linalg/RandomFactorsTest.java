// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import weft.World;
import weft.collective.Group;
import weft.linalg.kernel.Op;
import weft.testkit.Effort;
import weft.testkit.WeftTest;

/// Factors of odd matrices on random grids, in random blocks, by random blockings: what the factors
/// multiply to, in plain loops, is the matrix, to the precision of each column.
class RandomFactorsTest {
  private static final double EPSILON = Reference.EPSILON;

  /// Several roundings for each element of a sum.
  private static final double LIMIT = 6;

  /// Columns that are farther than this from those before them, relative to their length, are
  /// independent; those nearer than the other one are not.
  private static final double FAR = 1e-11;

  private static final double NEAR = 1e-15;

  /// Beyond these, solutions have lost bits, or overflowed on the way.
  private static final int MOST_EXPONENT = 960;

  private int solved;

  @WeftTest(
      ranks = {1, 2, 3, 4, 6},
      last = 0)
  void oddMatrices(World world, Random random) {
    Group all = Group.world(world);
    world.start();
    long seed = all.broadcast(0, random.nextLong());
    int rounds = Effort.current().isQuick() ? 20 : 200;
    for (int round = 0; round < rounds; round++) {
      var same = new Random(seed + round);
      int height = 1 + same.nextInt(world.size());
      while (world.size() % height != 0) {
        height--;
      }
      try (Grid grid = Grid.of(world, all, height, world.size() / height)) {
        int block = new int[] {1, 2, 3, 5, 8, 16, 64}[same.nextInt(7)];
        Blocking blocking =
            Reference.blockings(block).get(same.nextInt(Reference.blockings(block).size()));
        String where =
            "seed %d, blocks of %d, %s, on %s".formatted(seed + round, block, blocking, grid);
        qr(grid, block, blocking, new OddMatrix(same, false), where);
        lu(grid, block, blocking, new OddMatrix(same, same.nextBoolean()), where);
        cholesky(grid, block, blocking, same, where);
        ldlt(grid, block, blocking, same, where);
      }
    }
    assertThat(solved).isPositive();
  }

  private static DistributedMatrix matrix(Grid grid, OddMatrix odd, int block) {
    double[] values = odd.values;
    int columns = odd.columns;
    return grid.matrix(odd.rows, columns, block, (i, j) -> values[(int) i * columns + (int) j]);
  }

  private void qr(Grid grid, int block, Blocking blocking, OddMatrix odd, String where) {
    int m = odd.rows;
    int n = odd.columns;
    int k = Math.min(m, n);
    String what = "qr of " + odd + ", " + where;
    try (DistributedMatrix a = matrix(grid, odd, block);
        Qr qr = a.qr(blocking);
        DistributedMatrix upper = qr.r();
        DistributedMatrix unit = grid.matrix(m, k, block, Elements.identity());
        DistributedMatrix thin = qr.timesQ(unit, Op.PLAIN)) {
      double[] q = thin.gatherAll();
      double[] r = upper.gatherAll();
      OddMatrix.scaleColumns(r, n, odd.exponents, -1);
      double[] product = Reference.multiply(q, r, m, k, n);
      double[] of = Reference.multiply(Reference.transpose(q, m, k), q, k, m, k);
      double[] error = Reference.minus(odd.unit, product);
      for (int j = 0; j < n; j++) {
        assertThat(OddMatrix.norm(column(error, m, n, j)))
            .as("column %d, %s", j, what)
            .isLessThanOrEqualTo(
                LIMIT * Math.max(m, n) * EPSILON * OddMatrix.norm(column(odd.unit, m, n, j))
                    + m * tiny(odd.exponents[j]));
      }
      for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++) {
          assertThat(Math.abs(of[i * k + j] - (i == j ? 1 : 0)))
              .as("QᵀQ in (%d, %d), %s", i, j, what)
              .isLessThanOrEqualTo(LIMIT * Math.max(m, 8) * EPSILON);
        }
      }
      if (m >= n) {
        assertThat(qr.condition()).as(what).isNotNaN();
        leastSquares(grid, block, odd, qr, what);
      }
    }
  }

  private void leastSquares(Grid grid, int block, OddMatrix odd, Qr qr, String what) {
    int m = odd.rows;
    int n = odd.columns;
    double[] distances = odd.distances();
    int dependent = 0;
    while (dependent < n && distances[dependent] > NEAR * Math.max(m, n)) {
      dependent++;
    }
    try (DistributedMatrix b = grid.matrix(m, 1, block, Elements.random(8))) {
      if (Arrays.stream(distances).allMatch(it -> it > FAR)) {
        try (DistributedMatrix x = qr.solve(b)) {
          checkLeastSquares(odd, x.gatherAll(), b.gatherAll(), what);
        }
      } else if (Arrays.stream(distances).allMatch(it -> it > FAR || it < NEAR)) {
        int first = dependent;
        assertThatThrownBy(() -> qr.solve(b))
            .as(what)
            .isInstanceOfSatisfying(
                SingularMatrixException.class,
                e -> assertThat(e.column()).as(what).isEqualTo(first));
      }
    }
  }

  /// The residual is orthogonal to each column.
  private void checkLeastSquares(OddMatrix odd, double[] x, double[] b, String what) {
    int m = odd.rows;
    int n = odd.columns;
    if (!isInRange(x)) {
      return;
    }
    solved++;
    scaleEach(x, odd.exponents);
    double[] rest = Reference.minus(b, Reference.multiply(odd.unit, x, m, n, 1));
    double size = OddMatrix.norm(b);
    for (int j = 0; j < n; j++) {
      size += Math.abs(x[j]) * OddMatrix.norm(column(odd.unit, m, n, j));
    }
    for (int j = 0; j < n; j++) {
      double[] column = column(odd.unit, m, n, j);
      assertThat(Math.abs(OddMatrix.dot(column, rest)))
          .as("normal equation %d, %s", j, what)
          .isLessThanOrEqualTo(LIMIT * m * n * EPSILON * size * OddMatrix.norm(column));
    }
  }

  private void lu(Grid grid, int block, Blocking blocking, OddMatrix odd, String where) {
    int m = odd.rows;
    int n = odd.columns;
    int k = Math.min(m, n);
    String what = "lu of " + odd + ", " + where;
    try (DistributedMatrix a = matrix(grid, odd, block);
        Lu lu = a.lu(blocking)) {
      double[] factors = lu.factors().gatherAll();
      double[] l = new double[m * k];
      double[] u = new double[k * n];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          if (j < i && j < k) {
            l[i * k + j] = factors[i * n + j];
          } else if (i < k) {
            u[i * n + j] = factors[i * n + j];
          }
        }
        if (i < k) {
          l[i * k + i] = 1;
        }
      }
      assertThat(Arrays.stream(l).allMatch(it -> Math.abs(it) <= 1)).as(what).isTrue();
      OddMatrix.scaleColumns(u, n, odd.exponents, -1);
      double[] pa = odd.unit.clone();
      Reference.interchange(pa, n, lu.pivots());
      double[] error = Reference.minus(pa, Reference.multiply(l, u, m, k, n));
      double[] sizes = Reference.multiply(abs(l), abs(u), m, k, n);
      for (int i = 0; i < m * n; i++) {
        assertThat(Math.abs(error[i]))
            .as("element %d, %s", i, what)
            .isLessThanOrEqualTo(
                LIMIT * (k + 2) * EPSILON * sizes[i] + k * tiny(odd.exponents[i % n]));
      }
      if (m == n) {
        assertThat(lu.condition()).as(what).isNotNaN();
        checkDeterminant(odd, lu, what);
      }
      if (m == n && lu.isNonsingular()) {
        solution(grid, block, odd, lu, Reference.multiply(abs(l), abs(u), n, n, n), what);
      }
    }
  }

  private void solution(Grid grid, int block, OddMatrix odd, Lu lu, double[] sizes, String what) {
    int n = odd.rows;
    try (DistributedMatrix b = grid.matrix(n, 1, block, Elements.random(8));
        DistributedMatrix solution = lu.solve(b)) {
      double[] x = solution.gatherAll();
      if (!isInRange(x)) {
        return;
      }
      solved++;
      scaleEach(x, odd.exponents);
      double[] rest = Reference.minus(b.gatherAll(), Reference.multiply(odd.unit, x, n, n, 1));
      Reference.interchange(rest, 1, lu.pivots());
      double[] most = Reference.multiply(sizes, abs(x), n, n, 1);
      for (int i = 0; i < n; i++) {
        assertThat(Math.abs(rest[i]))
            .as("equation %d, %s", i, what)
            .isLessThanOrEqualTo(LIMIT * (n + 2) * EPSILON * (most[i] + 1));
      }
    }
  }

  /// Compares with Gaussian elimination in a plain loop, if that is well-conditioned.
  private static void checkDeterminant(OddMatrix odd, Lu lu, String what) {
    int n = odd.rows;
    double[] a = odd.unit.clone();
    double log = 0;
    int sign = 1;
    for (int j = 0; j < n; j++) {
      int pivot = j;
      for (int i = j; i < n; i++) {
        pivot = Math.abs(a[i * n + j]) > Math.abs(a[pivot * n + j]) ? i : pivot;
      }
      double value = a[pivot * n + j];
      if (Math.abs(value) < 1e-5) {
        return;
      }
      long[] interchange = new long[j + 1];
      Arrays.setAll(interchange, i -> i);
      interchange[j] = pivot;
      Reference.interchange(a, n, interchange);
      sign *= (pivot == j ? 1 : -1) * (value < 0 ? -1 : 1);
      log += Math.log(Math.abs(value)) + odd.exponents[j] * Math.log(2);
      for (int i = j + 1; i < n; i++) {
        double factor = a[i * n + j] / value;
        for (int c = j; c < n; c++) {
          a[i * n + c] -= factor * a[j * n + c];
        }
      }
    }
    assertThat(lu.determinantSign()).as(what).isEqualTo(sign);
    assertThat(Math.abs(lu.logDeterminant() - log)).as(what).isLessThan(1e-6 * (1 + Math.abs(log)));
  }

  /// Positive definite with rows and columns of very different sizes.
  private void cholesky(Grid grid, int block, Blocking blocking, Random same, String where) {
    int n = same.nextInt(5) == 0 ? same.nextInt(3) : same.nextInt(70);
    int[] scales = scales(same, n, 490);
    double[] unit =
        Reference.fill(n, n, Elements.positiveDefinite(same.nextLong(), Math.max(1, n)));
    String what = "cholesky of order %d, %s, %s".formatted(n, Arrays.toString(scales), where);
    try (DistributedMatrix a = scaled(grid, n, block, unit, scales);
        Cholesky cholesky = a.cholesky(blocking)) {
      double[] l = cholesky.factor().gatherAll();
      for (int i = 0; i < n * n; i++) {
        l[i] = Math.scalb(l[i], -scales[i / n]);
      }
      double[] error =
          Reference.minus(unit, Reference.multiply(l, Reference.transpose(l, n, n), n, n, n));
      for (int i = 0; i < n * n; i++) {
        assertThat(Math.abs(error[i]))
            .as("element %d, %s", i, what)
            .isLessThanOrEqualTo(
                LIMIT
                    * (n + 2)
                    * EPSILON
                    * Math.sqrt(unit[i / n * (n + 1)] * unit[i % n * (n + 1)]));
      }
      assertThat(cholesky.condition()).as(what).isNotNaN();
    }
  }

  private void ldlt(Grid grid, int block, Blocking blocking, Random same, String where) {
    int n = same.nextInt(5) == 0 ? same.nextInt(3) : same.nextInt(70);
    boolean rook = same.nextBoolean();
    int[] scales = scales(same, n, 20);
    int all = same.nextInt(1801) - 900;
    boolean isSaddle = same.nextBoolean();
    Elements elements = Elements.symmetric(same.nextLong());
    double[] unit =
        Reference.fill(
            n,
            n,
            (i, j) ->
                isSaddle && Math.min(i, j) >= n / 2
                    ? 0
                    : Math.scalb(elements.at(i, j), scales[(int) i] + scales[(int) j]));
    int[] none = new int[n];
    Arrays.fill(none, all / 2);
    String what = "ldlt of order %d, rook %s, %d, %s".formatted(n, rook, all, where);
    try (DistributedMatrix a = scaled(grid, n, block, unit, none);
        Ldlt ldlt = rook ? a.ldltRook(blocking) : a.ldlt(blocking)) {
      double[] l = ldlt.factor().gatherAll();
      double[] d = new double[n * n];
      double[] diagonal = ldlt.diagonal();
      double[] below = ldlt.belowDiagonal();
      for (int i = 0; i < n; i++) {
        d[i * n + i] = Math.scalb(diagonal[i], -2 * (all / 2));
        if (i + 1 < n) {
          d[i * n + i + 1] = Math.scalb(below[i], -2 * (all / 2));
          d[(i + 1) * n + i] = d[i * n + i + 1];
        }
      }
      double[] lt = Reference.transpose(l, n, n);
      double[] product = Reference.multiply(Reference.multiply(l, d, n, n, n), lt, n, n, n);
      double[] sizes =
          Reference.multiply(Reference.multiply(abs(l), abs(d), n, n, n), abs(lt), n, n, n);
      double[] permuted = unit.clone();
      Reference.interchange(permuted, n, ldlt.pivots());
      permuted = Reference.transpose(permuted, n, n);
      Reference.interchange(permuted, n, ldlt.pivots());
      for (int i = 0; i < n * n; i++) {
        assertThat(Math.abs(permuted[i] - product[i]))
            .as("element %d, %s", i, what)
            .isLessThanOrEqualTo(
                10 * LIMIT * (n + 2) * EPSILON * (sizes[i] + Math.abs(permuted[i])));
      }
      Inertia inertia = ldlt.inertia();
      assertThat(inertia.positive() + inertia.negative() + inertia.zero()).isEqualTo(n);
      assertThat(ldlt.condition()).as(what).isNotNaN();
    }
  }

  /// What underflows in the matrix or in a loop of this test, in the units of a column.
  private static double tiny(int exponent) {
    return Math.scalb(1.0, -1070 - Math.min(0, exponent));
  }

  private static int[] scales(Random same, int n, int range) {
    boolean isScaled = same.nextBoolean();
    int[] scales = new int[n];
    for (int i = 0; i < n && isScaled; i++) {
      scales[i] = same.nextInt(2 * range + 1) - range;
    }
    return scales;
  }

  /// D·A·D for the powers of two D.
  private static DistributedMatrix scaled(
      Grid grid, int n, int block, double[] unit, int[] scales) {
    return grid.matrix(
        n,
        n,
        block,
        (i, j) -> Math.scalb(unit[(int) (i * n + j)], scales[(int) i] + scales[(int) j]));
  }

  private static boolean isInRange(double[] x) {
    return Arrays.stream(x)
        .allMatch(it -> it == 0 || Math.abs(Math.getExponent(it)) < MOST_EXPONENT);
  }

  private static void scaleEach(double[] x, int[] exponents) {
    for (int j = 0; j < x.length; j++) {
      x[j] = Math.scalb(x[j], exponents[j]);
    }
  }

  private static double[] column(double[] a, int rows, int columns, int j) {
    double[] column = new double[rows];
    for (int i = 0; i < rows; i++) {
      column[i] = a[i * columns + j];
    }
    return column;
  }

  private static double[] abs(double[] a) {
    return Arrays.stream(a).map(Math::abs).toArray();
  }
}
