// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

/// The factors L·U of a square matrix of one rank, with partial pivoting: for many small matrices,
/// each of which one rank has alone. Columns are eliminated in panels, in arrays; the rest are
/// products.
///
/// Not for several threads.
public final class TileLu {
  private static final int PANEL = 32;

  private final Kernels kernels;
  private final Tile a;

  /// The row that was exchanged with each row, in order.
  private final int[] pivots;

  private final double[][] panel;
  private final double[] line;
  private final double[] other;
  private boolean singular;

  private TileLu(Kernels kernels, Tile a) {
    this.kernels = kernels;
    this.a = a;
    int n = a.rows();
    pivots = new int[n];
    panel = new double[Math.min(PANEL, n)][n];
    line = new double[n];
    other = new double[n];
  }

  /// Replaces a square matrix by its factors.
  ///
  /// @throws IllegalArgumentException if it is not square
  public static TileLu inPlace(Kernels kernels, Tile a) {
    if (a.rows() != a.columns()) {
      throw new IllegalArgumentException(
          "a matrix of %d rows and %d columns has no factors L·U; give a square one"
              .formatted(a.rows(), a.columns()));
    }
    var lu = new TileLu(kernels, a);
    lu.factor();
    return lu;
  }

  /// Whether a column had no pivot: the matrix has no inverse.
  public boolean isSingular() {
    return singular;
  }

  private void factor() {
    int n = a.rows();
    for (int from = 0; from < n; from += PANEL) {
      int to = Math.min(n, from + PANEL);
      eliminate(from, to);
      if (to == n) {
        return;
      }
      Tile right = a.part(from, to, to - from, n - to);
      kernels.solve(
          Triangles.Shape.UNIT_LOWER, a.part(from, from, to - from, to - from), Op.PLAIN, right);
      kernels.gemm(
          -1,
          a.part(to, from, n - to, to - from),
          Op.PLAIN,
          right,
          Op.PLAIN,
          1,
          a.part(to, to, n - to, n - to));
    }
  }

  /// Eliminates columns one by one, and exchanges whole rows.
  private void eliminate(int from, int to) {
    int n = a.rows();
    for (int i = from; i < n; i++) {
      a.read(i, from, line, 0, to - from);
      for (int j = from; j < to; j++) {
        panel[j - from][i] = line[j - from];
      }
    }
    for (int j = from; j < to; j++) {
      double[] column = panel[j - from];
      int pivot = greatest(column, j, n);
      pivots[j] = pivot;
      for (int k = from; k < to && pivot != j; k++) {
        double kept = panel[k - from][j];
        panel[k - from][j] = panel[k - from][pivot];
        panel[k - from][pivot] = kept;
      }
      if (column[j] == 0) {
        singular = true;
        continue;
      }
      divide(column, j + 1, n, column[j]);
      for (int k = j + 1; k < to; k++) {
        subtract(panel[k - from], panel[k - from][j], column, j + 1, n);
      }
    }
    for (int j = from; j < to; j++) {
      exchange(j, pivots[j], 0, from);
      exchange(j, pivots[j], to, n);
    }
    for (int i = from; i < n; i++) {
      for (int j = from; j < to; j++) {
        line[j - from] = panel[j - from][i];
      }
      a.write(i, from, line, 0, to - from);
    }
  }

  private static int greatest(double[] column, int from, int to) {
    int place = from;
    for (int i = from + 1; i < to; i++) {
      if (Math.abs(column[i]) > Math.abs(column[place])) {
        place = i;
      }
    }
    return place;
  }

  private static void divide(double[] column, int from, int to, double by) {
    for (int i = from; i < to; i++) {
      column[i] /= by;
    }
  }

  private static void subtract(double[] from, double factor, double[] column, int begin, int end) {
    for (int i = begin; i < end; i++) {
      from[i] -= factor * column[i];
    }
  }

  /// Exchanges parts of two rows of the matrix.
  private void exchange(int row, int with, int from, int to) {
    exchange(a, row, with, from, to, line, other);
  }

  private static void exchange(
      Tile tile, int row, int with, int from, int to, double[] line, double[] other) {
    if (row == with || from == to) {
      return;
    }
    tile.read(row, from, line, 0, to - from);
    tile.read(with, from, other, 0, to - from);
    tile.write(row, from, other, 0, to - from);
    tile.write(with, from, line, 0, to - from);
  }

  /// Replaces B by A⁻¹·B, or by A⁻ᵀ·B. If the matrix is singular, results are not numbers.
  ///
  /// @param op whether A enters plain or transposed
  /// @param b as many rows as A
  public void solve(Op op, Tile b) {
    double[] first = new double[b.columns()];
    double[] second = new double[b.columns()];
    if (op == Op.PLAIN) {
      for (int i = 0; i < pivots.length; i++) {
        exchange(b, i, pivots[i], 0, b.columns(), first, second);
      }
      kernels.solve(Triangles.Shape.UNIT_LOWER, a, Op.PLAIN, b);
      kernels.solve(Triangles.Shape.UPPER, a, Op.PLAIN, b);
      return;
    }
    kernels.solve(Triangles.Shape.UPPER, a, Op.TRANSPOSED, b);
    kernels.solve(Triangles.Shape.UNIT_LOWER, a, Op.TRANSPOSED, b);
    for (int i = pivots.length - 1; i >= 0; i--) {
      exchange(b, i, pivots[i], 0, b.columns(), first, second);
    }
  }
}
