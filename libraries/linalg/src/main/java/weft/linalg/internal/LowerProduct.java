// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// Subtracts a product of two panels (L·Lᵀ or L·Wᵀ) from the lower triangle of a matrix. Its
/// rectangles omit nearly all elements above the diagonal.
final class LowerProduct {
  /// Columns of a rectangle at the diagonal. It includes a few elements above the diagonal, which
  /// are a larger share of a small matrix.
  private final int strip;

  private final CyclicMatrix a;

  /// The panel's elements in this rank's rows from `firstRow` on, one column after another.
  private final Tile left;

  private final int firstRow;

  /// The factor for this rank's columns from `firstColumn` on.
  private final Tile right;

  private final int firstColumn;

  LowerProduct(CyclicMatrix a, Tile left, int firstRow, Tile right, int firstColumn) {
    this.a = a;
    this.strip = a.columns() <= 1024 ? 32 : 64;
    this.left = left;
    this.firstRow = firstRow;
    this.right = right;
    this.firstColumn = firstColumn;
  }

  /// Updates the local columns `from` to `to` − 1. Polls meanwhile if the grid needs polls.
  void subtract(int from, int to) {
    if (from < to) {
      subtract(from, to, a.local().rows());
    }
  }

  /// Updates the rows from the diagonal down to local row `end` − 1.
  private void subtract(int from, int to, int end) {
    int begin = a.rowsBefore(a.columnOf(from));
    if (begin >= end) {
      return;
    }
    if (to - from <= strip) {
      multiply(from, to, begin, end);
      return;
    }
    int half = middle(from, to);
    int middle = Math.min(end, a.rowsBefore(a.columnOf(half)));
    subtract(from, half, middle);
    subtract(half, to, end);
    if (a.grid().needsPolls()) {
      for (int j = from; j < half; j += 4 * strip) {
        multiply(j, Math.min(half, j + 4 * strip), middle, end);
        a.grid().world().poll();
      }
    } else {
      multiply(from, half, middle, end);
    }
  }

  /// About the middle, at the beginning of a block, because the diagonal descends block by block.
  private int middle(int from, int to) {
    int half = from + (to - from) / 2;
    int aligned = half / a.block() * a.block();
    return aligned > from ? aligned : half;
  }

  private void multiply(int from, int to, int begin, int end) {
    if (begin < end) {
      a.grid()
          .kernels()
          .gemm(
              -1,
              left.columns(begin - firstRow, end - firstRow),
              Op.TRANSPOSED,
              right.columns(from - firstColumn, to - firstColumn),
              Op.PLAIN,
              1,
              a.local().part(begin, from, end - begin, to - from));
    }
  }
}
