// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Heaps in a sparse file: storage only where it was committed, and no access after the end.
final class HeapsTest {
  private static final int RANKS = 64;
  private static final HeapLayout LAYOUT = new HeapLayout(HeapLayout.DEFAULT_BYTES, true);

  @TempDir Path directory;
  private RandomAccessFile file;
  private Heaps heaps;

  @BeforeEach
  void map() throws IOException {
    file = new RandomAccessFile(directory.resolve("heaps").toFile(), "rw");
    file.setLength(Heaps.bytes(RANKS, LAYOUT));
    heaps = Heaps.map(file, directory.toFile(), 0, RANKS, LAYOUT);
  }

  @AfterEach
  void close() throws IOException {
    heaps.close();
    file.close();
  }

  /// What the file takes on its disk.
  private long stored() throws IOException {
    // The attribute of du(1), 512 bytes a block, is not among Java's; so ask du itself.
    Process du =
        new ProcessBuilder("du", "--block-size=1", directory.resolve("heaps").toString()).start();
    String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    return Long.parseLong(text.substring(0, text.indexOf('\t')));
  }

  @Test
  void sixtyFourHeapsTakeNoStorageUntilTheyAreUsed() throws IOException {
    assertThat(Files.size(directory.resolve("heaps"))).isEqualTo(64 * LAYOUT.extent());
    assertThat(stored()).isLessThan(1 << 20);

    heaps.commit(3, 100, 8);
    heaps.commit(63, LAYOUT.symmetric(), 1 << 20);

    assertThat(stored()).isBetween((1L << 20) + (1 << 16), (1L << 20) + (1 << 19));
    assertThat(heaps.state(63)).startsWith("1024 KiB of 256 MiB have storage");
  }

  @Test
  void whatIsCommittedAgainKeepsItsValues() throws IOException {
    MemorySegment heap = heaps.heap(2);
    long far = 5 * HeapLayout.CHUNK;
    heaps.commit(2, far, 8);
    Words.set(heap, far, 42);

    // Before it, over it and behind it, in one piece.
    heaps.commit(2, 64, 2 * far);

    assertThat(Words.get(heap, far)).isEqualTo(42);
    assertThat(Words.get(heap, 64)).isZero();
    assertThat(Words.get(heap, 2 * far)).isZero();
    assertThat(heaps.state(2)).startsWith("704 KiB of");
  }

  @Test
  void oneRanksHeapIsNotAnothers() throws IOException {
    heaps.commit(0, 0, LAYOUT.bytes() / 64);
    heaps.commit(1, 0, 8);
    heaps.heap(0).asSlice(0, LAYOUT.bytes() / 64).fill((byte) 7);

    assertThat(Words.get(heaps.heap(1), 0)).isZero();
    assertThat(heaps.heap(0).byteSize()).isEqualTo(LAYOUT.extent());
  }

  @Test
  void storageThatCannotBeHadIsAnExceptionAfterWhichAllIsAsBefore() throws IOException {
    heaps.commit(0, 0, 8);
    Words.set(heaps.heap(0), 0, 5);
    String before = heaps.state(0);
    // A closed file cannot be written, as a full one cannot.
    file.close();

    assertThatThrownBy(() -> heaps.commit(0, 0, 1 << 20)).isInstanceOf(IOException.class);

    assertThat(heaps.state(0)).isEqualTo(before);
    assertThat(Words.get(heaps.heap(0), 0)).isEqualTo(5);
    heaps.commit(0, 8, 64); // Needs no storage.
  }

  @Test
  void whatIsOutsideAHeapIsRefused() {
    for (long[] range :
        new long[][] {{-1, 8}, {0, -1}, {LAYOUT.extent(), 1}, {8, Long.MAX_VALUE}}) {
      assertThatThrownBy(() -> heaps.commit(0, range[0], range[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void anAccessAfterTheEndIsAnException() throws IOException {
    heaps.commit(0, 0, 8);
    MemorySegment heap = heaps.heap(0);
    heaps.close();
    heaps.close();

    assertThat(heaps.isOpen()).isFalse();
    assertThatThrownBy(() -> Words.get(heap, 0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aLayoutIsWholeChunks() {
    var small = new HeapLayout(1, false);
    assertThat(small.bytes()).isEqualTo(HeapLayout.CHUNK);
    assertThat(small.extent()).isEqualTo(2 * HeapLayout.CHUNK);
    assertThat(small.symmetric()).isEqualTo(HeapLayout.CHUNK);
    var largest = new HeapLayout(HeapLayout.MAX_BYTES, true);
    assertThat(largest.extent() % HeapLayout.CHUNK).isZero();
    assertThat(largest.extent())
        .isGreaterThanOrEqualTo(largest.end() + CheckArea.bytes(largest.end()))
        .isLessThan(1L << 44);
    for (long wrong : new long[] {0, -1, HeapLayout.MAX_BYTES + 1}) {
      assertThatThrownBy(() -> new HeapLayout(wrong, false))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
