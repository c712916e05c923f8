// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.Triangles;

/// Factors a panel by Gaussian elimination with partial pivoting, on all ranks of a grid column. It
/// recurses on halves, so that most of the work is products. As in HPL, each rank keeps the whole
/// square at the top, so that only the pivot search communicates.
public final class LuPanel {
  /// Columns that are eliminated one by one, in arrays.
  private static final int LEAF = 8;

  private final CyclicMatrix a;
  private final ProcessGrid grid;
  private final MemorySegment memory;
  private final PivotSearch[] searches;
  private final double[][] leaf;
  private final double[] row;

  private long start;
  private int top;
  private Tile w;
  private Tile square;
  private Tile numbers;

  public LuPanel(CyclicMatrix a, int width) {
    this.a = a;
    this.grid = a.grid();
    this.memory = grid.allocate(PivotSearch.bytes(width), "the search for pivots");
    this.searches = new PivotSearch[width + 1];
    this.leaf = new double[LEAF][a.local().rows()];
    this.row = new double[width];
    this.w = Tile.ofArray(0, 0);
    this.square = w;
    this.numbers = w;
  }

  /// Factors the panel that begins at column `start`. `w` has this rank's rows from there on,
  /// transposed. The interchanges are stored in `numbers`, L and U of the top in `square`.
  public void factor(long start, Tile w, Tile square, Tile numbers) {
    this.start = start;
    this.top = a.rowsBefore(start);
    this.w = w;
    this.square = square;
    this.numbers = numbers;
    square.fill(0);
    factor(0, w.rows());
    // Copy this rank's rows of the square: every rank has computed their right parts.
    for (int i = 0; i < firstBelow(w.rows()); i++) {
      int at = (int) (a.rowOf(top + i) - start);
      for (int j = 0; j < w.rows(); j++) {
        w.set(j, i, square.get(at, j));
      }
    }
  }

  /// The first of this rank's rows below the panel's first `columns` rows, counted from the panel's
  /// top.
  private int firstBelow(int columns) {
    return a.rowsBefore(start + columns) - top;
  }

  private void factor(int from, int to) {
    if (to - from <= LEAF) {
      eliminate(from, to);
      return;
    }
    int half = from + ((to - from) / 2 + LEAF - 1) / LEAF * LEAF;
    factor(from, half);
    // All ranks of the grid column compute the same.
    Tile right = square.part(from, half, half - from, to - half);
    grid.kernels()
        .solve(
            Triangles.Shape.UNIT_LOWER,
            square.part(from, from, half - from, half - from),
            Op.PLAIN,
            right);
    int first = firstBelow(half);
    int rows = w.columns() - first;
    if (rows > 0) {
      grid.kernels()
          .gemm(
              -1,
              right,
              Op.TRANSPOSED,
              w.part(from, first, half - from, rows),
              Op.PLAIN,
              1,
              w.part(half, first, to - half, rows));
    }
    factor(half, to);
  }

  private PivotSearch search() {
    int width = w.rows();
    PivotSearch search = searches[width];
    if (search == null) {
      search = new PivotSearch(grid, memory, width);
      searches[width] = search;
    }
    return search;
  }

  private void eliminate(int from, int to) {
    PivotSearch search = search();
    int first = firstBelow(from);
    int rows = w.columns() - first;
    for (int j = from; j < to; j++) {
      w.read(j, first, leaf[j - from], 0, rows);
    }
    for (int j = from; j < to; j++) {
      choosePivot(search, j, from, to, first, rows);
      double pivot = square.get(j, j);
      int below = firstBelow(j + 1) - first;
      if (pivot != 0) {
        divide(leaf[j - from], below, rows, pivot);
        for (int k = j + 1; k < to; k++) {
          subtract(leaf[k - from], square.get(j, k), leaf[j - from], below, rows);
        }
      }
    }
    for (int j = from; j < to; j++) {
      w.write(j, first, leaf[j - from], 0, rows);
    }
  }

  /// Finds the pivot of column `j`, and exchanges its row with row `j` of the panel.
  private void choosePivot(PivotSearch search, int j, int from, int to, int first, int rows) {
    int active = firstBelow(j) - first;
    int place = greatest(leaf[j - from], active, rows);
    long diagonal = start + j;
    search.offer(
        place < 0 ? 0 : Math.abs(leaf[j - from][place]),
        place < 0 ? -1 : a.rowOf(top + first + place));
    if (place >= 0) {
      for (int k = 0; k < w.rows(); k++) {
        search.offer(k, element(k, from, to, first, place));
      }
    }
    boolean ownsDiagonal = a.byRow().owner(diagonal) == grid.rowOfRank();
    if (ownsDiagonal) {
      search.leaves();
      for (int k = 0; k < w.rows(); k++) {
        search.leaves(k, element(k, from, to, first, active));
      }
    }
    if (grid.rows() > 1) {
      grid.received(PivotSearch.bytes(w.rows()) / Double.BYTES);
    }
    search.run();
    long pivotRow = search.row();
    numbers.set(0, j, (double) pivotRow);
    square.rows(j, j + 1).copyFrom(search.pivotRow());
    if (pivotRow == diagonal) {
      return;
    }
    if (a.byRow().owner(pivotRow) == grid.rowOfRank()) {
      put(search.leavingRow(), from, to, first, a.byRow().local(pivotRow) - top - first);
    }
    if (ownsDiagonal) {
      put(search.pivotRow(), from, to, first, active);
    }
  }

  /// The index of the greatest absolute value, the first of equal ones. NaN counts as the greatest.
  /// −1 if there are no values.
  private static int greatest(double[] values, int from, int to) {
    int place = -1;
    double most = -1;
    for (int i = from; i < to; i++) {
      double value = Math.abs(values[i]);
      if (!(value <= most)) {
        most = value;
        place = i;
        if (Double.isNaN(value)) {
          return place;
        }
      }
    }
    return place;
  }

  private double element(int column, int from, int to, int first, int place) {
    return column >= from && column < to
        ? leaf[column - from][place]
        : w.get(column, first + place);
  }

  private void put(Tile values, int from, int to, int first, int place) {
    values.read(0, 0, row, 0, w.rows());
    for (int k = 0; k < w.rows(); k++) {
      if (k >= from && k < to) {
        leaf[k - from][place] = row[k];
      } else {
        w.set(k, first + place, row[k]);
      }
    }
  }

  private static void divide(double[] values, int from, int to, double by) {
    for (int i = from; i < to; i++) {
      values[i] /= by;
    }
  }

  private static void subtract(double[] values, double factor, double[] column, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] = Math.fma(-factor, column[i], values[i]);
    }
  }

  public void close() {
    grid.free(memory);
  }
}
