// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.collective.internal.data.ByteRange;
import weft.collective.internal.data.ElementType;
import weft.memory.SegmentSum;
import weft.memory.span.AnyMemory;
import weft.memory.span.Span;

/// Folds of any number of operands to any number of places, against one combination after the
/// other.
class FoldsTest {
  private static final int MOST = 40 << 10;
  private static final int ROOM = 3 * MOST + 256;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final Folds folds = new Folds();

  /// Where the result of this rank goes.
  private enum To {
    NOWHERE,
    APART,
    IN_PLACE
  }

  private void fill(ElementType type, MemorySegment bytes) {
    for (int at = 0; at + type.bytes() <= bytes.byteSize(); at += type.bytes()) {
      switch (type) {
        case FLOAT ->
            bytes.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) random.nextGaussian() * 1e6f);
        case DOUBLE ->
            bytes.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, random.nextGaussian() * 1e12);
        default -> bytes.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
      }
    }
  }

  private AnyMemory memory(ElementType type, Arena arena) {
    int fitting =
        switch (type) {
          case INT -> 1;
          case LONG -> 2;
          case FLOAT -> 3;
          default -> 4;
        };
    AnyMemory memory =
        AnyMemory.of(random.nextBoolean() ? fitting : 5 + random.nextInt(3), ROOM, random, arena);
    fill(type, memory.bytes());
    return memory;
  }

  private ByteRange block(ElementType type, int bytes, Arena arena) {
    boolean isInHeap = random.nextInt(20) == 0;
    MemorySegment memory =
        isInHeap ? MemorySegment.ofArray(new byte[bytes + 256]) : arena.allocate(bytes + 256, 64);
    fill(type, memory);
    var block = new ByteRange();
    block.memory = memory;
    // Real numbers cut in two might be NaNs, which may differ in what is in them.
    boolean isReal = type == ElementType.FLOAT || type == ElementType.DOUBLE;
    block.at = isReal ? 8 * random.nextInt(16) : random.nextInt(128);
    block.bytes = bytes;
    return block;
  }

  private static byte[] content(ByteRange block) {
    return block.memory().toArray(ValueLayout.JAVA_BYTE);
  }

  private static Span outside(byte[] bytes, Arena arena) {
    Span span = new Span();
    span.set(
        arena.allocate(bytes.length, 8).copyFrom(MemorySegment.ofArray(bytes)), 0, bytes.length);
    return span;
  }

  private static byte[] content(Span span) {
    byte[] content = new byte[(int) span.bytes()];
    span.copyTo(0, MemorySegment.ofArray(content), 0, content.length);
    return content;
  }

  /// The last of them does not commute.
  private Combiner combiner(ElementType type) {
    return switch (random.nextInt(4)) {
      case 0 -> Combiners.standard(Reduction.MIN, type);
      case 1 ->
          switch (type) {
            case INT -> Combiners.ints("3a + b", (a, b) -> 3 * a + b, false, type);
            case LONG -> Combiners.longs("3a + b", (a, b) -> 3 * a + b, false, type);
            default -> Combiners.doubles("3a + b", (a, b) -> 3 * a + b, false, type);
          };
      default -> Combiners.standard(Reduction.SUM, type);
    };
  }

  /// Rows with gaps, or none.
  private Span view(AnyMemory memory, int at, int rows, int rowBytes, int gap) {
    Span span = new Span();
    span.setRows(memory.memory(), at, rows, rowBytes, rowBytes + gap);
    return span;
  }

  private void check(ElementType type, To where) {
    try (Arena arena = Arena.ofConfined()) {
      int rows = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
      int most = random.nextBoolean() ? MOST : 6 << 10;
      int rowBytes = (1 + random.nextInt(most / rows / type.bytes())) * type.bytes();
      int bytes = rows * rowBytes;
      int gap = rows > 1 ? 1 + random.nextInt(8) : 0;
      AnyMemory mine = memory(type, arena);
      AnyMemory other = where == To.IN_PLACE ? mine : memory(type, arena);
      int at = random.nextInt(8) * type.bytes();
      Span own = view(mine, at, rows, rowBytes, gap * type.bytes());
      Span to =
          view(
              other,
              where == To.IN_PLACE ? at : random.nextInt(8) * type.bytes(),
              rows,
              rowBytes,
              gap * type.bytes());
      byte[] untouched = mine.copy();

      var operands = new Operands<ByteRange>();
      int count = 1 + random.nextInt(5);
      int before = random.nextInt(count + 1);
      List<byte[]> parts = new ArrayList<>();
      List<ByteRange> blocks = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ByteRange block = block(type, bytes, arena);
        operands.add(block, i < before);
        blocks.add(block);
        parts.add(Arrays.copyOfRange(content(block), (int) block.at, (int) block.at + bytes));
      }
      List<byte[]> contents = blocks.stream().map(FoldsTest::content).toList();
      parts.add(before, content(own));
      List<ByteRange> targets = new ArrayList<>();
      for (int i = random.nextInt(4) + (where == To.NOWHERE ? 1 : 0); i > 0; i--) {
        // The first may be where an operand is: so it is where the root reduces in place.
        ByteRange target =
            targets.isEmpty() && random.nextBoolean()
                ? blocks.get(random.nextInt(count))
                : block(type, bytes, arena);
        operands.addTarget(target);
        targets.add(target);
      }
      Combiner combiner = combiner(type);
      Span expected = outside(parts.getFirst(), arena);
      for (byte[] part : parts.subList(1, parts.size())) {
        combiner.combine(expected, 0, outside(part, arena), 0, bytes, false);
      }
      byte[] sum = content(expected);

      folds.fold(combiner, where == To.NOWHERE ? null : to, 0, own, 0, operands, bytes);

      String what =
          "seed %d: %s of %s, %s, %d operands, own behind %d, %d bytes in %d rows"
              .formatted(seed, combiner.name(), type, where, count, before, bytes, rows);
      if (where != To.NOWHERE) {
        assertThat(content(to)).as(what).isEqualTo(sum);
      }
      for (ByteRange target : targets) {
        byte[] got = content(target);
        assertThat(Arrays.copyOfRange(got, (int) target.at, (int) target.at + bytes))
            .as(what)
            .isEqualTo(sum);
      }
      for (int i = 0; i < count; i++) {
        if (!targets.contains(blocks.get(i))) {
          assertThat(content(blocks.get(i))).as(what).isEqualTo(contents.get(i));
        }
      }
      if (where != To.IN_PLACE) {
        assertThat(mine.copy()).as(what).isEqualTo(untouched);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INT", "LONG", "FLOAT", "DOUBLE"})
  void everyPlaceGetsWhatOneCombinationAfterTheOtherGives(ElementType type) {
    for (int round = 0; round < 200; round++) {
      check(type, To.values()[round % 3]);
    }
  }

  @Test
  void nothingBehindAndNothingInFrontOfATargetIsWritten() {
    try (Arena arena = Arena.ofConfined()) {
      for (int bytes : new int[] {64, 4096, 4096 + 24, 20_000}) {
        var operands = new Operands<ByteRange>();
        operands.add(block(ElementType.LONG, bytes, arena), false);
        ByteRange target = block(ElementType.LONG, bytes, arena);
        operands.addTarget(target);
        byte[] before = content(target);
        Span own = outside(new byte[bytes], arena);
        folds.fold(
            Combiners.standard(Reduction.SUM, ElementType.LONG), null, 0, own, 0, operands, bytes);
        byte[] after = content(target);
        MemorySegment.copy(
            MemorySegment.ofArray(before),
            target.at,
            MemorySegment.ofArray(after),
            target.at,
            bytes);
        assertThat(after).as("%d bytes, seed %d", bytes, seed).isEqualTo(before);
      }
    }
  }

  @Test
  void sumsOfWholeLinesAreMadeInOnePass() {
    assumeThat(SegmentSum.isThere()).as("SKIPPED: there is no machine code for sums").isTrue();
    try (Arena arena = Arena.ofConfined()) {
      int bytes = (8 << 10) + 24;
      var operands = new Operands<ByteRange>();
      for (int i = 0; i < 3; i++) {
        MemorySegment memory = arena.allocate(bytes, 64);
        operands.add(blockOf(memory, bytes), i < 2);
      }
      Span own = outside(new byte[bytes], arena);
      Span to = outside(new byte[bytes], arena);
      var pass = new OnePass();
      Combiner sum = Combiners.standard(Reduction.SUM, ElementType.DOUBLE);
      assertThat(pass.sum(sum, to, 0, own, 0, operands, false, bytes)).isEqualTo(8 << 10);
      Combiner least = Combiners.standard(Reduction.MIN, ElementType.DOUBLE);
      assertThat(pass.sum(least, to, 0, own, 0, operands, false, bytes)).isZero();
      operands.add(blockOf(MemorySegment.ofArray(new byte[bytes]), bytes), false);
      assertThat(pass.sum(sum, to, 0, own, 0, operands, false, bytes))
          .as("an operand in the Java heap")
          .isZero();
    }
  }

  private static ByteRange blockOf(MemorySegment memory, int bytes) {
    var block = new ByteRange();
    block.memory = memory;
    block.bytes = bytes;
    return block;
  }
}
