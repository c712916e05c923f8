// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Type;
import weft.linalg.kernel.Tile;

/// Finds the pivot of a column, exchanges rows and broadcasts the pivot row, in one reduction as in
/// HPL:
///
/// ```
///  | greatest | its row | has the row that leaves | pivot row (w) | row that leaves (w) |
/// ```
public final class PivotSearch {
  private static final int GREATEST = 0;
  private static final int ROW = 1;
  private static final int HAS_LEAVING = 2;
  private static final int HEAD = 3;

  private final Group column;
  private final int width;
  private final MemorySegment memory;
  private final Operation exchange;

  public PivotSearch(ProcessGrid grid, MemorySegment memory, int width) {
    this.column = grid.column;
    this.width = width;
    this.memory = memory.asSlice(0, bytes(width));
    this.exchange =
        Operation.allreduce(
            Data.of(this.memory, Type.DOUBLE),
            Operator.ofBlocks("pivot", (int) bytes(width), this::combine, true));
  }

  public static long bytes(int width) {
    return (HEAD + 2L * width) * Double.BYTES;
  }

  /// Takes the greater candidate, or of equal ones the upper one. NaN is greater than all numbers.
  private void combine(MemorySegment left, MemorySegment right, long count) {
    double mine = left.getAtIndex(JAVA_DOUBLE, GREATEST);
    double other = right.getAtIndex(JAVA_DOUBLE, GREATEST);
    double myRow = left.getAtIndex(JAVA_DOUBLE, ROW);
    double otherRow = right.getAtIndex(JAVA_DOUBLE, ROW);
    boolean takesOther =
        otherRow >= 0
            && (myRow < 0
                || Double.compare(other, mine) > 0
                || Double.compare(other, mine) == 0 && otherRow < myRow);
    if (takesOther) {
      copy(right, left, GREATEST, ROW + 1);
      copy(right, left, HEAD, width);
    }
    if (right.getAtIndex(JAVA_DOUBLE, HAS_LEAVING) != 0) {
      copy(right, left, HAS_LEAVING, 1);
      copy(right, left, HEAD + width, width);
    }
  }

  private static void copy(MemorySegment from, MemorySegment to, long at, long count) {
    MemorySegment.copy(from, at * Double.BYTES, to, at * Double.BYTES, count * Double.BYTES);
  }

  /// Sets this rank's candidate: its row in the matrix, or −1 if this rank has no row left.
  public void offer(double greatest, long row) {
    memory.setAtIndex(JAVA_DOUBLE, GREATEST, greatest);
    memory.setAtIndex(JAVA_DOUBLE, ROW, (double) row);
    memory.setAtIndex(JAVA_DOUBLE, HAS_LEAVING, 0);
  }

  /// Sets an element of the candidate's row.
  public void offer(int column, double value) {
    memory.setAtIndex(JAVA_DOUBLE, HEAD + column, value);
  }

  /// Marks this rank as the owner of the leaving row, which the pivot row replaces.
  public void leaves() {
    memory.setAtIndex(JAVA_DOUBLE, HAS_LEAVING, 1);
  }

  /// Sets an element of the leaving row.
  public void leaves(int column, double value) {
    memory.setAtIndex(JAVA_DOUBLE, HEAD + width + column, value);
  }

  public void run() {
    if (column.size() > 1) {
      column.run(exchange);
    }
  }

  /// The pivot's row in the matrix.
  public long row() {
    return (long) memory.getAtIndex(JAVA_DOUBLE, ROW);
  }

  /// The pivot row.
  public Tile pivotRow() {
    return Tile.packed(memory, HEAD, 1, width);
  }

  /// The leaving row, which the pivot row replaces.
  public Tile leavingRow() {
    return Tile.packed(memory, HEAD + width, 1, width);
  }
}
