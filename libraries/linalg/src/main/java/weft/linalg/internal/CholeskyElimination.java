// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import weft.collective.Operation;
import weft.collective.Parts;
import weft.linalg.Blocking;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.Triangles;

/// A = L·Lᵀ by panels, on and below the diagonal. In the diagonal blocks, elements above the
/// diagonal are undefined afterwards.
public final class CholeskyElimination extends Elimination {
  private final MemorySegment memory;
  private final long most;
  private final int[] counts;

  /// Lᵀ of the panel for this rank's columns from [#firstColumn] on.
  private Tile u = Tile.ofArray(0, 0);

  private int firstColumn;

  private final double[] diagonal;

  /// The first pivot that is not positive, or −1.
  private long failed = -1;

  public CholeskyElimination(CyclicMatrix a, Blocking blocking) {
    super(
        a,
        blocking.width() > 0
            ? blocking
            : new Blocking(
                DefaultBlocking.choleskyWidth(a.block(), a.columns()), blocking.lookahead()),
        "cholesky");
    this.counts = new int[grid.rows()];
    this.diagonal = new double[Math.toIntExact(a.columns())];
    int square = Math.max(width, 1);
    // Room for Lᵀ as it arrives and again in column order, or for the rows of a square.
    this.most = Math.max(a.byColumn().most(), square);
    this.memory = grid.allocate(2 * most * square * Double.BYTES, "the rows of a panel");
  }

  /// The diagonal of L; the same on every rank.
  public double[] diagonal() {
    return diagonal;
  }

  @Override
  public long steps() {
    return failed >= 0 ? 0 : a.columns();
  }

  @Override
  public int firstRow(long start, int width) {
    return a.rowsBefore(start + width);
  }

  /// The first pivot that is not positive, or −1; the same on every rank.
  public long failed() {
    return failed;
  }

  @Override
  public void factor(FactoredPanel panel, Tile w) {
    Tile square = panel.square();
    gatherSquare(panel.start, w, square);
    // All ranks of the grid column compute the same.
    factorSquare(square);
    int top = w.columns() - panel.rows;
    Tile below = w.columns(top, w.columns());
    if (!Double.isNaN(square.get(panel.width - 1, panel.width - 1))) {
      grid.kernels().solve(Triangles.Shape.LOWER, square, Op.PLAIN, below);
    }
    for (int i = 0; i < top; i++) {
      int at = (int) (a.rowOf(a.rowsBefore(panel.start) + i) - panel.start);
      for (int j = 0; j < panel.width; j++) {
        w.set(j, i, square.get(at, j));
      }
    }
    panel.below().copyFrom(below);
  }

  /// Collects the rows of the diagonal block, which the ranks of the grid column own in turn.
  private void gatherSquare(long start, Tile w, Tile square) {
    Cyclic dealt = a.byRow();
    int width = square.rows();
    if (counts.length == 1) {
      grid.kernels().transpose(w.columns(0, width), square);
      return;
    }
    long at = 0;
    for (int part = 0; part < counts.length; part++) {
      int held = dealt.before(part, start + width) - dealt.before(part, start);
      if (part == grid.rowOfRank()) {
        Tile.packed(memory, at, held, width).transposeFrom(w.columns(0, held));
      }
      counts[part] = held * width;
      at += counts[part];
    }
    grid.received((long) width * width - counts[grid.rowOfRank()]);
    grid.column.run(
        Operation.allgather(ProcessGrid.data(memory, 0, (long) width * width), Parts.of(counts)));
    at = 0;
    for (int part = 0; part < counts.length; part++) {
      for (int i = 0; i < counts[part] / width; i++, at += width) {
        int row = (int) (dealt.global(part, dealt.before(part, start) + i) - start);
        square.rows(row, row + 1).copyFrom(Tile.packed(memory, at, 1, width));
      }
    }
  }

  /// Works by rows of Lᵀ, so that the innermost loops run along arrays. A pivot that is not
  /// positive becomes NaN, and so do all later pivots.
  private static void factorSquare(Tile square) {
    int n = square.rows();
    double[][] upper = new double[n][n];
    double[] row = new double[n];
    for (int i = 0; i < n; i++) {
      square.read(i, 0, row, 0, i + 1);
      for (int j = 0; j <= i; j++) {
        upper[j][i] = row[j];
      }
    }
    for (int j = 0; j < n; j++) {
      double[] done = upper[j];
      double pivot = done[j] > 0 ? Math.sqrt(done[j]) : Double.NaN;
      done[j] = pivot;
      for (int i = j + 1; i < n; i++) {
        done[i] /= pivot;
      }
      for (int i = j + 1; i < n; i++) {
        subtract(upper[i], done[i], done, i);
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        row[j] = j <= i ? upper[j][i] : 0;
      }
      square.write(i, 0, row, 0, n);
    }
  }

  private static void subtract(double[] from, double factor, double[] row, int begin) {
    for (int k = begin; k < row.length; k++) {
      from[k] = Math.fma(-factor, row[k], from[k]);
    }
  }

  @Override
  public void arrived(FactoredPanel panel) {
    Tile square = panel.square();
    for (int j = 0; j < panel.width; j++) {
      double pivot = square.get(j, j);
      if (Double.isNaN(pivot) && failed < 0) {
        failed = panel.start + j;
      }
      diagonal[(int) panel.start + j] = pivot;
    }
    if (failed < 0) {
      transposeBelow(panel);
    }
  }

  /// Collects Lᵀ for this rank's columns: an allgather of the rows with the same indices within the
  /// grid column.
  private void transposeBelow(FactoredPanel panel) {
    firstColumn = a.columnsBefore(panel.end());
    int count = a.local().columns() - firstColumn;
    u = Tile.packed(memory, most * width, panel.width, count);
    if (count == 0) {
      return;
    }
    int me = grid.rowOfRank();
    int ranks = counts.length;
    java.util.Arrays.fill(counts, 0);
    for (int j = 0; j < count; ) {
      int run = run(j, count);
      counts[a.byRow().owner(a.columnOf(firstColumn + j))] += run;
      j += run;
    }
    Tile[] parts = new Tile[ranks];
    long at = 0;
    for (int part = 0; part < ranks; part++) {
      parts[part] = Tile.packed(memory, at, panel.width, counts[part]);
      at += (long) counts[part] * panel.width;
    }
    Tile below = panel.below();
    int place = 0;
    for (int j = 0; j < count; ) {
      int run = run(j, count);
      long row = a.columnOf(firstColumn + j);
      if (a.byRow().owner(row) == me) {
        int from = a.byRow().local(row) - panel.firstRow;
        Tile to = ranks == 1 ? u.columns(j, j + run) : parts[me].columns(place, place + run);
        to.copyFrom(below.columns(from, from + run));
        place += run;
      }
      j += run;
    }
    if (ranks == 1) {
      return;
    }
    for (int part = 0; part < ranks; part++) {
      counts[part] = Math.multiplyExact(counts[part], panel.width);
    }
    grid.received(at - counts[me]);
    grid.column.run(Operation.allgather(ProcessGrid.data(memory, 0, at), Parts.of(counts)));
    int[] taken = new int[ranks];
    for (int j = 0; j < count; ) {
      int run = run(j, count);
      int part = a.byRow().owner(a.columnOf(firstColumn + j));
      u.columns(j, j + run).copyFrom(parts[part].columns(taken[part], taken[part] + run));
      taken[part] += run;
      j += run;
    }
  }

  /// The number of this rank's columns from [#firstColumn] + `j` on whose indices lie in one block
  /// of rows.
  private int run(int j, int count) {
    return Math.min(count - j, a.byColumn().run(a.columnOf(firstColumn + j)));
  }

  @Override
  public void update(FactoredPanel panel, int from, int to, boolean sliced) {
    if (failed < 0) {
      new LowerProduct(a, panel.below(), panel.firstRow, u, firstColumn).subtract(from, to);
    }
  }

  @Override
  public void close() {
    grid.free(memory);
    super.close();
  }
}
