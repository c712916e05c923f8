// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;

/// Memory of any kind with random bytes in it, and a segment over it to look at them.
public record AnyMemory(Object memory, MemorySegment bytes, int element) {
  static final int KINDS = 8;

  /// `length` bytes, a multiple of 8.
  public static AnyMemory of(int kind, int length, Random random, Arena arena) {
    AnyMemory made =
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

  private static AnyMemory segment(MemorySegment segment) {
    return new AnyMemory(segment, segment, 1);
  }

  private static AnyMemory array(Object array, int element) {
    MemorySegment bytes =
        switch (array) {
          case byte[] a -> MemorySegment.ofArray(a);
          case int[] a -> MemorySegment.ofArray(a);
          case long[] a -> MemorySegment.ofArray(a);
          case float[] a -> MemorySegment.ofArray(a);
          case double[] a -> MemorySegment.ofArray(a);
          default -> throw new IllegalArgumentException();
        };
    return new AnyMemory(array, bytes, element);
  }

  public byte[] copy() {
    return bytes.toArray(ValueLayout.JAVA_BYTE);
  }

  /// A view of this: random rows, one piece, or pieces in an order of several levels; `unit`
  /// divides its lengths and places.
  public View view(Random random, int unit) {
    int length = (int) bytes.byteSize() / unit;
    return random.nextInt(3) == 0 ? levels(random, unit, length) : rows(random, unit, length);
  }

  private View rows(Random random, int unit, int length) {
    int rows = 1 + random.nextInt(Math.min(6, length));
    int row = 1 + random.nextInt(Math.max(1, length / rows / 2));
    int stride = row + random.nextInt(Math.max(1, (length - row * rows) / rows));
    int room = length - ((rows - 1) * stride + row);
    int offset = random.nextInt(room + 1);
    int[] places = {};
    for (int i = 0; i < rows; i++) {
      places = with(places, (offset + i * stride) * unit, row * unit);
    }
    return new View(
        (span, of) ->
            span.setRows(of, (long) offset * unit, rows, (long) row * unit, (long) stride * unit),
        memory,
        places);
  }

  /// Rows or columns in the order of their owners, with the levels in the order that is asked for.
  private View levels(Random random, int unit, int length) {
    int owners = 1 + random.nextInt(3);
    int blocks = 1 + random.nextInt(3);
    int block = 1 + random.nextInt(3);
    int gap = random.nextInt(3);
    int run = 1 + random.nextInt(random.nextBoolean() ? 2 : 20);
    boolean columns = random.nextBoolean();
    int whole = owners * blocks * block;
    if ((run + gap) * whole > length) {
      return rows(random, unit, length);
    }
    int offset = random.nextInt(length - (run + gap) * whole + 1);
    int[] counts = {block, blocks, owners};
    int[] strides = {run + gap, (run + gap) * block * owners, (run + gap) * block};
    if (columns) { // the innermost are the columns of a block, which the row's length is cut into
      counts = new int[] {blocks, block, owners};
      strides = new int[] {(run + gap) * owners, (run + gap) * owners * blocks, run + gap};
    }
    int[] places = {};
    Levels levels = Levels.of((long) run * unit);
    for (int i = 0; i < counts.length; i++) {
      levels = levels.times(counts[i], (long) strides[i] * unit);
    }
    for (int owner = 0; owner < counts[2]; owner++) {
      for (int outer = 0; outer < counts[1]; outer++) {
        for (int inner = 0; inner < counts[0]; inner++) {
          int at = offset + owner * strides[2] + outer * strides[1] + inner * strides[0];
          places = with(places, at * unit, run * unit);
        }
      }
    }
    Levels order = levels;
    return new View((span, of) -> span.setLevels(of, (long) offset * unit, order), memory, places);
  }

  private static int[] with(int[] places, int from, int count) {
    int[] more = Arrays.copyOf(places, places.length + count);
    for (int i = 0; i < count; i++) {
      more[places.length + i] = from + i;
    }
    return more;
  }

  /// Makes a span.
  @FunctionalInterface
  interface Maker {
    void set(Span span, Object memory);
  }

  /// A span, and where its bytes are by this test's own reckoning.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record View(Maker maker, Span span, int[] places) {
    public View(Maker maker, Object memory, int[] places) {
      this(maker, new Span(), places);
      maker.set(span, memory);
    }

    /// The same of another memory.
    public View on(AnyMemory other) {
      return new View(maker, other.memory, places);
    }

    int place(int at) {
      return places[at];
    }

    public byte[] read(byte[] memory, int at, int length) {
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        bytes[i] = memory[place(at + i)];
      }
      return bytes;
    }

    public void write(byte[] memory, int at, byte[] bytes) {
      for (int i = 0; i < bytes.length; i++) {
        memory[place(at + i)] = bytes[i];
      }
    }
  }
}
