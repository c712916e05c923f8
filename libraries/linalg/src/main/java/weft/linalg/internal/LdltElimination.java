// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import weft.linalg.PhaseLog;
import weft.linalg.kernel.Tile;

/// P·A·Pᵀ = L·D·Lᵀ by panels, with the pivoting of Bunch and Kaufman (1977) or rook pivoting, on
/// and below the diagonal.
///
/// Every rank holds all rows of the panel's columns of L and of W = L·D, and the panel's columns as
/// they were before it, whatever the block size is. One reduction over all ranks fetches another
/// candidate column. The owners contribute its elements, and each rank subtracts the panel's update
/// of its share of the rows. So all ranks choose the same pivots.
///
/// The matrix keeps its old values during a panel. All interchanges are applied to all columns of
/// L.
public final class LdltElimination implements AutoCloseable {
  /// (1 + √17) / 8, the value with the best bound of element growth.
  private static final double ALPHA = (1 + Math.sqrt(17)) / 8;

  private final CyclicMatrix a;
  private final ProcessGrid grid;
  private final boolean rook;
  private final int n;
  private final int width;
  private final Interchanges interchanges;
  private final MemorySegment memory;
  private final ColumnSums sums;

  /// The panel's columns of L and of L·D. There is one more than `width`, since a pivot may take
  /// two columns.
  private final double[][] l;

  private final double[][] w;

  private final PanelColumns panel;

  /// The columns j and q of a step, with all columns of the panel before it applied.
  private double[] x;

  private double[] y;

  /// What this rank gives of a column.
  private final double[] given;

  /// The panel's first column, and the number of its eliminated columns.
  private int start;

  private int done;

  private final long[] pivots;

  private final double[] diagonal;
  private final double[] below;

  public LdltElimination(CyclicMatrix a, int width, boolean rook) {
    this.a = a;
    this.grid = a.grid();
    this.rook = rook;
    this.n = Math.toIntExact(a.rows());
    this.width = Math.max(1, Math.min(width, n));
    int columns = this.width + 1;
    this.l = new double[columns][n];
    this.w = new double[columns][n];
    this.x = new double[n];
    this.y = new double[n];
    this.given = new double[n];
    this.pivots = java.util.stream.LongStream.range(0, n).toArray();
    this.diagonal = new double[n];
    this.below = new double[n];
    this.memory =
        grid.allocate(
            (long) columns * (a.byRow().most() + a.byColumn().most()) * Double.BYTES,
            "%s by panels of %d columns".formatted(rook ? "ldltRook" : "ldlt", width));
    int most = Math.max(this.width, 2);
    this.sums = new ColumnSums(grid, n, most);
    this.panel = new PanelColumns(a, sums, most);
    this.interchanges = new Interchanges(a, columns);
  }

  /// The interchanges: step i exchanged row and column i with those of the number that has place i
  /// here. The same on every rank.
  public long[] pivots() {
    return pivots;
  }

  /// The diagonal of D.
  public double[] diagonal() {
    return diagonal;
  }

  /// The elements below the diagonal of D, which are not zero if two columns form a pivot.
  public double[] below() {
    return below;
  }

  /// Factors the matrix.
  public void run() {
    grid.noteBegin();
    for (start = 0; start < n; start += done) {
      done = 0;
      panel.fetch(start, Tile.packed(memory, 0, width, 0));
      while (done < width && start + done < n) {
        if (!eliminate(start + done)) {
          break;
        }
      }
      grid.note(PhaseLog.Phase.PANEL);
      finishPanel();
      grid.note(PhaseLog.Phase.UPDATE);
      grid.progressed(start + done, n);
    }
  }

  /// Eliminates column `j`, or two columns.
  ///
  /// @return false if the pivot takes two columns, and the panel has room for only one
  private boolean eliminate(int j) {
    firstCandidate(j);
    double head = Math.abs(x[j]);
    int q = WholeColumns.greatest(x, j, j);
    double most = q < 0 ? 0 : Math.abs(x[q]);
    if (Math.max(head, most) == 0) {
      keep(j, x, 0);
      return true;
    }
    if (head >= ALPHA * most) {
      keep(j, x, x[j]);
      return true;
    }
    int p = j;
    for (; ; ) {
      candidate(q, j, y);
      int next = WholeColumns.greatest(y, j, q);
      double rowMost = next < 0 ? 0 : Math.abs(y[next]);
      if (!rook && head * (rowMost / most) >= ALPHA * most) {
        keep(j, x, x[j]);
        return true;
      }
      if (Math.abs(y[q]) >= ALPHA * rowMost) {
        exchange(j, q);
        WholeColumns.swap(y, j, q);
        keep(j, y, y[j]);
        return true;
      }
      if (!rook || next == p || rowMost <= most) {
        break;
      }
      double[] last = x;
      x = y;
      y = last;
      p = q;
      q = next;
      most = rowMost;
    }
    if (done + 1 >= width && done > 0) {
      return false; // the next panel begins with both
    }
    exchange(j, p);
    WholeColumns.swap(x, j, p);
    WholeColumns.swap(y, j, p);
    exchange(j + 1, q);
    WholeColumns.swap(x, j + 1, q);
    WholeColumns.swap(y, j + 1, q);
    keepTwo(j);
    return true;
  }

  /// Stores column `j` as a pivot of one column.
  private void keep(int j, double[] column, double pivot) {
    double[] mine = l[done];
    Arrays.fill(mine, 0);
    System.arraycopy(column, j, w[done], j, n - j);
    if (pivot != 0) {
      for (int i = j + 1; i < n; i++) {
        mine[i] = column[i] / pivot;
      }
    }
    mine[j] = 1;
    diagonal[j] = pivot;
    below[j] = 0;
    done++;
  }

  /// Stores columns `j` and `j` + 1 as a pivot of two columns. Divides by the element off the
  /// diagonal first, so that nothing overflows.
  private void keepTwo(int j) {
    double[] first = l[done];
    double[] second = l[done + 1];
    Arrays.fill(first, 0);
    Arrays.fill(second, 0);
    System.arraycopy(x, j, w[done], j, n - j);
    System.arraycopy(y, j, w[done + 1], j, n - j);
    double t = x[j + 1];
    double byLower = y[j + 1] / t;
    double byUpper = x[j] / t;
    double f = 1 / (byLower * byUpper - 1);
    for (int i = j + 2; i < n; i++) {
      double u = x[i] / t;
      double v = y[i] / t;
      first[i] = f * (byLower * u - v);
      second[i] = f * (byUpper * v - u);
    }
    first[j] = 1;
    second[j + 1] = 1;
    diagonal[j] = x[j];
    diagonal[j + 1] = y[j + 1];
    below[j] = t;
    below[j + 1] = 0;
    done += 2;
  }

  /// Exchanges row and column `i` with `k` ≥ `i`, in the panel's columns and in the columns that
  /// are not eliminated. Column i itself is not written, because L replaces it, or it is exchanged
  /// no more.
  private void exchange(int i, int k) {
    pivots[i] = k;
    if (i == k) {
      return;
    }
    for (int c = 0; c < done; c++) {
      WholeColumns.swap(l[c], i, k);
      WholeColumns.swap(w[c], i, k);
    }
    double[] column = panel.column(i);
    Tile local = a.local();
    if (a.byColumn().owner(k) == grid.columnOfRank()) {
      int at = a.byColumn().local(k);
      for (int r = a.rowsBefore(k); r < local.rows(); r++) {
        int row = (int) a.rowOf(r);
        local.set(r, at, column[row == k ? i : row]);
      }
    }
    if (a.byRow().owner(k) == grid.rowOfRank()) {
      int at = a.byRow().local(k);
      for (int c = a.columnsBefore(i + 1L); c < a.columnsBefore(k); c++) {
        local.set(at, c, column[(int) a.columnOf(c)]);
      }
    }
    panel.exchange(i, k);
  }

  /// Computes column `j` from row `j` on, with the update by the panel's columns, on each rank
  /// alone.
  private void firstCandidate(int j) {
    change(j, j, n, x);
    double[] old = panel.column(j);
    for (int i = j; i < n; i++) {
      x[i] += old[i];
    }
  }

  /// Fetches column `c` from row `j` on to all ranks, with the update by the panel's columns.
  private void candidate(int c, int j, double[] to) {
    int count = n - j;
    give(c, j, given);
    int ranks = grid.all.size();
    int from = j + (int) ((long) count * grid.all.rank() / ranks);
    int end = j + (int) ((long) count * (grid.all.rank() + 1) / ranks);
    Arrays.fill(to, j, n, 0);
    change(c, from, end, to);
    for (int i = j; i < n; i++) {
      to[i] += given[i];
    }
    sums.run(to, j, count);
  }

  /// What the panel's columns change in the rows `from` to `end` − 1 of column `c`.
  private void change(int c, int from, int end, double[] to) {
    Arrays.fill(to, from, end, 0);
    int k = 0;
    for (; k < done - 3; k += 4) {
      WholeColumns.subtract(
          to,
          from,
          end,
          l[k],
          w[k][c],
          l[k + 1],
          w[k + 1][c],
          l[k + 2],
          w[k + 2][c],
          l[k + 3],
          w[k + 3][c]);
    }
    for (; k < done; k++) {
      WholeColumns.subtract(to, from, end, l[k], w[k][c]);
    }
  }

  /// This rank's elements of the symmetric column `c` from row `j` on; zeros elsewhere.
  private void give(int c, int j, double[] to) {
    Arrays.fill(to, j, n, 0);
    Tile local = a.local();
    if (a.byColumn().owner(c) == grid.columnOfRank()) {
      int at = a.byColumn().local(c);
      for (int r = a.rowsBefore(c); r < local.rows(); ) {
        int row = (int) a.rowOf(r);
        for (int run = a.byRow().run(row); run > 0; run--) {
          to[row++] = local.get(r++, at);
        }
      }
    }
    if (a.byRow().owner(c) == grid.rowOfRank()) {
      int at = a.byRow().local(c);
      int end = a.columnsBefore(c);
      for (int k = a.columnsBefore(j); k < end; ) {
        int column = (int) a.columnOf(k);
        int run = Math.min(end - k, a.byColumn().run(column));
        local.read(at, k, to, column, run);
        k += run;
      }
    }
  }

  /// Writes the panel's columns of L, exchanges rows of the columns before it, and updates the
  /// columns after it.
  private void finishPanel() {
    int end = start + done;
    Tile local = a.local();
    keepPanel(local, end);
    Tile exchanged = Tile.ofArray(1, done);
    for (int k = 0; k < done; k++) {
      exchanged.set(0, k, (double) pivots[start + k]);
    }
    interchanges.follow(start, exchanged);
    interchanges.run(0, a.columnsBefore(start), false);
    int firstRow = a.rowsBefore(end);
    int firstColumn = a.columnsBefore(end);
    int rows = local.rows() - firstRow;
    int columns = local.columns() - firstColumn;
    Tile left = Tile.packed(memory, 0, done, rows);
    Tile right = Tile.packed(memory, (long) (width + 1) * a.byRow().most(), done, columns);
    for (int k = 0; k < done; k++) {
      WholeColumns.pick(l[k], a.byRow(), grid.rowOfRank(), firstRow, left, k);
      WholeColumns.pick(w[k], a.byColumn(), grid.columnOfRank(), firstColumn, right, k);
    }
    new LowerProduct(a, left, firstRow, right, firstColumn).subtract(firstColumn, local.columns());
  }

  /// Writes this rank's part of the panel's columns of L.
  private void keepPanel(Tile local, int end) {
    int top = a.rowsBefore(start);
    int last = a.columnsBefore(end);
    for (int c = a.columnsBefore(start); c < last; ) {
      int column = (int) a.columnOf(c);
      int run = Math.min(last - c, a.byColumn().run(column));
      Tile some = Tile.packed(memory, 0, run, local.rows() - top);
      for (int k = 0; k < run; k++) {
        WholeColumns.pick(l[column - start + k], a.byRow(), grid.rowOfRank(), top, some, k);
      }
      grid.kernels().transpose(some, local.part(top, c, local.rows() - top, run));
      c += run;
    }
  }

  @Override
  public void close() {
    sums.close();
    grid.free(memory);
    interchanges.close();
  }
}
