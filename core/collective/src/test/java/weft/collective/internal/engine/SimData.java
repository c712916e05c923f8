// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/// A user's memory: rows of bytes with gaps, private or registered, as an array or off the heap,
/// one after the other or in the order of owners who take turns.
///
/// @param memory all of it, with the gaps
/// @param offset where the first row begins
/// @param rows how many rows
/// @param rowBytes bytes of a row
/// @param stride bytes from one row's begin to the next one's in memory
/// @param owners how many owners the rows have, one row each in turn
/// @param registered its place in the rank's heap, or −1
record SimData(
    MemorySegment memory,
    long offset,
    int rows,
    long rowBytes,
    long stride,
    int owners,
    long registered) {
  private static final byte GUARD = 0x5A;

  /// Memory for `bytes` bytes, in rows of a multiple of `element` where it is not contiguous.
  static SimData of(Random random, SimHeap heap, boolean register, long bytes, int element) {
    int rows = 1;
    if (bytes > element && random.nextInt(3) == 0) {
      long elements = bytes / element;
      for (int wanted : new int[] {12, 7, 6, 5, 4, 3, 2}) {
        if (bytes % element == 0 && elements % wanted == 0) {
          rows = wanted;
          break;
        }
      }
    }
    long row = bytes / rows;
    int owners = rows % 6 == 0 ? 3 : rows == 4 ? 2 : 1;
    int gap = rows == 1 ? 0 : random.nextInt(3) + (owners == 1 ? 1 : 0);
    long stride = row + (long) element * gap;
    long offset = (long) element * random.nextInt(4);
    long whole = offset + (rows - 1) * stride + row + element;
    long registered = register ? heap.allocate(whole) : -1;
    MemorySegment memory =
        register
            ? heap.memory().asSlice(registered, whole)
            : random.nextBoolean()
                ? Arena.ofAuto().allocate(whole, 8)
                : MemorySegment.ofArray(new long[(int) ((whole + 7) / 8)]);
    memory.fill(GUARD);
    return new SimData(memory, offset, rows, row, stride, owners, registered);
  }

  /// The part of contiguous memory that is `bytes` bytes from `from`.
  SimData slice(long from, long bytes) {
    if (rows != 1) {
      throw new IllegalStateException("only contiguous memory is cut");
    }
    return new SimData(memory, offset + from, 1, bytes, bytes, 1, registered);
  }

  long bytes() {
    return rows * rowBytes;
  }

  /// Where row number `row` in the order of owners begins.
  private long begin(int row) {
    int each = rows / owners;
    return offset + (row % each * owners + row / each) * stride;
  }

  byte[] get() {
    var bytes = new byte[(int) bytes()];
    for (int row = 0; row < rows; row++) {
      MemorySegment.copy(
          memory, ValueLayout.JAVA_BYTE, begin(row), bytes, (int) (row * rowBytes), (int) rowBytes);
    }
    return bytes;
  }

  void put(byte[] bytes) {
    for (int row = 0; row < rows; row++) {
      MemorySegment.copy(
          bytes, (int) (row * rowBytes), memory, ValueLayout.JAVA_BYTE, begin(row), (int) rowBytes);
    }
  }

  /// Whether other ranks can read and write it where it is, as [Core#shares] finds.
  boolean isShared() {
    return registered >= 0 && rows == 1;
  }

  /// Whether nobody has written between the rows, before and behind.
  boolean gapsIntact() {
    byte[] bytes = memory.toArray(ValueLayout.JAVA_BYTE);
    for (int row = 0; row < rows; row++) {
      long begin = begin(row);
      java.util.Arrays.fill(bytes, (int) begin, (int) (begin + rowBytes), GUARD);
    }
    for (byte it : bytes) {
      if (it != GUARD) {
        return false;
      }
    }
    return true;
  }

  /// The user does something else with this memory.
  void release(SimHeap heap) {
    memory.fill(SimHeap.FREED);
    if (registered >= 0) {
      heap.free(registered);
    }
  }

  /// Bytes that follow from `key`.
  static byte[] content(long key, long bytes) {
    var content = new byte[(int) bytes];
    var random = new Random(key * 0x9E3779B97F4A7C15L);
    random.nextBytes(content);
    // Odd words, so that products lose nothing.
    for (int i = 0; i < content.length; i += 8) {
      content[i] |= 1;
    }
    return content;
  }

  /// Where the last of these parts ends.
  static long end(long[] parts) {
    int size = parts.length / 2;
    long end = 0;
    for (int i = 0; i < size; i++) {
      end = Math.max(end, parts[i] + parts[size + i]);
    }
    return end;
  }
}
