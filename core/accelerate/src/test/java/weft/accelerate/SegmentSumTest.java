// SPDX-License-Identifier: Apache-2.0
package weft.accelerate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.memory.Accelerators;
import weft.memory.SegmentSum;
import weft.memory.SumTable;

final class SegmentSumTest {
  private static final float[] FLOATS = {
    Float.NaN,
    0f,
    -0f,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    1f,
    0x1p-24f,
    -1f
  };
  private static final double[] DOUBLES = {
    Double.NaN,
    0,
    -0.0,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    1,
    0x1p-53,
    -1
  };

  /// Where the sum goes.
  private enum Place {
    APART,
    FIRST,
    SECOND
  }

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @BeforeEach
  void onlyWhereItIs() {
    boolean expected =
        System.getProperty("os.arch").equals("amd64")
            && System.getProperty("os.name").equals("Linux");
    assumeTrue(expected, "SKIPPED: there are sums in machine code on Linux on x86-64 only");
    assertThat(SegmentSum.isThere()).isTrue();
    assumeTrue(
        Accelerators.takesArrays(), "SKIPPED: this JDK may move arrays that native code holds");
  }

  private static int element(SegmentSum type) {
    return type == SegmentSum.INTS || type == SegmentSum.FLOATS ? 4 : 8;
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }

  /// Any bits, with all that is special often; integers of any bits overflow every other time.
  private byte[] noise(SegmentSum type, int at, int bytes) {
    var noise = new byte[bytes];
    random.nextBytes(noise);
    ByteBuffer buffer = buffer(noise);
    for (int i = at; i + element(type) <= bytes; i += element(type)) {
      boolean special = random.nextInt(3) == 0;
      if (type == SegmentSum.FLOATS) {
        buffer.putFloat(
            i, special ? FLOATS[random.nextInt(FLOATS.length)] : (float) random.nextGaussian());
      } else if (type == SegmentSum.DOUBLES) {
        buffer.putDouble(
            i, special ? DOUBLES[random.nextInt(DOUBLES.length)] : random.nextGaussian());
      }
    }
    return noise;
  }

  private static void expect(
      SegmentSum type, byte[] to, int at, byte[] a, int aAt, byte[] b, int bAt) {
    ByteBuffer target = buffer(to);
    ByteBuffer x = buffer(a);
    ByteBuffer y = buffer(b);
    switch (type) {
      case INTS -> target.putInt(at, x.getInt(aAt) + y.getInt(bAt));
      case LONGS -> target.putLong(at, x.getLong(aAt) + y.getLong(bAt));
      case FLOATS -> target.putFloat(at, x.getFloat(aAt) + y.getFloat(bAt));
      case DOUBLES -> target.putDouble(at, x.getDouble(aAt) + y.getDouble(bAt));
    }
  }

  /// NaNs may differ in what is in them.
  private static void canonical(SegmentSum type, byte[] bytes, int at, int length) {
    ByteBuffer buffer = buffer(bytes);
    for (int i = at; i < at + length; i += element(type)) {
      if (type == SegmentSum.FLOATS && Float.isNaN(buffer.getFloat(i))) {
        buffer.putFloat(i, Float.NaN);
      } else if (type == SegmentSum.DOUBLES && Double.isNaN(buffer.getDouble(i))) {
        buffer.putDouble(i, Double.NaN);
      }
    }
  }

  private MemorySegment memory(byte[] bytes, Arena arena) {
    MemorySegment from = MemorySegment.ofArray(bytes);
    MemorySegment memory =
        switch (random.nextInt(3)) {
          case 0 -> MemorySegment.ofArray(new byte[bytes.length]);
          case 1 -> MemorySegment.ofArray(new double[bytes.length / 8 + 1]);
          default -> arena.allocate(bytes.length);
        };
    return memory.asSlice(0, bytes.length).copyFrom(from);
  }

  private void check(SegmentSum type, Place place, int most) {
    try (Arena arena = Arena.ofConfined()) {
      int bytes = element(type) * random.nextInt(most / element(type) + 1);
      int at = random.nextInt(70);
      int aAt = place == Place.FIRST ? at : random.nextInt(70);
      int bAt = place == Place.SECOND ? at : random.nextInt(70);
      byte[] a = noise(type, aAt, bytes + 140);
      byte[] b = noise(type, bAt, bytes + 140);
      byte[] to =
          place == Place.FIRST ? a : place == Place.SECOND ? b : noise(type, 0, bytes + 140);
      MemorySegment left = memory(a, arena);
      MemorySegment right = memory(b, arena);
      MemorySegment target =
          place == Place.FIRST ? left : place == Place.SECOND ? right : memory(to, arena);
      byte[] expected = to.clone();
      for (int i = 0; i < bytes; i += element(type)) {
        expect(type, expected, at + i, a, aAt + i, b, bAt + i);
      }

      type.add(target, at, left, aAt, right, bAt, bytes);

      byte[] got = target.toArray(ValueLayout.JAVA_BYTE);
      canonical(type, got, at, bytes);
      canonical(type, expected, at, bytes);
      assertThat(got)
          .as("seed %d: %s %s, %d bytes, %d and %d to %d", seed, type, place, bytes, aAt, bAt, at)
          .isEqualTo(expected);
      if (place != Place.FIRST) {
        assertThat(left.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(a);
      }
      if (place != Place.SECOND) {
        assertThat(right.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(b);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyElementIsAddedOnceAndNothingElseIsWritten(SegmentSum type) {
    for (int round = 0; round < 3_000; round++) {
      check(type, Place.values()[round % 3], 400);
    }
  }

  @ParameterizedTest
  @EnumSource
  void inSeveralPiecesToo(SegmentSum type) {
    for (Place place : Place.values()) {
      check(type, place, 100_000);
      check(type, place, 5 << 20);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyLengthFromNothingOn(SegmentSum type) {
    for (int elements = 0; elements < 64; elements++) {
      var to = new byte[600];
      byte[] a = noise(type, 0, 600);
      byte[] expected = to.clone();
      for (int i = 0; i < elements; i++) {
        int at = element(type) * i;
        expect(type, expected, at, a, at, a, at);
      }
      MemorySegment both = MemorySegment.ofArray(a);
      type.add(MemorySegment.ofArray(to), 0, both, 0, both, 0, (long) element(type) * elements);
      canonical(type, to, 0, to.length);
      canonical(type, expected, 0, expected.length);
      assertThat(to).as("%d elements, seed %d", elements, seed).isEqualTo(expected);
    }
  }

  @Test
  void nothingIsTouchedOutside() {
    MemorySegment[] memories = new MemorySegment[3];
    for (int wrong = 0; wrong < 3; wrong++) {
      for (long[] piece : new long[][] {{-8, 64}, {8, 64}, {0, 72}, {0, -8}, {Long.MAX_VALUE, 8}}) {
        for (int i = 0; i < 3; i++) {
          memories[i] = MemorySegment.ofArray(new long[i == wrong ? 8 : 100]);
        }
        long[] at = new long[3];
        at[wrong] = piece[0];
        assertThatThrownBy(() ->
                SegmentSum.LONGS.add(
                    memories[0], at[0], memories[1], at[1], memories[2], at[2], piece[1]))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @Test
  void memoryThatMayNotBeUsedIsRefused() throws Exception {
    MemorySegment memory = MemorySegment.ofArray(new long[8]);
    assertThatThrownBy(() -> SegmentSum.LONGS.add(memory.asReadOnly(), 0, memory, 0, memory, 0, 64))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a sum of 64 bytes cannot be written to a segment that is read-only");
    SegmentSum.LONGS.add(memory, 0, memory.asReadOnly(), 0, memory.asReadOnly(), 0, 64);
    Arena arena = Arena.ofConfined();
    MemorySegment gone = arena.allocate(64);
    var thrown = new Throwable[1];
    Thread.ofPlatform()
        .uncaughtExceptionHandler((thread, failure) -> thrown[0] = failure)
        .start(() -> SegmentSum.LONGS.add(memory, 0, gone, 0, memory, 0, 64))
        .join();
    assertThat(thrown[0]).isInstanceOf(WrongThreadException.class);
    arena.close();
    assertThatThrownBy(() -> SegmentSum.LONGS.add(gone, 0, memory, 0, memory, 0, 64))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> SegmentSum.LONGS.add(memory, 0, memory, 0, gone, 0, 64))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void allIsRefusedThatIsNotWithinItsMemory() {
    MemorySegment memory = MemorySegment.ofArray(new long[100]);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment operand = arena.allocate(256, 64);
      var table = new SumTable();
      for (long[] piece : new long[][] {{64, 256}, {-8, 64}, {256, 64}, {0, 320}}) {
        table.begin(2, 0, 0);
        assertThat(table.add(operand, piece[0])).isTrue();
        assertThatThrownBy(() -> SegmentSum.LONGS.addAll(memory, 0, memory, 0, table, piece[1]))
            .as("%d bytes from %d on", piece[1], piece[0])
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      table.begin(2, 0, 0);
      table.add(operand, 0);
      assertThatThrownBy(() -> SegmentSum.LONGS.addAll(memory, 800 - 56, memory, 0, table, 64))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> SegmentSum.LONGS.addAll(memory, 0, memory, 800 - 56, table, 64))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> SegmentSum.LONGS.addAll(memory, 0, memory, 0, table, 60))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("give whole lines");
      assertThatThrownBy(
              () -> SegmentSum.LONGS.addAll(memory.asReadOnly(), 0, memory, 0, table, 64))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a target that is not read-only");
      assertThat(table.add(memory, 0)).as("the Java heap").isFalse();
    }
  }
}
