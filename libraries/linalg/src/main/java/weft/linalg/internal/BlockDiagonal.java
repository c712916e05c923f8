// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import weft.linalg.kernel.Tile;

/// D of P·A·Pᵀ = L·D·Lᵀ, with blocks of 1 × 1 and symmetric blocks of 2 × 2.
public final class BlockDiagonal {
  private BlockDiagonal() {}

  /// Replaces B by D⁻¹·B. If the two rows of a block belong to different ranks, these exchange
  /// them. One reduction exchanges all such rows.
  ///
  /// @param diagonal the diagonal of D
  /// @param below the elements below the diagonal, not zero in the first row of each block of 2 × 2
  public static void solve(CyclicMatrix b, double[] diagonal, double[] below) {
    ProcessGrid grid = b.grid();
    int columns = b.local().columns();
    int cut = 0;
    for (int i = 0; i < diagonal.length; i++) {
      cut += isCut(b, below, i) ? 1 : 0;
    }
    MemorySegment memory = grid.allocate(2L * cut * columns * Double.BYTES, "rows of D");
    Tile both = Tile.packed(memory, 0, 2 * cut, columns);
    int at = 0;
    for (int i = 0; i < diagonal.length; i++) {
      if (isCut(b, below, i)) {
        give(b, i, both.rows(at, at + 1));
        give(b, i + 1, both.rows(at + 1, at + 2));
        at += 2;
      }
    }
    grid.sum(grid.column, both);
    at = 0;
    for (int i = 0; i < diagonal.length; i++) {
      if (below[i] == 0) {
        if (owns(b, i)) {
          divide(row(b, i), diagonal[i]);
        }
      } else {
        if (isCut(b, below, i)) {
          Tile first = both.rows(at, at + 1);
          Tile second = both.rows(at + 1, at + 2);
          at += 2;
          solve(first, second, diagonal[i], below[i], diagonal[i + 1]);
          take(b, i, first);
          take(b, i + 1, second);
        } else if (owns(b, i)) {
          solve(row(b, i), row(b, i + 1), diagonal[i], below[i], diagonal[i + 1]);
        }
        i++;
      }
    }
    grid.free(memory);
  }

  private static boolean isCut(CyclicMatrix b, double[] below, int i) {
    return below[i] != 0 && b.byRow().owner(i) != b.byRow().owner(i + 1);
  }

  private static boolean owns(CyclicMatrix b, long row) {
    return b.byRow().owner(row) == b.grid().rowOfRank();
  }

  private static Tile row(CyclicMatrix b, long row) {
    int at = b.byRow().local(row);
    return b.local().rows(at, at + 1);
  }

  private static void give(CyclicMatrix b, long row, Tile to) {
    if (owns(b, row)) {
      to.copyFrom(row(b, row));
    } else {
      to.fill(0);
    }
  }

  private static void take(CyclicMatrix b, long row, Tile from) {
    if (owns(b, row)) {
      row(b, row).copyFrom(from);
    }
  }

  private static void divide(Tile row, double by) {
    for (int j = 0; j < row.columns(); j++) {
      row.set(0, j, row.get(0, j) / by);
    }
  }

  /// Solves a block of 2 × 2. Divides by the element off the diagonal first, so that nothing
  /// overflows.
  private static void solve(Tile first, Tile second, double d, double e, double f) {
    double upper = d / e;
    double lower = f / e;
    double scale = 1 / (upper * lower - 1);
    for (int j = 0; j < first.columns(); j++) {
      double u = first.get(0, j) / e;
      double v = second.get(0, j) / e;
      first.set(0, j, scale * (lower * u - v));
      second.set(0, j, scale * (upper * v - u));
    }
  }
}
