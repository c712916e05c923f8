// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.memory.Words;

/// The mapped file in which one rank records, which can be read after the rank's death. A rank that
/// records for Flight Recorder alone has the same words in memory, and no reader uses them.
final class RecorderFile {
  private final Path folder;
  private final Arena arena;
  private final MemorySegment memory;
  private final long capacity;
  private final boolean alone;

  private RecorderFile(
      Path folder, Arena arena, MemorySegment memory, long capacity, boolean alone) {
    this.folder = folder;
    this.arena = arena;
    this.memory = memory;
    this.capacity = capacity;
    this.alone = alone;
  }

  /// Opens the file of `rank` with room for `capacity` events, a power of two, in `folder`.
  ///
  /// @throws UncheckedIOException if there is no room
  static RecorderFile open(Path folder, int rank, int size, long capacity) {
    Path path = folder.resolve(RecordingLayout.file(rank));
    Arena arena = Arena.ofShared();
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      long bytes = RecordingLayout.bytes(size, capacity);
      file.setLength(bytes);
      MemorySegment memory = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      return new RecorderFile(folder, arena, memory, capacity, false);
    } catch (IOException e) {
      arena.close();
      throw new UncheckedIOException(
          "rank " + rank + " cannot record in " + folder + ": " + e.getMessage(), e);
    }
  }

  /// The words of a rank that records for Flight Recorder alone.
  static RecorderFile inMemory(int size) {
    Arena arena = Arena.ofShared();
    MemorySegment memory = arena.allocate(RecordingLayout.bytes(size, 1), 8);
    return new RecorderFile(Path.of(""), arena, memory, 1, true);
  }

  /// Writes the header at `now`, but for the word that makes the file readable.
  void begin(int rank, int size, long now) {
    put(H_RANK, rank);
    put(H_SIZE, size);
    put(H_PID, ProcessHandle.current().pid());
    put(H_CLOCK, Identity.clock());
    put(H_HOST, Identity.host());
    put(H_START, now);
    put(H_START_MILLIS, System.currentTimeMillis());
    put(H_UNTIL, now);
    put(H_CAPACITY, capacity);
    put(H_CURRENT, STARTUP);
    put(H_CURRENT_PEER, -1);
  }

  /// Makes the file readable.
  void publish() {
    Words.setRelease(memory, 8L * H_MAGIC, MAGIC);
  }

  void put(int word, long value) {
    Words.set(memory, 8L * word, value);
  }

  /// Writes all of `from` at `word`.
  void put(int word, long[] from) {
    MemorySegment.copy(MemorySegment.ofArray(from), 0, memory, 8L * word, 8L * from.length);
  }

  /// Reads `words` words, from byte `at` on, to place `to` of `into`.
  void read(long at, long[] into, int to, int words) {
    MemorySegment.copy(memory, at, MemorySegment.ofArray(into), 8L * to, 8L * words);
  }

  MemorySegment memory() {
    return memory;
  }

  /// The number of events for which there is room.
  long capacity() {
    return capacity;
  }

  Path folder() {
    return folder;
  }

  /// Whether the rank records for Flight Recorder alone.
  boolean isAlone() {
    return alone;
  }

  /// See [Recorder#resultsFile].
  @Nullable Path resultsFile() {
    Path file = folder.resolve(JobRecording.RESULTS);
    return !alone && Files.exists(file) ? file : null;
  }

  void close() {
    arena.close();
  }
}
