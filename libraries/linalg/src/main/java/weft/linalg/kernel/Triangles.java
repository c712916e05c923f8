// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

/// Solves triangular systems within one rank. It recurses on halves, which a product couples.
public final class Triangles {
  private static final int SMALL = 16;
  private static final int CHUNK = 512;

  private Triangles() {}

  /// The triangle of a matrix that is used, and the form of its diagonal.
  public enum Shape {
    /// The elements on and below the diagonal.
    LOWER,
    /// The elements below the diagonal. The diagonal consists of ones and is not stored.
    UNIT_LOWER,
    /// The elements on and above the diagonal.
    UPPER;

    /// Whether the triangle is above the diagonal.
    public boolean isUpper() {
      return this == UPPER;
    }

    /// Whether the diagonal is stored.
    public boolean hasDiagonal() {
      return this != UNIT_LOWER;
    }
  }

  /// Replaces B by op(T)⁻¹·B. The diagonal has no zeros.
  public static void solve(Kernels kernels, Shape shape, Tile t, Op op, Tile b) {
    int n = t.rows();
    if (n == 0 || b.columns() == 0) {
      return;
    }
    if (n <= SMALL) {
      solveSmall(shape, t, op, b);
      return;
    }
    int half = (n / 2 + SMALL - 1) / SMALL * SMALL;
    Tile first = t.part(0, 0, half, half);
    Tile second = t.part(half, half, n - half, n - half);
    // The block off the diagonal, in the stored triangle.
    Tile off = shape.isUpper() ? t.part(0, half, half, n - half) : t.part(half, 0, n - half, half);
    Tile top = b.rows(0, half);
    Tile bottom = b.rows(half, n);
    if (goesDown(shape, op)) {
      solve(kernels, shape, first, op, top);
      kernels.gemm(-1, off, op, top, Op.PLAIN, 1, bottom);
      solve(kernels, shape, second, op, bottom);
    } else {
      solve(kernels, shape, second, op, bottom);
      kernels.gemm(-1, off, op, bottom, Op.PLAIN, 1, top);
      solve(kernels, shape, first, op, top);
    }
  }

  /// Whether op(T) is lower triangular, so that unknowns are found from the first to the last.
  public static boolean goesDown(Shape shape, Op op) {
    return shape.isUpper() == (op == Op.TRANSPOSED);
  }

  private static void solveSmall(Shape shape, Tile t, Op op, Tile b) {
    int n = t.rows();
    double[][] rows = new double[n][Math.min(CHUNK, b.columns())];
    boolean down = goesDown(shape, op);
    for (int from = 0; from < b.columns(); from += CHUNK) {
      int count = Math.min(CHUNK, b.columns() - from);
      for (int i = 0; i < n; i++) {
        b.read(i, from, rows[i], 0, count);
      }
      for (int step = 0; step < n; step++) {
        int i = down ? step : n - 1 - step;
        if (shape.hasDiagonal()) {
          divide(rows[i], t.get(i, i), count);
        }
        for (int rest = step + 1; rest < n; rest++) {
          int k = down ? rest : n - 1 - rest;
          double factor = op == Op.PLAIN ? t.get(k, i) : t.get(i, k);
          subtract(rows[k], factor, rows[i], count);
        }
      }
      for (int i = 0; i < n; i++) {
        b.write(i, from, rows[i], 0, count);
      }
    }
  }

  private static void divide(double[] row, double by, int count) {
    for (int j = 0; j < count; j++) {
      row[j] /= by;
    }
  }

  private static void subtract(double[] from, double factor, double[] row, int count) {
    for (int j = 0; j < count; j++) {
      from[j] = Math.fma(-factor, row[j], from[j]);
    }
  }
}
