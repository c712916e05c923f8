// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.util.Arrays;
import weft.linalg.kernel.Tile;

/// The columns of a symmetric matrix that a panel eliminates, with their values before the panel.
/// Every rank holds them whole. One sum at the beginning of the panel fetches them, and later
/// exchanges are applied to them. So the first candidate of each step needs no message.
final class PanelColumns {
  private final CyclicMatrix a;
  private final ColumnSums sums;

  /// The elements of each column from row [#start] on, at their row numbers in the matrix.
  private final double[][] columns;

  private int start;
  private int count;

  /// @param most the maximum number of columns of a panel
  PanelColumns(CyclicMatrix a, ColumnSums sums, int most) {
    this.a = a;
    this.sums = sums;
    this.columns = new double[most][Math.toIntExact(a.rows())];
  }

  /// Fetches the columns from `start` on to all ranks.
  ///
  /// @param space for this rank's part of them
  void fetch(int start, Tile space) {
    int n = Math.toIntExact(a.rows());
    this.start = start;
    this.count = Math.min(columns.length, n - start);
    Tile local = a.local();
    ProcessGrid grid = a.grid();
    for (int k = 0; k < count; k++) {
      Arrays.fill(columns[k], start, n, 0);
    }
    int top = a.rowsBefore(start);
    int rows = local.rows() - top;
    int last = a.columnsBefore(start + (long) count);
    for (int c = a.columnsBefore(start); c < last; ) {
      int column = (int) a.columnOf(c);
      int run = Math.min(last - c, a.byColumn().run(column));
      Tile some = Tile.packed(space.memory(), space.at(), run, rows);
      grid.kernels().transpose(local.part(top, c, rows, run), some);
      for (int k = 0; k < run; k++) {
        WholeColumns.place(some, k, a.byRow(), grid.rowOfRank(), top, columns[column - start + k]);
      }
      c += run;
    }
    sums.run(columns, count, start, n - start);
    for (int k = 1; k < count; k++) { // the elements above the diagonal are undefined in the matrix
      for (int i = 0; i < k; i++) {
        columns[k][start + i] = columns[i][start + k];
      }
    }
  }

  /// Column `c` of the panel.
  double[] column(int c) {
    return columns[c - start];
  }

  /// Exchanges row and column `i`, which are eliminated now, with `k` > `i`.
  void exchange(int i, int k) {
    if (k - start < count) {
      double[] moved = columns[i - start];
      columns[i - start] = columns[k - start];
      columns[k - start] = moved;
    }
    for (int c = i - start + 1; c < count; c++) {
      WholeColumns.swap(columns[c], i, k);
    }
  }
}
