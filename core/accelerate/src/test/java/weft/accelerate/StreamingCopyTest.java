// SPDX-License-Identifier: Apache-2.0
package weft.accelerate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.memory.Accelerators;
import weft.memory.StreamingCopy;

final class StreamingCopyTest {
  private static final int LEAST = (int) StreamingCopy.LEAST;

  /// Longer than what either copies in one go and than what is left over, with all ends.
  private static final int MORE = 300;

  private static final int ROOM = LEAST + 2 * MORE;

  enum Way {
    PAST_CACHES {
      @Override
      void copy(MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
        StreamingCopy.pastCaches(from, fromAt, to, at, bytes);
      }
    },
    READING_AHEAD {
      @Override
      void copy(MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
        StreamingCopy.readingAhead(from, fromAt, to, at, bytes);
      }
    };

    abstract void copy(MemorySegment from, long fromAt, MemorySegment to, long at, long bytes);
  }

  @BeforeEach
  void onlyWhereItIs() {
    boolean expected =
        System.getProperty("os.arch").equals("amd64")
            && System.getProperty("os.name").equals("Linux");
    assumeTrue(expected, "SKIPPED: there are streaming copies on Linux on x86-64 only");
    assertThat(StreamingCopy.isThere()).isTrue();
    assumeTrue(
        Accelerators.takesArrays(), "SKIPPED: this JDK may move arrays that native code holds");
  }

  private static byte[] noise(RandomGenerator random, int bytes) {
    var noise = new byte[bytes];
    random.nextBytes(noise);
    return noise;
  }

  @ParameterizedTest
  @EnumSource
  void everyByteArrivesAndNoOther(Way way) {
    long seed = System.nanoTime();
    var random = new Random(seed);
    try (Arena arena = Arena.ofConfined()) {
      byte[] source = noise(random, ROOM);
      MemorySegment outside = arena.allocate(ROOM);
      outside.copyFrom(MemorySegment.ofArray(source));
      for (int round = 0; round < 6_000; round++) {
        int fromAt = random.nextInt(130);
        int at = random.nextInt(130);
        int bytes = LEAST + random.nextInt(MORE);
        byte[] before = noise(random, ROOM);
        byte[] expected = before.clone();
        System.arraycopy(source, fromAt, expected, at, bytes);
        MemorySegment from = round % 2 == 0 ? outside : MemorySegment.ofArray(source);
        MemorySegment to =
            round % 3 == 0 ? MemorySegment.ofArray(before.clone()) : arena.allocate(ROOM);
        to.copyFrom(MemorySegment.ofArray(before));
        way.copy(from, fromAt, to, at, bytes);
        assertThat(to.toArray(ValueLayout.JAVA_BYTE))
            .as("seed %d, round %d: %d bytes, %d to %d", seed, round, bytes, fromAt, at)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void elementsOfAnyArray(Way way) {
    double[] from = new Random(5).doubles(100_003).toArray();
    var to = new double[from.length];
    way.copy(MemorySegment.ofArray(from), 8, MemorySegment.ofArray(to), 16, 8L * (from.length - 2));
    for (int i = 2; i < from.length; i++) {
      assertThat(to[i]).isEqualTo(from[i - 1]);
    }
    assertThat(to[0] + to[1]).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void shortPiecesToo(Way way) {
    byte[] from = noise(new Random(3), 200);
    for (int bytes = 1; bytes <= from.length; bytes++) {
      var to = new byte[from.length];
      way.copy(MemorySegment.ofArray(from), 0, MemorySegment.ofArray(to), 0, bytes);
      assertThat(to).startsWith(Arrays.copyOf(from, bytes));
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsTouchedOutside(Way way) {
    MemorySegment memory = MemorySegment.ofArray(new byte[2 * LEAST]);
    MemorySegment other = MemorySegment.ofArray(new byte[2 * LEAST]);
    for (long[] wrong :
        new long[][] {
          {-1, 0, LEAST},
          {0, -1, LEAST},
          {0, 0, 2 * LEAST + 1},
          {LEAST + 1, 0, LEAST},
          {0, LEAST + 1, LEAST},
          {0, 0, -1},
          {Long.MAX_VALUE, 0, LEAST}
        }) {
      assertThatThrownBy(() -> way.copy(memory, wrong[0], other, wrong[1], wrong[2]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThatThrownBy(() -> way.copy(memory, 0, other.asReadOnly(), 0, LEAST))
        .isInstanceOf(IllegalArgumentException.class);
    Arena arena = Arena.ofConfined();
    MemorySegment closed = arena.allocate(2 * LEAST);
    arena.close();
    assertThatThrownBy(() -> way.copy(closed, 0, other, 0, LEAST))
        .isInstanceOf(IllegalStateException.class);
  }

  /// Its pages may be gone, which copies of the JDK survive and these do not.
  @Test
  void aMappedFileDoesNotSuit(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[2 * LEAST]);
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 2 * LEAST, arena);
      assertThat(Stream.of(mapped, mapped.asSlice(LEAST)).map(StreamingCopy::suits))
          .containsOnly(false);
      assertThat(StreamingCopy.suits(arena.allocate(1))).isTrue();
      assertThat(StreamingCopy.suits(MemorySegment.ofArray(new long[1]))).isTrue();
    }
  }
}
