// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One file, mapped twice, carries records.
final class SharedRingsTest {
  private static final long RING = 4096;
  private static final HeapLayout HEAP = new HeapLayout(HeapLayout.DEFAULT_BYTES, false);

  @TempDir Path directory;

  @Test
  void whatOneMappingWritesTheOtherReads() throws IOException {
    Path path = directory.resolve("memory");
    try (SharedFile file = SharedFile.create(path, 2, RING, HEAP)) {
      SharedRings ours = SharedRings.map(path.toString(), 2, RING, HEAP);
      SharedRings theirs = SharedRings.map(path.toString(), 2, RING, HEAP);
      file.unlink();
      var outbox = new RingOutbox(ours, 0, 1, rank -> {});
      var inbox = new Inbox(theirs, 1, rank -> {});

      // Round the ring several times.
      for (int i = 0; i < 1000; i++) {
        long at = outbox.claim(16);
        assertThat(at).isNotEqualTo(RingOutbox.NO_ROOM);
        Words.set(outbox.memory(), at + 8, i);
        outbox.commit(at, 16, RecordLayout.header(RecordLayout.RSR0 + 1, 5, 8));
        long expected = i;
        int taken =
            inbox.poll((header, source, memory, where) -> {
              assertThat(source).isEqualTo(0);
              assertThat(RecordLayout.handler(header)).isEqualTo(5);
              assertThat(Words.get(memory, where + 8)).isEqualTo(expected);
              return true;
            });
        assertThat(taken).isEqualTo(1);
      }
      ours.close();
      theirs.close();
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void theFileIsThisUsers() throws IOException {
    Path path = directory.resolve("memory");
    int ranks = 64;
    try (SharedFile _ = SharedFile.create(path, ranks, 1 << 20, HEAP)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rw-------");
      assertThat(Files.size(path)).isEqualTo(SharedFile.bytes(ranks, 1 << 20, HEAP));
    }
  }

  @Test
  void ringsAreApartAndFillTheFile() throws IOException {
    Path path = directory.resolve("memory");
    try (SharedFile _ = SharedFile.create(path, 3, RING, HEAP)) {
      SharedRings rings = SharedRings.map(path.toString(), 3, RING, HEAP);
      long expected = SharedFile.control(3);
      for (int source = 0; source < 3; source++) {
        for (int target = 0; target < 3; target++) {
          assertThat(rings.ringBase(source, target)).isEqualTo(expected);
          expected += RING;
        }
      }
      assertThat(rings.control().byteSize()).isEqualTo(expected);
      rings.close();
    }
  }

  @Test
  void heapsAreOneMemoryApartFromTheRingsAndEndWithTheJob() throws IOException {
    Path path = directory.resolve("memory");
    try (SharedFile _ = SharedFile.create(path, 2, RING, HEAP)) {
      SharedRings ours = SharedRings.map(path.toString(), 2, RING, HEAP);
      SharedRings theirs = SharedRings.map(path.toString(), 2, RING, HEAP);
      ours.heaps().commit(0, 0, 64);
      MemorySegment here = ours.heaps().heap(0);
      MemorySegment there = theirs.heaps().heap(0);
      Words.set(here, 0, 42);
      assertThat(Words.get(there, 0)).isEqualTo(42);
      assertThat(Files.size(path))
          .isEqualTo(SharedFile.heaps(2, RING) + 2 * HEAP.extent())
          .isGreaterThan(ours.control().byteSize() + 2 * HEAP.extent());

      ours.close();
      theirs.close();
      assertThatThrownBy(() -> Words.get(here, 0)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> Words.get(there, 0)).isInstanceOf(IllegalStateException.class);
      // The rings stay: a thread that was abandoned may still look at them.
      assertThat(Words.get(ours.control(), 0)).isZero();
    }
  }

  @Test
  void aRingWithoutStorageIsAnExceptionThatSaysWhatToDo() throws IOException {
    Path path = directory.resolve("memory");
    try (SharedFile _ = SharedFile.create(path, 2, RING, HEAP)) {
      SharedRings rings = SharedRings.map(path.toString(), 2, RING, HEAP);
      // A closed file cannot be written, as a full one cannot.
      rings.close();
      assertThatThrownBy(() -> rings.ring(0, 1, true))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("no room for the ring from rank 0 to rank 1 (4096 bytes)")
          .hasMessageContaining("WEFT_RING")
          .hasMessageContaining(Place.VARIABLE);
    }
  }

  @Test
  void aFileOfAnotherSizeIsRefused() throws IOException {
    Path path = directory.resolve("memory");
    try (SharedFile _ = SharedFile.create(path, 2, RING, HEAP)) {
      assertThatThrownBy(() -> SharedRings.map(path.toString(), 3, RING, HEAP))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("bytes, not");
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsAnExceptionThatNamesIt() {
    assertThatThrownBy(() -> SharedFile.create(directory.resolve("none/memory"), 2, RING, HEAP))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("NoSuchFileException") // the path alone would not say why
        .hasMessageContaining("make room there, or set WEFT_SHM_DIR")
        .hasMessageContaining(directory.resolve("none").toString());
  }
}
