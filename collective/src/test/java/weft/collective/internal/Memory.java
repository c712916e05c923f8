// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/// Memory of any kind with random bytes in it, and a segment over it to look at them.
record Memory(Object memory, MemorySegment bytes, int element) {
  static final int KINDS = 8;

  /// `length` bytes, a multiple of 8.
  static Memory of(int kind, int length, Random random, Arena arena) {
    Memory made =
        switch (kind) {
          case 0 -> array(new byte[length], 1);
          case 1 -> array(new int[length / 4], 4);
          case 2 -> array(new long[length / 8], 8);
          case 3 -> array(new float[length / 4], 4);
          case 4 -> array(new double[length / 8], 8);
          case 5 -> segment(arena.allocate(length, 64));
          case 6 -> segment(arena.allocate(length + 3, 64).asSlice(3, length));
          default -> segment(MemorySegment.ofArray(new byte[length + 8]).asSlice(8, length));
        };
    for (int i = 0; i < length; i++) {
      made.bytes.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
    }
    return made;
  }

  private static Memory segment(MemorySegment segment) {
    return new Memory(segment, segment, 1);
  }

  private static Memory array(Object array, int element) {
    MemorySegment bytes =
        switch (array) {
          case byte[] a -> MemorySegment.ofArray(a);
          case int[] a -> MemorySegment.ofArray(a);
          case long[] a -> MemorySegment.ofArray(a);
          case float[] a -> MemorySegment.ofArray(a);
          case double[] a -> MemorySegment.ofArray(a);
          default -> throw new IllegalArgumentException();
        };
    return new Memory(array, bytes, element);
  }

  byte[] copy() {
    return bytes.toArray(ValueLayout.JAVA_BYTE);
  }

  /// A view of this: random rows, or one piece; `unit` divides its lengths and places.
  View view(Random random, int unit) {
    int length = (int) bytes.byteSize() / unit;
    int rows = 1 + random.nextInt(Math.min(6, length));
    int row = 1 + random.nextInt(Math.max(1, length / rows / 2));
    int stride = row + random.nextInt(Math.max(1, (length - row * rows) / rows));
    int room = length - ((rows - 1) * stride + row);
    int offset = random.nextInt(room + 1);
    Span span = new Span();
    span.setRows(memory, (long) offset * unit, rows, (long) row * unit, (long) stride * unit);
    return new View(span, offset * unit, row * unit, stride * unit);
  }

  /// A span, and where its bytes are by this test's own reckoning.
  record View(Span span, int offset, int row, int stride) {
    int place(int at) {
      return offset + at / row * stride + at % row;
    }

    byte[] read(byte[] memory, int at, int length) {
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        bytes[i] = memory[place(at + i)];
      }
      return bytes;
    }

    void write(byte[] memory, int at, byte[] bytes) {
      for (int i = 0; i < bytes.length; i++) {
        memory[place(at + i)] = bytes[i];
      }
    }
  }
}
