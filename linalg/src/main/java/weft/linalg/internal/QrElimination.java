// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;
import weft.linalg.Blocking;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// A = Q·R by panels of Householder reflections, in the compact WY form: I − V·T·Vᵀ for a panel. R
/// takes the place of A on and above the diagonal, V below, without its ones.
public final class QrElimination extends Elimination {
  /// The reflections of a panel.
  ///
  /// @param start the first column
  /// @param t the upper triangular T
  public record Reflections(long start, int width, Tile t) {}

  private final MemorySegment memory;
  private final long most;

  /// All panels in order; the same on every rank.
  public final List<Reflections> reflections = new ArrayList<>();

  public QrElimination(CyclicMatrix a, Blocking blocking) {
    super(a, blocking);
    this.most = a.byColumn().most();
    // Sums and rows of one column, and VᵀC and TᵀVᵀC.
    this.memory =
        grid.allocate(
            (3L * width + 2L * width * most) * Double.BYTES, "the reflections of a panel");
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
    Tile t = panel.square();
    t.fill(0);
    double[] dots = new double[panel.width];
    for (int j = 0; j < panel.width; j++) {
      reflect(panel, w, t, j, dots);
    }
    Tile v = panel.below();
    v.copyFrom(w);
    for (int i = 0; i < v.columns(); i++) {
      long row = a.rowOf(panel.firstRow + i) - panel.start;
      for (int j = (int) Math.min(row, panel.width); j < panel.width; j++) {
        v.set(j, i, j == row ? 1 : 0);
      }
    }
  }

  /// Makes column `j` of the panel a multiple of a unit vector. One reduction brings all that is
  /// needed: x'ᵀx', x'ᵀa' for the columns to the right and v for those to the left, and the row at
  /// the diagonal.
  private void reflect(FactoredPanel panel, Tile w, Tile t, int j, double[] dots) {
    int width = panel.width;
    int first = a.rowsBefore(panel.start + j + 1) - panel.firstRow;
    int count = w.columns() - first;
    Tile x = w.part(j, first, 1, count);
    Tile sums = Tile.packed(memory, 0, width, 1);
    Tile row = Tile.packed(memory, width, 1, width);
    if (count > 0) {
      Tile rest = w.part(0, first, width, count);
      grid.kernels().gemm(1, rest, Op.PLAIN, x, Op.TRANSPOSED, 0, sums);
    } else {
      sums.fill(0);
    }
    long diagonal = panel.start + j;
    boolean owner = a.byRow().owner(diagonal) == grid.rowOfRank();
    int place = owner ? a.byRow().local(diagonal) - panel.firstRow : 0;
    for (int k = 0; k < width; k++) {
      row.set(0, k, owner ? w.get(k, place) : 0);
    }
    ProcessGrid.sum(grid.column, Tile.packed(memory, 0, 2, width));

    double head = row.get(0, j);
    double squares = sums.get(j, 0);
    double beta = squares == 0 ? head : -Math.copySign(Math.hypot(head, Math.sqrt(squares)), head);
    double tau = squares == 0 ? 0 : (beta - head) / beta;
    double scale = squares == 0 ? 0 : 1 / (head - beta);
    for (int k = 0; k < width; k++) {
      dots[k] = Math.fma(scale, sums.get(k, 0), row.get(0, k));
    }
    extend(t, j, tau, dots);
    for (int i = 0; i < count; i++) {
      x.set(0, i, scale * x.get(0, i));
    }
    panel.numbers().set(0, j, tau);
    int right = width - j - 1;
    Tile factors = Tile.packed(memory, 2L * width, right, 1);
    for (int k = 0; k < right; k++) {
      factors.set(k, 0, tau * dots[j + 1 + k]);
    }
    if (owner) {
      w.set(j, place, beta);
      for (int k = 0; k < right; k++) {
        w.set(j + 1 + k, place, w.get(j + 1 + k, place) - factors.get(k, 0));
      }
    }
    if (right > 0 && count > 0 && tau != 0) {
      Tile rest = w.part(j + 1, first, right, count);
      grid.kernels().gemm(-1, factors, Op.PLAIN, x, Op.PLAIN, 1, rest);
    }
  }

  /// T gets column `j`: −τ·T·Vᵀv above τ.
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
    Tile products = Tile.packed(memory, 3L * width, panel.width, to - from);
    Tile shares = Tile.packed(memory, 3L * width + width * most, panel.width, to - from);
    Tile v = panel.below();
    products.fill(0);
    if (sliced) {
      grid.gemmInSlices(1, v, Op.PLAIN, rest, products);
    } else {
      grid.kernels().gemm(1, v, Op.PLAIN, rest, Op.PLAIN, 0, products);
    }
    ProcessGrid.sum(grid.column, products);
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
