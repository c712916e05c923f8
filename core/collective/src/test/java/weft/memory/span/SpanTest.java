// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.memory.Accelerators;
import weft.memory.SegmentSum;

class SpanTest {
  private static final int ROUNDS = 20_000;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  private int unit(AnyMemory one, AnyMemory other) {
    return random.nextInt(4) == 0 ? 1 : Math.max(one.element(), other.element());
  }

  private int length() {
    return 8 * (1 + random.nextInt(random.nextInt(4) == 0 ? 400 : 20));
  }

  @Test
  void shouldCopyBetweenAllKindsOfMemory() {
    for (int round = 0; round < ROUNDS; round++) {
      try (Arena arena = Arena.ofConfined()) {
        AnyMemory to = AnyMemory.of(random.nextInt(AnyMemory.KINDS), length(), random, arena);
        AnyMemory from = AnyMemory.of(random.nextInt(AnyMemory.KINDS), length(), random, arena);
        checkCopy(round, to, from);
      }
    }
  }

  @Test
  void shouldCopyWithinOneMemoryAsIfThroughAnother() {
    for (int round = 0; round < ROUNDS; round++) {
      try (Arena arena = Arena.ofConfined()) {
        AnyMemory memory = AnyMemory.of(random.nextInt(AnyMemory.KINDS), length(), random, arena);
        checkCopy(round, memory, memory);
      }
    }
  }

  private void checkCopy(int round, AnyMemory to, AnyMemory from) {
    int unit = unit(to, from);
    AnyMemory.View target = to.view(random, unit);
    boolean same = to.memory().equals(from.memory()) && random.nextInt(3) == 0;
    AnyMemory.View source = same ? target : from.view(random, unit);
    int most = (int) Math.min(target.span().bytes(), source.span().bytes()) / unit;
    int length = random.nextInt(most + 1) * unit;
    int at = random.nextInt(((int) target.span().bytes() - length) / unit + 1) * unit;
    int fromAt = random.nextInt(((int) source.span().bytes() - length) / unit + 1) * unit;
    byte[] expected = to.copy();
    target.write(expected, at, source.read(from.copy(), fromAt, length));

    // through a part of the one and a part of a part of the other
    Span part = new Span();
    part.set(target.span(), at, length);
    int lead = random.nextInt(fromAt / unit + 1) * unit;
    Span other = new Span();
    other.set(source.span(), lead, source.span().bytes() - lead);
    other.set(other, fromAt - lead, length);
    if (random.nextBoolean()) {
      Span.copy(part, 0, other, 0, length);
    } else {
      Span.copy(target.span(), at, source.span(), fromAt, length);
    }

    assertThat(to.copy()).as("seed %s, round %s", seed, round).isEqualTo(expected);
  }

  @Test
  void shouldGatherToAndScatterFromSegments() {
    for (int round = 0; round < ROUNDS; round++) {
      try (Arena arena = Arena.ofConfined()) {
        AnyMemory memory = AnyMemory.of(random.nextInt(AnyMemory.KINDS), length(), random, arena);
        AnyMemory segment = AnyMemory.of(5 + random.nextInt(3), length(), random, arena);
        int unit = unit(memory, segment);
        AnyMemory.View view = memory.view(random, unit);
        int most = (int) Math.min(view.span().bytes(), segment.bytes().byteSize()) / unit;
        int length = random.nextInt(most + 1) * unit;
        int at = random.nextInt(((int) view.span().bytes() - length) / unit + 1) * unit;
        int offset = random.nextInt((int) segment.bytes().byteSize() - length + 1);

        if (random.nextBoolean()) {
          byte[] expected = segment.copy();
          byte[] read = view.read(memory.copy(), at, length);
          System.arraycopy(read, 0, expected, offset, length);
          view.span().copyTo(at, segment.bytes(), offset, length);
          assertThat(segment.copy()).as("seed %s, round %s", seed, round).isEqualTo(expected);
        } else {
          byte[] expected = memory.copy();
          view.write(
              expected, at, segment.bytes().asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
          view.span().copyFrom(at, segment.bytes(), offset, length);
          assertThat(memory.copy()).as("seed %s, round %s", seed, round).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void shouldCopyWithinEachOfSeveralPieces() {
    for (int round = 0; round < ROUNDS / 10; round++) {
      try (Arena arena = Arena.ofConfined()) {
        var memories = new ArrayList<AnyMemory>();
        var views = new ArrayList<AnyMemory.View>();
        var spans = new ArrayList<Span>();
        for (int i = 0; i < 1 + random.nextInt(5); i++) {
          memories.add(AnyMemory.of(random.nextInt(AnyMemory.KINDS), length(), random, arena));
          views.add(memories.get(i).view(random, 8));
          spans.add(views.get(i).span());
          spans.add(new Span()); // an empty piece
        }
        Span all = new Span();
        all.setPieces(spans);
        assertThat(all.contiguous()).isNull();
        long begin = 0;
        for (int i = 0; i < views.size(); i++) {
          AnyMemory.View view = views.get(i);
          int bytes = (int) view.span().bytes();
          int length = 8 * (1 + random.nextInt(bytes / 8));
          int at = 8 * random.nextInt((bytes - length) / 8 + 1);
          MemorySegment segment = arena.allocate(length, 8);
          byte[] expected = view.read(memories.get(i).copy(), at, length);
          all.copyTo(begin + at, segment, 0, length);
          assertThat(segment.toArray(ValueLayout.JAVA_BYTE))
              .as("seed %s", seed)
              .isEqualTo(expected);

          byte[] written = new byte[length];
          random.nextBytes(written);
          segment.copyFrom(MemorySegment.ofArray(written));
          byte[] after = memories.get(i).copy();
          view.write(after, at, written);
          Span part = new Span();
          part.set(all, begin + at, length);
          switch (random.nextInt(3)) {
            case 0 -> all.copyFrom(begin + at, segment, 0, length);
            case 1 -> part.copyFrom(0, segment, 0, length);
            default -> {
              Span from = new Span();
              from.set(segment, 0, length);
              Span.copy(all, begin + at, from, 0, length);
            }
          }
          assertThat(memories.get(i).copy()).as("seed %s", seed).isEqualTo(after);
          byte[] back = new byte[length];
          Span to = new Span();
          to.setArray(back, 0, length);
          Span.copy(to, 0, all, begin + at, length);
          assertThat(back).as("seed %s", seed).isEqualTo(written);
          begin += bytes;
        }
        assertThat(all.bytes()).isEqualTo(begin);
        assertThat(all.meets(spans.getFirst())).isTrue();
        assertThat(spans.getFirst().meets(all)).isTrue();
        assertThat(all.overlapsItself()).isFalse();
        if (views.size() > 1) {
          long first = spans.getFirst().bytes();
          assertThatThrownBy(() -> all.copyTo(first - 1, arena.allocate(2), 0, 2))
              .hasMessageContaining("in several pieces");
        }
        all.setPieces(List.of(spans.getFirst(), spans.getFirst()));
        assertThat(all.overlapsItself()).isTrue();
      }
    }
    Span empty = new Span();
    empty.setPieces(List.of(new Span()));
    assertThat(empty.bytes()).isZero();
    assertThat(empty.overlapsItself()).isFalse();
  }

  @Test
  void shouldMoveWhatIsLongerThanOnePieceEvenWithinOneMemory() {
    int length = (int) (2 * Memories.MOST + 12_345) & -8;
    int shift = 4096 + 8;
    try (Arena arena = Arena.ofConfined()) {
      for (int kind : new int[] {0, 4, 5, 7}) {
        for (boolean up : new boolean[] {true, false}) {
          AnyMemory memory = AnyMemory.of(kind, length + shift, random, arena);
          byte[] expected = memory.copy();
          System.arraycopy(expected, up ? 0 : shift, expected, up ? shift : 0, length);
          Span span = new Span();
          span.setRows(memory.memory(), 0, 1, length + shift, length + shift);
          Span.copy(span, up ? shift : 0, span, up ? 0 : shift, length);
          assertThat(memory.copy()).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void shouldSayWhatOthersCanReadInPlace() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(800, 8);
      Span span = new Span();
      span.set(segment, 80, 160);
      assertThat(span.contiguous()).isSameAs(segment);
      assertThat(span.offset()).isEqualTo(80);

      Span rows = new Span();
      rows.setRows(segment, 16, 4, 40, 100);
      assertThat(rows.contiguous()).isNull();
      assertThat(rows.bytes()).isEqualTo(160);
      span.set(rows, 80, 40); // one row
      assertThat(span.contiguous()).isSameAs(segment);
      assertThat(span.offset()).isEqualTo(216);
      span.set(rows, 79, 2); // the end of one and the beginning of the next
      assertThat(span.contiguous()).isNull();

      rows.setRows(segment, 0, 4, 40, 40); // no gaps
      assertThat(rows.contiguous()).isSameAs(segment);
      span.setArray(new double[4], 0, 32);
      assertThat(span.contiguous()).isNull();
      span.set(MemorySegment.ofArray(new byte[8]), 0, 8);
      assertThat(span.contiguous()).isNull();
      span.clear();
      assertThat(span.contiguous()).isNull();
      assertThat(span.bytes()).isZero();
    }
  }

  @Test
  void shouldMergeLevelsThatGoOn() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(960, 8);
      Span span = new Span();
      span.setLevels(segment, 0, Levels.of(8).times(3, 8).times(1, 5).times(10, 24).times(4, 240));
      assertThat(span.contiguous()).isSameAs(segment);
      assertThat(span.bytes()).isEqualTo(960);
      span.setLevels(segment, 16, Levels.of(8).times(3, 16).times(5, 48));
      assertThat(span.order()).isNull();
      assertThat(span.strip(8)).isEqualTo(112);

      // The columns of three owners, two each, in rows without gaps: one distance for each owner.
      span.setLevels(segment, 0, Levels.of(8).times(2, 24).times(20, 48).times(3, 8));
      assertThat(span.bytes()).isEqualTo(960);
      assertThat(span.strip(0)).isEqualTo(320);
      assertThat(span.contiguous()).isNull();
      span.set(span, 320, 320); // one owner's
      assertThat(span.order()).isNull();
      assertThat(span.offset()).isEqualTo(8);
      span.set(span, 8, 8); // one column of one row
      assertThat(span.contiguous()).isSameAs(segment);
      assertThat(span.offset()).isEqualTo(32);
    }
    assertThatThrownBy(() -> Levels.of(0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> Levels.of(8).times(0, 8)).hasMessageContaining("at least 1");
  }

  @Test
  void shouldSayWhatHasBytesInCommon() {
    double[] array = new double[60];
    Span all = new Span();
    all.setLevels(array, 0, Levels.of(8).times(20, 24).times(3, 8));
    Span part = new Span();
    part.setRows(array, 16, 5, 8, 24);
    assertThat(all.meets(part)).isTrue();
    assertThat(part.meets(all)).isTrue();
    Span other = new Span();
    other.setArray(new double[60], 0, 480);
    assertThat(all.meets(other)).isFalse();
    other.setArray(array, 472, 8);
    assertThat(all.meets(other)).isTrue();
    assertThat(part.meets(other)).isFalse();

    // The two outer owners of three: the one between them is another's.
    Span outer = new Span();
    outer.setLevels(array, 0, Levels.of(8).times(20, 24).times(2, 16));
    other.setRows(array, 8, 20, 8, 24);
    assertThat(outer.meets(other)).isFalse();
    assertThat(other.meets(outer)).isFalse();
    other.set(outer, 160, 8);
    assertThat(other.offset()).isEqualTo(16);
    assertThat(outer.meets(outer)).isTrue();
  }

  /// A mapped file of the user's may have lost its pages: machine code would end the process there.
  @Test
  void shouldGiveMachineCodeWhatSuits(@TempDir Path folder) throws Exception {
    assumeTrue(Accelerators.takesArrays(), "SKIPPED: this JDK may move arrays of native code");
    int bytes = (int) SegmentSum.LEAST;
    Span span = new Span();
    assertThat(span.suited()).isNull();
    span.setArray(new byte[bytes - 1], 0, bytes - 1);
    assertThat(span.suited()).isNull();
    double[] array = new double[bytes];
    span.setArray(array, 8, bytes);
    MemorySegment suited = requireNonNull(span.suited());
    assertThat(suited.heapBase()).containsSame(array);
    assertThat(suited.byteSize()).isEqualTo(8L * bytes);
    Span other = new Span();
    other.set(span, 16, 8);
    assertThat(other.suited()).isSameAs(suited);
    other.clear();
    assertThat(other.suited()).isNull();
    other.set(span, 2);
    assertThat(other.suited()).isSameAs(suited);
    span.setRows(array, 0, 1, bytes, bytes);
    assertThat(span.suited()).isNotNull();
    try (Arena arena = Arena.ofConfined();
        FileChannel channel =
            FileChannel.open(
                folder.resolve("file"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                StandardOpenOption.READ)) {
      MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      span.set(mapped, 0, bytes);
      assertThat(span.suited()).isNull();
      MemorySegment outside = arena.allocate(bytes);
      span.set(outside, 0, bytes);
      assertThat(span.suited()).isSameAs(outside);
    }
  }

  @Test
  void shouldRefuseWhatIsNotThere() {
    Span span = new Span();
    span.setArray(new double[10], 16, 32);
    MemorySegment segment = MemorySegment.ofArray(new byte[100]);
    assertThatThrownBy(() -> span.copyTo(8, segment, 0, 32))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("32 bytes from byte 8 on are not within the data of 32 bytes");
    assertThatThrownBy(() -> span.copyTo(-1, segment, 0, 8))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> span.copyTo(Long.MAX_VALUE, segment, 0, 8))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> span.copyTo(0, segment, 80, 32))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> span.setArray(new int[3], 4, 12))
        .hasMessage("12 bytes from byte 4 on are not within the int[] of 12 bytes");
    assertThatThrownBy(() -> span.setRows(new int[30], 0, 3, 40, 41))
        .hasMessageContaining("3 rows of 40 bytes, one every 41 bytes")
        .hasMessageContaining("do not fit in 120 bytes");
    assertThatThrownBy(() -> span.setRows(new int[30], 0, Long.MAX_VALUE, 8, Long.MAX_VALUE))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> span.setRows(new int[30], 0, 3, 40, 39))
        .hasMessageContaining("leading dimension");
    assertThatThrownBy(() -> span.setLevels(new int[30], 8, Levels.of(8).times(3, 48).times(2, 16)))
        .hasMessage("120 bytes from byte 8 on are not within the memory of 120 bytes");
    assertThatThrownBy(() -> span.setArray("no", 0, 0))
        .hasMessageContaining("not java.lang.String");
    assertThat(span.bytes()).isEqualTo(32);
  }
}
