// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import weft.Completion;
import weft.collective.Operation;
import weft.linalg.kernel.Tile;

/// A factored panel, as each rank of a grid row holds it. It is one contiguous range of registered
/// memory, which is broadcast as a whole:
///
/// ```
///  | numbers (w) | square (w × w) | below, transposed (w × rows) |
/// ```
///
/// The numbers are row interchanges or factors of reflections. The square is the same on all ranks.
/// `below` holds the rows of this grid row that an update needs, one panel column after another.
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

  /// Sets the shape: `width` columns from `start` on, and the local rows from `firstRow` to `rows`
  /// − 1.
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

  /// Begins to broadcast the panel along the row from the grid column `root`.
  public void begin(int root) {
    if (grid.columns() > 1) {
      long length = width + (long) width * (width + rows);
      grid.received(grid.columnOfRank() == root ? 0 : length);
      grid.row.start(Operation.broadcast(root, ProcessGrid.data(memory, 0, length)), done);
      underWay = true;
    }
  }

  /// Waits until the panel has arrived.
  public void await() {
    if (underWay) {
      done.await();
      underWay = false;
    }
  }

  @Override
  public void close() {
    grid.free(memory, done);
  }
}
