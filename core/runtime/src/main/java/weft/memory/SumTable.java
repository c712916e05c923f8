// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The addresses of the operands and the additional targets of a [SegmentSum#addAll], outside the
/// Java heap. One thread reuses the table for one sum after the other.
public final class SumTable {
  private MemorySegment words = Arena.ofAuto().allocate(8 * Long.BYTES, 64);
  private int size;
  private int before;
  private int operands;
  private long room;

  /// An empty table.
  public SumTable() {}

  /// Begins a sum of `operands` numbers for each element, with `targets` additional targets. The
  /// operand given to `addAll` follows `before` others. The other operands must then be
  /// [added][#add] in their order, and after them the targets.
  public void begin(int operands, int before, int targets) {
    long bytes = (long) Long.BYTES * (operands + 1 + targets);
    if (words.byteSize() < bytes) {
      words = Arena.ofAuto().allocate(2 * bytes, 64);
    }
    this.operands = operands;
    this.before = before;
    size = 0;
    room = Long.MAX_VALUE;
    skip();
  }

  /// The next operand or target, which begins at byte `at`. False if machine code cannot use its
  /// memory, which is in the Java heap or may be unmapped.
  public boolean add(MemorySegment memory, long at) {
    if (!memory.isNative() || !StreamingCopy.suits(memory)) {
      return false;
    }
    words.setAtIndex(JAVA_LONG, size, memory.address() + at);
    size++;
    skip();
    room = Math.min(room, at < 0 ? -1 : memory.byteSize() - at);
    return true;
  }

  /// Leaves room for the arguments of the call: an operand and a target.
  private void skip() {
    while (size == before || size == operands) {
      size++;
    }
  }

  /// The number of addresses, including the two from the call.
  public int all() {
    return size;
  }

  /// The number of operands before the one from the call.
  public int before() {
    return before;
  }

  /// The number of operands, including the one from the call.
  public int operands() {
    return operands;
  }

  /// The addresses, in native memory; two of them are filled by the call.
  public MemorySegment words() {
    return words;
  }

  /// The smallest number of bytes from any of the places on.
  long room() {
    return room;
  }
}
