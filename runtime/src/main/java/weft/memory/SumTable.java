// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Where the operands of a [SegmentSum#addAll] are and where else its result goes, outside the Java
/// heap. The same table serves one sum after the other, of one thread.
public final class SumTable {
  private MemorySegment words = Arena.ofAuto().allocate(8 * Long.BYTES, 64);
  private int size;
  private int before;
  private int operands;
  private long room;

  /// An empty table.
  public SumTable() {}

  /// Begins a sum of `operands` numbers at each place, of which the one that `addAll` is given
  /// comes behind `before` others, and that goes to `targets` places beside the one that it is
  /// given. Now all the others are to be [added][#add] in their order, then the targets.
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

  /// The next operand or target, which begins at byte `at`. False when machine code cannot use its
  /// memory: it is in the Java heap, or may vanish.
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

  /// Leaves room for what comes with the call: an operand, and where the result goes.
  private void skip() {
    while (size == before || size == operands) {
      size++;
    }
  }

  /// How many addresses there are, with the two that come with the call.
  public int all() {
    return size;
  }

  /// How many operands come before the one that comes with the call.
  public int before() {
    return before;
  }

  /// How many operands there are, with the one that comes with the call.
  public int operands() {
    return operands;
  }

  /// The addresses, in native memory; two of them are filled by the call.
  public MemorySegment words() {
    return words;
  }

  /// How many bytes there are at least from each place on.
  long room() {
    return room;
  }
}
