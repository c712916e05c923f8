// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import weft.linalg.Blocking;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.Triangles;

/// P·A = L·U by panels. The diagonal of L consists of ones and is not stored. As in LAPACK, all
/// interchanges are applied to all columns of L.
public final class LuElimination extends Elimination {
  private final LuPanel panels;
  private final Interchanges interchanges;

  private final long[] pivots;
  private final double[] diagonal;

  public LuElimination(CyclicMatrix a, Blocking blocking) {
    super(a, blocking, "lu");
    this.panels = new LuPanel(a, width);
    this.interchanges = new Interchanges(a, width);
    this.pivots = new long[Math.toIntExact(steps())];
    this.diagonal = new double[pivots.length];
  }

  /// The interchanges: step i exchanged row i with the row that has place i here. The same on every
  /// rank.
  public long[] pivots() {
    return pivots;
  }

  /// The diagonal of U; the same on every rank.
  public double[] diagonal() {
    return diagonal;
  }

  @Override
  public long steps() {
    return Math.min(a.rows(), a.columns());
  }

  @Override
  public int firstRow(long start, int width) {
    return a.rowsBefore(start + width);
  }

  @Override
  public void factor(FactoredPanel panel, Tile w) {
    panels.factor(panel.start, w, panel.square(), panel.numbers());
    panel.below().copyFrom(w.columns(w.columns() - panel.rows, w.columns()));
  }

  @Override
  public void arrived(FactoredPanel panel) {
    Tile square = panel.square();
    for (int j = 0; j < panel.width; j++) {
      int at = (int) panel.start + j;
      pivots[at] = (long) panel.numbers().get(0, j);
      diagonal[at] = square.get(j, j);
    }
  }

  @Override
  public void update(FactoredPanel panel, int from, int to, boolean sliced) {
    if (from == to) {
      return;
    }
    interchanges.follow(panel.start, panel.numbers());
    Tile u = interchanges.run(from, to, true);
    grid.kernels().solve(Triangles.Shape.UNIT_LOWER, panel.square(), Op.PLAIN, u);
    interchanges.keep(u, from);
    int rows = a.local().rows();
    Tile rest = a.local().part(panel.firstRow, from, rows - panel.firstRow, to - from);
    if (rest.rows() == 0) {
      return;
    }
    if (sliced) {
      grid.gemmInSlices(-1, panel.below(), Op.TRANSPOSED, u, rest);
    } else {
      grid.kernels().gemm(-1, panel.below(), Op.TRANSPOSED, u, Op.PLAIN, 1, rest);
    }
  }

  @Override
  public void applied(FactoredPanel panel) {
    int left = a.columnsBefore(panel.start);
    if (left > 0) {
      interchanges.follow(panel.start, panel.numbers());
      interchanges.run(0, left, false);
    }
  }

  @Override
  public void close() {
    interchanges.close();
    panels.close();
    super.close();
  }
}
