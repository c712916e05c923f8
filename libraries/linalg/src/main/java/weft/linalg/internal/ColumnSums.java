// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.collective.Operation;
import weft.collective.Operator;

/// Sums columns over all ranks: one column by an operation that is created once for its length, or
/// many at once.
final class ColumnSums implements AutoCloseable {
  /// Lengths are rounded up to a multiple of this, so that a few operations serve all columns.
  private static final int UNIT = 256;

  private final ProcessGrid grid;
  private final MemorySegment memory;

  /// The operations by length in units.
  private final @Nullable Operation[] ofOne;

  /// @param n the length of a column
  /// @param most how many columns are summed at once
  ColumnSums(ProcessGrid grid, int n, int most) {
    this.grid = grid;
    int units = Math.ceilDiv(n, UNIT);
    long length = Math.max((long) units * UNIT, (long) most * n);
    this.memory = grid.allocate(length * Double.BYTES, "the columns of a panel");
    this.ofOne = new Operation[units + 1];
  }

  /// Replaces `count` elements from `from` on by their sums over all ranks.
  void run(double[] column, int from, int count) {
    if (grid.all.size() == 1) {
      return;
    }
    MemorySegment.copy(column, from, memory, JAVA_DOUBLE, 0, count);
    grid.received(count);
    grid.all.run(operation(Math.ceilDiv(count, UNIT)));
    MemorySegment.copy(memory, JAVA_DOUBLE, 0, column, from, count);
  }

  /// The same of the first `many` columns.
  void run(double[][] columns, int many, int from, int count) {
    if (grid.all.size() == 1) {
      return;
    }
    long bytes = (long) count * Double.BYTES;
    for (int k = 0; k < many; k++) {
      MemorySegment.copy(columns[k], from, memory, JAVA_DOUBLE, k * bytes, count);
    }
    grid.received((long) many * count);
    grid.all.run(
        Operation.allreduce(ProcessGrid.data(memory, 0, (long) many * count), Operator.SUM));
    for (int k = 0; k < many; k++) {
      MemorySegment.copy(memory, JAVA_DOUBLE, k * bytes, columns[k], from, count);
    }
  }

  private Operation operation(int units) {
    Operation sum = ofOne[units];
    if (sum == null) {
      sum = Operation.allreduce(ProcessGrid.data(memory, 0, (long) units * UNIT), Operator.SUM);
      ofOne[units] = sum;
    }
    return sum;
  }

  @Override
  public void close() {
    grid.free(memory);
  }
}
