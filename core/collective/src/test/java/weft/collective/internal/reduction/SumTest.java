// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.collective.internal.data.ElementType;
import weft.memory.SegmentSum;
import weft.memory.span.AnyMemory;
import weft.memory.span.Span;

/// Sums in machine code, against those of Java, wherever the operands lie to each other.
class SumTest {
  private static final int MOST = 40 << 10;
  private static final int ROOM = MOST + 256;

  /// What of the three memories is one.
  private enum Same {
    NOTHING,
    LEFT,
    RIGHT,
    ALL
  }

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  /// A combiner that must add as if there were no machine code.
  private static Combiner inJava(ElementType type) {
    int kind =
        switch (type) {
          case INT -> Span.INTS;
          case LONG -> Span.LONGS;
          case FLOAT -> Span.FLOATS;
          default -> Span.DOUBLES;
        };
    return new ArrayCombiner("SUM", type.bytes(), true, new Arithmetic.Sum(), kind, null);
  }

  private AnyMemory memory(ElementType type, Arena arena) {
    int fitting =
        switch (type) {
          case INT -> 1;
          case LONG -> 2;
          case FLOAT -> 3;
          default -> 4;
        };
    int kind = random.nextInt(5);
    AnyMemory memory =
        AnyMemory.of(kind == 0 ? fitting : kind == 1 ? 0 : 3 + kind, ROOM, random, arena);
    byte[] numbers = new byte[ROOM];
    ByteBuffer buffer = buffer(numbers);
    for (int at = 0; at < ROOM && isReal(type); at += type.bytes()) {
      double[] special = {Double.NaN, 0.0, -0.0, Double.POSITIVE_INFINITY, -1, 0x1p-24, 0x1p-53};
      double value =
          random.nextInt(3) == 0 ? special[random.nextInt(7)] : random.nextGaussian() * 1e9;
      if (type == ElementType.FLOAT) {
        buffer.putFloat(at, (float) value);
      } else {
        buffer.putDouble(at, value);
      }
    }
    if (isReal(type)) {
      memory.bytes().copyFrom(MemorySegment.ofArray(numbers));
    }
    return memory;
  }

  private static boolean isReal(ElementType type) {
    return type == ElementType.FLOAT || type == ElementType.DOUBLE;
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }

  /// Lengths around those from which on machine code adds, and any.
  private int bytes(ElementType type) {
    long[] near = {SegmentSum.LEAST, 16 << 10};
    int any = random.nextInt(4);
    long bytes =
        any < 2
            ? near[any] + (random.nextInt(5) - 2L) * type.bytes()
            : random.nextInt(any == 2 ? 2000 : MOST);
    return (int) bytes / type.bytes() * type.bytes();
  }

  /// Where an operand begins: mostly at an element, else anywhere in memory that has no elements.
  private int place(AnyMemory memory, ElementType type) {
    int place = random.nextInt(8) * type.bytes();
    return memory.element() == 1 && random.nextInt(3) == 0 ? place + random.nextInt(8) : place;
  }

  private static Span span(AnyMemory memory, int at, int bytes) {
    Span span = new Span();
    span.setRows(memory.memory(), at, 1, bytes, bytes);
    return span;
  }

  private static byte[] canonical(byte[] bytes, int at, int end, ElementType type) {
    ByteBuffer buffer = buffer(bytes);
    for (; at < end; at += type.bytes()) {
      if (type == ElementType.FLOAT && Float.isNaN(buffer.getFloat(at))) {
        buffer.putFloat(at, Float.NaN);
      } else if (type == ElementType.DOUBLE && Double.isNaN(buffer.getDouble(at))) {
        buffer.putDouble(at, Double.NaN);
      }
    }
    return bytes;
  }

  private void check(ElementType type, Same same, boolean overlap) {
    try (Arena arena = Arena.ofConfined()) {
      AnyMemory to = memory(type, arena);
      boolean isLeft = same == Same.LEFT || same == Same.ALL;
      boolean isRight = same == Same.RIGHT || same == Same.ALL;
      AnyMemory left = isLeft ? to : memory(type, arena);
      AnyMemory right = isRight ? to : memory(type, arena);
      int bytes = bytes(type);
      int at = place(to, type);
      int leftAt = isLeft && !overlap ? at : place(left, type);
      int rightAt = isRight && !overlap ? at : place(right, type);
      byte[][] before = {to.copy(), left.copy(), right.copy()};

      Combiners.standard(Reduction.SUM, type)
          .combine(
              span(to, at, bytes),
              0,
              span(left, leftAt, bytes),
              0,
              span(right, rightAt, bytes),
              0,
              bytes);
      byte[] got = to.copy();

      to.bytes().copyFrom(MemorySegment.ofArray(before[0]));
      left.bytes().copyFrom(MemorySegment.ofArray(before[1]));
      right.bytes().copyFrom(MemorySegment.ofArray(before[2]));
      inJava(type)
          .combine(
              span(to, at, bytes),
              0,
              span(left, leftAt, bytes),
              0,
              span(right, rightAt, bytes),
              0,
              bytes);
      byte[] expected = to.copy();
      assertThat(canonical(got, at, at + bytes, type))
          .as("seed %d: %s, %s the same, %d bytes", seed, type, same, bytes)
          .isEqualTo(canonical(expected, at, at + bytes, type));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INT", "LONG", "FLOAT", "DOUBLE"})
  void isThatOfJava(ElementType type) {
    for (int round = 0; round < 1_000; round++) {
      check(type, Same.values()[round % 4], false);
    }
  }

  /// Which pieces are read after they were overwritten is not promised; it stays what it was.
  @ParameterizedTest
  @EnumSource(names = {"INT", "LONG", "FLOAT", "DOUBLE"})
  void isThatOfJavaWhereTheTargetOverlapsAnOperand(ElementType type) {
    for (int round = 0; round < 300; round++) {
      check(type, Same.values()[1 + round % 3], true);
    }
  }

  /// Otherwise all of the above compares Java with itself.
  @Test
  void isMachineCodeOnLinuxOnX86() {
    assertThat(SegmentSum.isThere())
        .isEqualTo(
            System.getProperty("os.arch").equals("amd64")
                && System.getProperty("os.name").equals("Linux"));
  }
}
