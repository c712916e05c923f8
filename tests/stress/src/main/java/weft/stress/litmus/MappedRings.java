// SPDX-License-Identifier: Apache-2.0
package weft.stress.litmus;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import weft.memory.ControlLayout;
import weft.memory.Doorbell;
import weft.memory.Lines;
import weft.memory.RingMemory;
import weft.memory.Words;

/// The rings between two processes, and their bells, in a file that both map.
///
/// ```
/// control area | bell of rank 0 | bell of rank 1 | arrivals | 4 rings
/// ```
final class MappedRings implements RingMemory, Doorbell {
  /// The number of processes that share the file.
  static final int RANKS = 2;

  private static final long BELLS = Lines.align(ControlLayout.bytes(RANKS));
  private static final long ARRIVALS = BELLS + RANKS * Lines.LINE;
  private static final long RINGS = ARRIVALS + Lines.LINE;

  private final long ringBytes;
  private final MemorySegment memory;

  private MappedRings(long ringBytes, MemorySegment memory) {
    this.ringBytes = ringBytes;
    this.memory = memory;
  }

  /// Maps the file at `path`, and creates it if it does not exist.
  static MappedRings map(Path path, long ringBytes) throws IOException {
    long bytes = RINGS + RANKS * RANKS * ringBytes;
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      if (file.length() == 0) {
        file.setLength(bytes);
      }
      return new MappedRings(
          ringBytes, file.getChannel().map(MapMode.READ_WRITE, 0, bytes, Arena.global()));
    }
  }

  /// Waits until both processes have mapped the file.
  void meet(long deadlineNanos) {
    for (; ; ) {
      long arrived = Words.getVolatile(memory, ARRIVALS);
      if (Words.compareAndSet(memory, ARRIVALS, arrived, arrived + 1)) {
        break;
      }
    }
    while (Words.getVolatile(memory, ARRIVALS) < RANKS) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IllegalStateException("the other process did not start");
      }
      Thread.yield();
    }
  }

  @Override
  public void ring(int rank) {
    Words.setVolatile(memory, BELLS + rank * Lines.LINE, 1);
  }

  /// Whether the bell of `rank` has rung since [#silence].
  boolean isRung(int rank) {
    return Words.getVolatile(memory, BELLS + rank * Lines.LINE) != 0;
  }

  /// Resets the bell of `rank`.
  void silence(int rank) {
    Words.setVolatile(memory, BELLS + rank * Lines.LINE, 0);
  }

  @Override
  public int ranks() {
    return RANKS;
  }

  @Override
  public long ringBytes() {
    return ringBytes;
  }

  @Override
  public MemorySegment control() {
    return memory;
  }

  @Override
  public MemorySegment ring(int source, int target, boolean writing) {
    return memory;
  }

  @Override
  public long ringBase(int source, int target) {
    return RINGS + ((long) source * RANKS + target) * ringBytes;
  }
}
