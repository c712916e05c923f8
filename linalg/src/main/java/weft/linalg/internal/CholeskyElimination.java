// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;
import weft.linalg.Blocking;

import java.lang.foreign.MemorySegment;
import weft.collective.Operation;
import weft.collective.Parts;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.Triangles;

/// A = L·Lᵀ by panels, on and below the diagonal. What is above it in the blocks on the diagonal is
/// not defined afterwards.
public final class CholeskyElimination extends Elimination {
  /// Columns that are updated as a rectangle, though a little of it is above the diagonal.
  private static final int STRIP = 48;

  private final MemorySegment memory;
  private final long most;
  private final int[] counts;

  /// Lᵀ of the panel for this rank's columns from [#firstColumn] on.
  private Tile u = Tile.ofArray(0, 0);

  private int firstColumn;

  /// The diagonal of L; the same on every rank.
  public final double[] diagonal;

  /// The first pivot that is not positive, or −1.
  private long failed = -1;

  public CholeskyElimination(CyclicMatrix a, Blocking blocking) {
    super(a, blocking);
    this.counts = new int[grid.rows()];
    this.diagonal = new double[Math.toIntExact(a.columns())];
    int square = Math.max(width, 1);
    // What arrives of Lᵀ and Lᵀ in order, or the rows of a square.
    this.most = Math.max(a.byColumn().most(), square);
    this.memory = grid.allocate(2 * most * square * Double.BYTES, "the rows of a panel");
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
    // On all ranks of the grid column alike.
    factorSquare(square);
    int top = w.columns() - panel.rows;
    Tile below = w.columns(top, w.columns());
    if (!Double.isNaN(square.get(panel.width - 1, panel.width - 1))) {
      Triangles.solve(grid.kernels(), Triangles.Shape.LOWER, square, Op.PLAIN, below);
    }
    for (int i = 0; i < top; i++) {
      int at = (int) (a.rowOf(a.rowsBefore(panel.start) + i) - panel.start);
      for (int j = 0; j < panel.width; j++) {
        w.set(j, i, square.get(at, j));
      }
    }
    panel.below().copyFrom(below);
  }

  /// The rows of the block on the diagonal, which ranks of the grid column have in turn.
  private void gatherSquare(long start, Tile w, Tile square) {
    Cyclic dealt = a.byRow();
    int width = square.rows();
    long at = 0;
    for (int part = 0; part < counts.length; part++) {
      int held = dealt.before(part, start + width) - dealt.before(part, start);
      if (part == grid.rowOfRank()) {
        Tile.packed(memory, at, held, width).transposeFrom(w.columns(0, held));
      }
      counts[part] = held * width;
      at += counts[part];
    }
    if (counts.length > 1) {
      grid.column.run(
          Operation.allgather(ProcessGrid.data(memory, 0, (long) width * width), Parts.of(counts)));
    }
    at = 0;
    for (int part = 0; part < counts.length; part++) {
      for (int i = 0; i < counts[part] / width; i++, at += width) {
        int row = (int) (dealt.global(part, dealt.before(part, start) + i) - start);
        square.rows(row, row + 1).copyFrom(Tile.packed(memory, at, 1, width));
      }
    }
  }

  /// A pivot that is not positive becomes NaN, and with it all that follow.
  private static void factorSquare(Tile square) {
    int n = square.rows();
    double[][] rows = new double[n][n];
    for (int i = 0; i < n; i++) {
      square.read(i, 0, rows[i], 0, i + 1);
    }
    for (int j = 0; j < n; j++) {
      double pivot = rows[j][j];
      for (int k = 0; k < j; k++) {
        pivot = Math.fma(-rows[j][k], rows[j][k], pivot);
      }
      pivot = pivot > 0 ? Math.sqrt(pivot) : Double.NaN;
      rows[j][j] = pivot;
      for (int i = j + 1; i < n; i++) {
        double sum = rows[i][j];
        for (int k = 0; k < j; k++) {
          sum = Math.fma(-rows[i][k], rows[j][k], sum);
        }
        rows[i][j] = sum / pivot;
      }
    }
    for (int i = 0; i < n; i++) {
      square.write(i, 0, rows[i], 0, n);
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

  /// Lᵀ for this rank's columns: a column spread of the rows that are also its columns.
  private void transposeBelow(FactoredPanel panel) {
    firstColumn = a.columnsBefore(panel.end());
    int count = a.local().columns() - firstColumn;
    u = Tile.packed(memory, most * width, panel.width, count);
    if (count == 0) {
      return;
    }
    int me = grid.rowOfRank();
    long at = 0;
    long mine = 0;
    java.util.Arrays.fill(counts, 0);
    for (int j = 0; j < count; j++) {
      counts[a.byRow().owner(a.columnOf(firstColumn + j))]++;
    }
    for (int part = 0; part < counts.length; part++) {
      mine = part == me ? at : mine;
      at += (long) counts[part] * panel.width;
    }
    Tile below = panel.below();
    Tile own = Tile.packed(memory, mine, panel.width, counts[me]);
    for (int j = 0, place = 0; j < count; j++) {
      long row = a.columnOf(firstColumn + j);
      if (a.byRow().owner(row) == me) {
        int from = a.byRow().local(row) - panel.firstRow;
        own.columns(place, place + 1).copyFrom(below.columns(from, from + 1));
        place++;
      }
    }
    int[] held = counts.clone();
    if (counts.length > 1) {
      for (int part = 0; part < counts.length; part++) {
        counts[part] = Math.multiplyExact(counts[part], panel.width);
      }
      grid.column.run(Operation.allgather(ProcessGrid.data(memory, 0, at), Parts.of(counts)));
    }
    Tile[] parts = new Tile[held.length];
    at = 0;
    for (int part = 0; part < held.length; part++) {
      parts[part] = Tile.packed(memory, at, panel.width, held[part]);
      at += (long) held[part] * panel.width;
    }
    int[] taken = new int[held.length];
    for (int j = 0; j < count; j++) {
      int part = a.byRow().owner(a.columnOf(firstColumn + j));
      int from = taken[part]++;
      u.columns(j, j + 1).copyFrom(parts[part].columns(from, from + 1));
    }
  }

  @Override
  public void update(FactoredPanel panel, int from, int to, boolean sliced) {
    if (failed < 0 && from < to) {
      lower(panel, from, to, a.local().rows());
      if (sliced) {
        grid.world().poll();
      }
    }
  }

  /// Updates the local columns `from` to `to` − 1 from the diagonal down to local row `end` − 1.
  private void lower(FactoredPanel panel, int from, int to, int end) {
    int begin = a.rowsBefore(a.columnOf(from));
    if (begin >= end) {
      return;
    }
    if (to - from <= STRIP) {
      multiply(panel, from, to, begin, end);
      return;
    }
    int half = from + (to - from) / 2;
    int middle = Math.min(end, a.rowsBefore(a.columnOf(half)));
    lower(panel, from, half, middle);
    lower(panel, half, to, end);
    for (int j = from; j < half; j += 4 * STRIP) {
      multiply(panel, j, Math.min(half, j + 4 * STRIP), middle, end);
      grid.world().poll();
    }
  }

  private void multiply(FactoredPanel panel, int from, int to, int begin, int end) {
    if (begin >= end) {
      return;
    }
    Tile l = panel.below().columns(begin - panel.firstRow, end - panel.firstRow);
    Tile rest = a.local().part(begin, from, end - begin, to - from);
    Tile columns = u.columns(from - firstColumn, to - firstColumn);
    grid.kernels().gemm(-1, l, Op.TRANSPOSED, columns, Op.PLAIN, 1, rest);
  }

  @Override
  public void close() {
    grid.free(memory);
    super.close();
  }
}
