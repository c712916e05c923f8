// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.collective.Operation;
import weft.collective.Operator;

/// Sums parts of one or two columns over all ranks. Each operation is created once and reused.
final class ColumnSums implements AutoCloseable {
  /// Lengths are rounded up to a multiple of this, so that a few operations serve all columns.
  private static final int UNIT = 256;

  private final ProcessGrid grid;
  private final MemorySegment memory;

  /// The operations by length in units.
  private final @Nullable Operation[] ofOne;

  private final @Nullable Operation[] ofTwo;

  /// @param n the length of a column
  ColumnSums(ProcessGrid grid, int n) {
    this.grid = grid;
    int units = Math.ceilDiv(n, UNIT);
    this.memory = grid.allocate(2L * units * UNIT * Double.BYTES, "the columns of a panel");
    this.ofOne = new Operation[units + 1];
    this.ofTwo = new Operation[units + 1];
  }

  /// Replaces `count` elements from `from` on by their sums over all ranks, in one array or in two.
  @SuppressWarnings("ReferenceEquality") // the same array twice means one
  void run(double[] one, double[] other, int from, int count) {
    if (grid.all.size() == 1) {
      return;
    }
    boolean both = one != other;
    int units = Math.ceilDiv(count, UNIT);
    long second = (long) units * UNIT * Double.BYTES;
    MemorySegment.copy(one, from, memory, JAVA_DOUBLE, 0, count);
    if (both) {
      MemorySegment.copy(other, from, memory, JAVA_DOUBLE, second, count);
    }
    grid.received(both ? 2L * count : count);
    grid.all.run(operation(units, both));
    MemorySegment.copy(memory, JAVA_DOUBLE, 0, one, from, count);
    if (both) {
      MemorySegment.copy(memory, JAVA_DOUBLE, second, other, from, count);
    }
  }

  private Operation operation(int units, boolean both) {
    @Nullable Operation[] made = both ? ofTwo : ofOne;
    Operation sum = made[units];
    if (sum == null) {
      long length = (both ? 2L : 1L) * units * UNIT;
      sum = Operation.allreduce(ProcessGrid.data(memory, 0, length), Operator.SUM);
      made[units] = sum;
    }
    return sum;
  }

  @Override
  public void close() {
    grid.free(memory);
  }
}
