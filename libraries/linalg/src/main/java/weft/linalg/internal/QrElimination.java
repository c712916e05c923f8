// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import weft.collective.Operator;
import weft.linalg.Blocking;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// A = Q·R by panels of Householder reflections. A panel is stored in the compact WY form, I −
/// V·T·Vᵀ. R replaces A on and above the diagonal, and V replaces it below, without its ones.
public final class QrElimination extends Elimination {
  /// The reflections of a panel.
  ///
  /// @param start the first column
  /// @param t the upper triangular T
  public record Reflections(long start, int width, Tile t) {}

  /// Below this sum of squares, the products of a vector with others may underflow. It is then
  /// scaled first.
  private static final double SMALL = 0x1p-500;

  /// Columns that are reflected one by one, in arrays.
  private static final int LEAF = 8;

  private final MemorySegment memory;
  private final long most;
  private final double[][] leaf;

  /// Sums over the ranks of a grid column: of products, and the row at the diagonal.
  private final Tile sums;

  /// All panels in order; the same on every rank.
  public final List<Reflections> reflections = new ArrayList<>();

  public QrElimination(CyclicMatrix a, Blocking blocking) {
    super(a, blocking, "qr");
    this.most = Math.max(a.byColumn().most(), width);
    // VᵀC and TᵀVᵀC.
    long products = 2L * width * most;
    this.memory = grid.allocate((products + 2 * LEAF) * Double.BYTES, "the reflections of a panel");
    this.sums = Tile.packed(memory, products, 1, 2 * LEAF);
    this.leaf = new double[LEAF][a.local().rows()];
  }

  @Override
  public long steps() {
    return Math.min(a.rows(), a.columns());
  }

  @Override
  public int firstRow(long start, int width) {
    return a.rowsBefore(start);
  }

  @Override
  public void factor(FactoredPanel panel, Tile w) {
    panel.square().fill(0);
    factor(panel, w, 0, panel.width);
  }

  /// Factors columns of the panel by halves (Elmroth and Gustavson 2000). V is stored in
  /// `panel.below()` with its ones and zeros, R and V in `w`, T in `panel.square()`.
  private void factor(FactoredPanel panel, Tile w, int from, int to) {
    if (to - from <= LEAF) {
      reflect(panel, w, from, to);
      return;
    }
    int half = from + ((to - from) / 2 + LEAF - 1) / LEAF * LEAF;
    factor(panel, w, from, half);
    Tile t = panel.square();
    int first = a.rowsBefore(panel.start + from) - panel.firstRow;
    int rows = w.columns() - first;
    Tile v = panel.below().part(from, first, half - from, rows);
    Tile rest = w.part(half, first, to - half, rows);
    Tile products = Tile.packed(memory, 0, half - from, to - half);
    Tile shares = Tile.packed(memory, (long) width * most, half - from, to - half);
    Tile t1 = t.part(from, from, half - from, half - from);
    multiply(v, rest, products);
    grid.kernels().gemm(1, t1, Op.TRANSPOSED, products, Op.PLAIN, 0, shares);
    if (rows > 0) {
      grid.kernels().gemm(-1, shares, Op.TRANSPOSED, v, Op.PLAIN, 1, rest);
    }
    factor(panel, w, half, to);
    // T of both halves consists of T1, T2, and -T1·(V1ᵀV2)·T2 between them.
    multiply(v, panel.below().part(half, first, to - half, rows), products);
    Tile t2 = t.part(half, half, to - half, to - half);
    grid.kernels().gemm(-1, products, Op.PLAIN, t2, Op.PLAIN, 0, shares);
    grid.kernels()
        .gemm(1, t1, Op.PLAIN, shares, Op.PLAIN, 0, t.part(from, half, half - from, to - half));
  }

  /// Products of columns that are stored as rows, summed over the grid column.
  private void multiply(Tile left, Tile right, Tile products) {
    if (left.columns() > 0) {
      grid.kernels().gemm(1, left, Op.PLAIN, right, Op.TRANSPOSED, 0, products);
    } else {
      products.fill(0);
    }
    grid.sum(grid.column, products);
  }

  /// Transforms columns `from` to `to` − 1 of the panel to multiples of unit vectors, one by one.
  private void reflect(FactoredPanel panel, Tile w, int from, int to) {
    int first = a.rowsBefore(panel.start + from) - panel.firstRow;
    int rows = w.columns() - first;
    for (int j = from; j < to; j++) {
      w.read(j, first, leaf[j - from], 0, rows);
    }
    double[][] columns = to - from == LEAF ? leaf : java.util.Arrays.copyOf(leaf, to - from);
    for (int j = 0; j < columns.length; j++) {
      reflect(panel, columns, j, from, first, rows);
    }
    Tile v = panel.below();
    double[] zeros = new double[first];
    for (int j = from; j < to; j++) {
      double[] column = columns[j - from];
      w.write(j, first, column, 0, rows);
      // The same vector with its one, and zeros above.
      long diagonal = panel.start + j;
      int below = a.rowsBefore(diagonal + 1) - panel.firstRow - first;
      java.util.Arrays.fill(column, 0, below, 0);
      if (a.byRow().owner(diagonal) == grid.rowOfRank()) {
        column[a.byRow().local(diagonal) - panel.firstRow - first] = 1;
      }
      v.write(j, 0, zeros, 0, first);
      v.write(j, first, column, 0, rows);
    }
  }

  /// Transforms column `j` of the leaf to a multiple of a unit vector.
  ///
  /// One reduction delivers the row at the diagonal and the products of the part below it. What
  /// remains of a column that depends on others is rounding error, and later ones may become as
  /// small as errors of errors. Their squares would underflow, and Q would not be orthogonal. So a
  /// small column is scaled by a power of two, and reduced again.
  private void reflect(
      FactoredPanel panel, double[][] columns, int j, int from, int first, int rows) {
    long diagonal = panel.start + from + j;
    int below = a.rowsBefore(diagonal + 1) - panel.firstRow - first;
    int place =
        a.byRow().owner(diagonal) == grid.rowOfRank()
            ? a.byRow().local(diagonal) - panel.firstRow - first
            : -1;
    sum(columns, j, place, below, rows);
    double head = sums.get(0, LEAF + j);
    int exponent = 0;
    if (Math.fma(head, head, sums.get(0, j)) < SMALL) {
      exponent = exponent(columns[j], place, below, rows);
      scale(columns[j], -exponent, place, below, rows);
      sum(columns, j, place, below, rows);
    }
    double beta = reflect(panel, columns, j, from, place, below, rows);
    if (place >= 0) {
      columns[j][place] = Math.scalb(beta, exponent);
    }
  }

  /// The exponent of the greatest element from the diagonal on, over the ranks of the grid column.
  private int exponent(double[] x, int place, int below, int rows) {
    double most = place < 0 ? 0 : Math.abs(x[place]);
    for (int i = below; i < rows; i++) {
      most = Math.max(most, Math.abs(x[i]));
    }
    most = grid.column.allreduce(most, Operator.MAX);
    return most == 0 ? 0 : Math.getExponent(most);
  }

  private static void scale(double[] x, int exponent, int place, int below, int rows) {
    if (place >= 0) {
      x[place] = Math.scalb(x[place], exponent);
    }
    for (int i = below; i < rows; i++) {
      x[i] = Math.scalb(x[i], exponent);
    }
  }

  /// Sums over the ranks of the grid column the products of x', the part of column `j` below the
  /// diagonal, and the row at the diagonal. The products are x'ᵀx', x'ᵀa' for the columns a to the
  /// right, and x'ᵀv for the vectors v to the left.
  ///
  /// @param place the position of the diagonal on this rank, or −1
  private void sum(double[][] columns, int j, int place, int below, int rows) {
    for (int k = 0; k < columns.length; k++) {
      sums.set(0, k, dot(columns[j], columns[k], below, rows));
      sums.set(0, LEAF + k, place < 0 ? 0 : columns[k][place]);
    }
    grid.sum(grid.column, sums);
  }

  /// Reflects the columns to the right, and turns column `j` into v.
  ///
  /// @return the element at the diagonal
  private double reflect(
      FactoredPanel panel, double[][] columns, int j, int from, int place, int below, int rows) {
    int count = columns.length;
    double[] x = columns[j];
    double head = sums.get(0, LEAF + j);
    double squares = sums.get(0, j);
    double beta = squares == 0 ? head : -Math.copySign(Math.hypot(head, Math.sqrt(squares)), head);
    double tau = squares == 0 ? 0 : (beta - head) / beta;
    double scale = squares == 0 ? 0 : 1 / (head - beta);
    double[] dots = new double[count];
    for (int k = 0; k < count; k++) {
      dots[k] = Math.fma(scale, sums.get(0, k), sums.get(0, LEAF + k));
    }
    extend(panel.square().part(from, from, count, count), j, tau, dots);
    for (int i = below; i < rows; i++) {
      x[i] *= scale;
    }
    panel.numbers().set(0, from + j, tau);
    for (int k = j + 1; k < count; k++) {
      double factor = tau * dots[k];
      subtract(columns[k], factor, x, below, rows);
      if (place >= 0) {
        columns[k][place] -= factor;
      }
    }
    return beta;
  }

  /// Has four independent sums, since each addition to one sum would wait for the one before.
  private static double dot(double[] x, double[] y, int from, int to) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = from;
    for (; i < to - 3; i += 4) {
      a = Math.fma(x[i], y[i], a);
      b = Math.fma(x[i + 1], y[i + 1], b);
      c = Math.fma(x[i + 2], y[i + 2], c);
      d = Math.fma(x[i + 3], y[i + 3], d);
    }
    for (; i < to; i++) {
      a = Math.fma(x[i], y[i], a);
    }
    return a + b + (c + d);
  }

  private static void subtract(double[] values, double factor, double[] column, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] = Math.fma(-factor, column[i], values[i]);
    }
  }

  /// Sets column `j` of T: −τ·T·Vᵀv above τ.
  private static void extend(Tile t, int j, double tau, double[] dots) {
    for (int i = 0; i < j; i++) {
      double sum = 0;
      for (int k = i; k < j; k++) {
        sum = Math.fma(t.get(i, k), dots[k], sum);
      }
      t.set(i, j, -tau * sum);
    }
    t.set(j, j, tau);
  }

  @Override
  public void arrived(FactoredPanel panel) {
    Tile t = Tile.ofArray(panel.width, panel.width);
    t.copyFrom(panel.square());
    reflections.add(new Reflections(panel.start, panel.width, t));
  }

  @Override
  public void update(FactoredPanel panel, int from, int to, boolean sliced) {
    if (from == to) {
      return;
    }
    Tile rest = a.local().part(panel.firstRow, from, panel.rows, to - from);
    Tile products = Tile.packed(memory, 0, panel.width, to - from);
    Tile shares = Tile.packed(memory, (long) width * most, panel.width, to - from);
    Tile v = panel.below();
    if (panel.rows == 0) {
      products.fill(0);
    } else if (sliced) {
      products.fill(0);
      grid.gemmInSlices(1, v, Op.PLAIN, rest, products);
    } else {
      grid.kernels().gemm(1, v, Op.PLAIN, rest, Op.PLAIN, 0, products);
    }
    grid.sum(grid.column, products);
    grid.kernels().gemm(1, panel.square(), Op.TRANSPOSED, products, Op.PLAIN, 0, shares);
    if (sliced) {
      grid.gemmInSlices(-1, v, Op.TRANSPOSED, shares, rest);
    } else {
      grid.kernels().gemm(-1, v, Op.TRANSPOSED, shares, Op.PLAIN, 1, rest);
    }
  }

  @Override
  public void close() {
    grid.free(memory);
    super.close();
  }
}
