// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import weft.linalg.PhaseLog;
import weft.linalg.kernel.Tile;

/// P·A·Pᵀ = L·D·Lᵀ by panels, with the pivoting of Bunch and Kaufman (1977) or rook pivoting, on
/// and below the diagonal.
///
/// Every rank holds all rows of the panel's columns of L and of W = L·D, whatever the block size
/// is. One reduction over all ranks fetches a candidate column. The owners contribute its elements,
/// and each rank subtracts the panel's update of its share of the rows. So all ranks share the work
/// of a panel, and choose the same pivots.
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

  /// The columns j and q of a step.
  private Column x;

  private Column y;

  /// The panel's first column, and the number of its eliminated columns.
  private int start;

  private int done;

  /// The interchanges: step i exchanged row and column i with `pivots[i]`. The same on every rank.
  public final long[] pivots;

  /// The diagonal of D, and the elements below it, which are not zero if two columns form a pivot.
  public final double[] diagonal;

  public final double[] below;

  /// A column from row `start` of the panel on.
  private static final class Column {
    /// The values in the matrix. They are complete in the first column of a step; in others they
    /// are this rank's part.
    double[] old;

    /// The values after the update by the panel's earlier columns.
    double[] values;

    Column(int n) {
      this.old = new double[n];
      this.values = new double[n];
    }

    void exchange(int i, int k) {
      WholeColumns.swap(values, i, k);
    }
  }

  public LdltElimination(CyclicMatrix a, int width, boolean rook) {
    this.a = a;
    this.grid = a.grid();
    this.rook = rook;
    this.n = Math.toIntExact(a.rows());
    this.width = Math.max(1, Math.min(width, n));
    int columns = this.width + 1;
    this.l = new double[columns][n];
    this.w = new double[columns][n];
    this.x = new Column(n);
    this.y = new Column(n);
    this.pivots = java.util.stream.LongStream.range(0, n).toArray();
    this.diagonal = new double[n];
    this.below = new double[n];
    this.memory =
        grid.allocate(
            (long) columns * (a.byRow().most() + a.byColumn().most()) * Double.BYTES,
            "%s by panels of %d columns".formatted(rook ? "ldltRook" : "ldlt", width));
    this.sums = new ColumnSums(grid, n);
    this.interchanges = new Interchanges(a, columns);
  }

  /// Factors the matrix.
  public void run() {
    grid.noteBegin();
    for (start = 0; start < n; start += done) {
      done = 0;
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
    fetch(j, j, x);
    double head = Math.abs(x.values[j]);
    int q = WholeColumns.greatest(x.values, j, j);
    double most = q < 0 ? 0 : Math.abs(x.values[q]);
    if (Math.max(head, most) == 0) {
      keep(j, x.values, 0);
      return true;
    }
    if (head >= ALPHA * most) {
      keep(j, x.values, x.values[j]);
      return true;
    }
    double[] first = x.old.clone(); // moves to the pivot's old place
    int p = j;
    for (; ; ) {
      fetch(q, j, y);
      int next = WholeColumns.greatest(y.values, j, q);
      double rowMost = next < 0 ? 0 : Math.abs(y.values[next]);
      if (!rook && head * (rowMost / most) >= ALPHA * most) {
        keep(j, x.values, x.values[j]);
        return true;
      }
      if (Math.abs(y.values[q]) >= ALPHA * rowMost) {
        exchange(j, q, first);
        y.exchange(j, q);
        pivots[j] = q;
        keep(j, y.values, y.values[j]);
        return true;
      }
      if (!rook || next == p || rowMost <= most) {
        break;
      }
      Column last = x;
      x = y;
      y = last;
      p = q;
      q = next;
      most = rowMost;
    }
    if (done + 1 >= width && done > 0) {
      return false; // the next panel begins with both
    }
    exchange(j, p, first);
    x.exchange(j, p);
    y.exchange(j, p);
    if (q != j + 1) {
      double[] second = new double[n];
      fetchOld(j + 1, second);
      exchange(j + 1, q, second);
    }
    x.exchange(j + 1, q);
    y.exchange(j + 1, q);
    pivots[j] = p;
    pivots[j + 1] = q;
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
    System.arraycopy(x.values, j, w[done], j, n - j);
    System.arraycopy(y.values, j, w[done + 1], j, n - j);
    double t = x.values[j + 1];
    double byLower = y.values[j + 1] / t;
    double byUpper = x.values[j] / t;
    double f = 1 / (byLower * byUpper - 1);
    for (int i = j + 2; i < n; i++) {
      double u = x.values[i] / t;
      double v = y.values[i] / t;
      first[i] = f * (byLower * u - v);
      second[i] = f * (byUpper * v - u);
    }
    first[j] = 1;
    second[j + 1] = 1;
    diagonal[j] = x.values[j];
    diagonal[j + 1] = y.values[j + 1];
    below[j] = t;
    below[j + 1] = 0;
    done += 2;
  }

  /// Exchanges row and column `i` with `k` ≥ `i`, in the panel's columns so far and in the columns
  /// that are not eliminated. Column i itself is not written, because L replaces it.
  ///
  /// @param column column i of the matrix before the exchange
  private void exchange(int i, int k, double[] column) {
    pivots[i] = k;
    if (i == k) {
      return;
    }
    for (int c = 0; c < done; c++) {
      WholeColumns.swap(l[c], i, k);
      WholeColumns.swap(w[c], i, k);
    }
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
  }

  /// Fetches column `c` from row `j` on to all ranks, with the update by the panel's columns. The
  /// old values are summed only if `c` = `j`.
  private void fetch(int c, int j, Column to) {
    int count = n - j;
    give(c, j, to.old);
    double[] change = to.values;
    Arrays.fill(change, j, n, 0);
    int ranks = grid.all.size();
    int from = j + (int) ((long) count * grid.all.rank() / ranks);
    int end = j + (int) ((long) count * (grid.all.rank() + 1) / ranks);
    int k = 0;
    for (; k < done - 3; k += 4) {
      WholeColumns.subtract(
          change,
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
      WholeColumns.subtract(change, from, end, l[k], w[k][c]);
    }
    if (c == j) {
      sums.run(to.old, change, j, count);
    }
    for (int i = j; i < n; i++) {
      change[i] += to.old[i];
    }
    if (c != j) { // the old values are not needed
      sums.run(change, change, j, count);
    }
  }

  private void fetchOld(int c, double[] to) {
    give(c, c, to);
    sums.run(to, to, c, n - c);
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
