// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import weft.Completion;
import weft.collective.Operation;
import weft.linalg.kernel.Tile;

/// A factored panel as every rank of a grid row has it. One stretch of registered memory, broadcast
/// as a whole:
///
/// ```
///  | numbers (w) | square (w × w) | below, transposed (w × rows) |
/// ```
///
/// The numbers are row interchanges or factors of reflections, the square is what all ranks have
/// alike. `below` has this grid row's rows of the panel that an update needs: column after column.
public final class FactoredPanel implements AutoCloseable {
  private final ProcessGrid grid;
  private final MemorySegment memory;
  private final Completion done;

  public long start;
  public int width;
  public int rows;

  /// The first local row of `below`.
  public int firstRow;

  private boolean underWay;

  public FactoredPanel(CyclicMatrix a, int width) {
    this.grid = a.grid();
    long rows = a.byRow().most();
    this.memory = grid.allocate((width + (long) width * (width + rows)) * Double.BYTES, "a panel");
    this.done = grid.completion();
  }

  /// Makes room for the panel of `width` columns from `start` on, and this grid row's rows from
  /// local row `firstRow` to `rows` in all.
  public void shape(long start, int width, int firstRow, int rows) {
    this.start = start;
    this.width = width;
    this.firstRow = firstRow;
    this.rows = rows - firstRow;
  }

  /// The column after the last one.
  public long end() {
    return start + width;
  }

  public Tile numbers() {
    return Tile.packed(memory, 0, 1, width);
  }

  public Tile square() {
    return Tile.packed(memory, width, width, width);
  }

  public Tile below() {
    return Tile.packed(memory, width + (long) width * width, width, rows);
  }

  /// The same memory row after row, for factorisations that keep it so.
  public Tile belowByRow() {
    return Tile.packed(memory, width + (long) width * width, rows, width);
  }

  /// Begins to broadcast it along the row from the grid column `root`.
  public void begin(int root) {
    if (grid.columns() > 1) {
      long length = width + (long) width * (width + rows);
      grid.row.start(Operation.broadcast(root, ProcessGrid.data(memory, 0, length)), done);
      underWay = true;
    }
  }

  /// Waits until it is there.
  public void await() {
    if (underWay) {
      done.await();
      underWay = false;
    }
  }

  @Override
  public void close() {
    grid.free(memory);
  }
}
