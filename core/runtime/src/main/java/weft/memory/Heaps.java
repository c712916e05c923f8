// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel.MapMode;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// The registered heaps of all ranks of a job, one after the other in a part of a sparse file, as
/// mapped by one process. If ranks are threads and no file can be created, they are memory of this
/// process.
///
/// They have their own arena, which is closed at the job's end, so a later access throws and does
/// not crash.
public final class Heaps implements AutoCloseable {
  private static final long PAGE = 4096;

  private final HeapLayout layout;

  /// The file in which storage is committed; null if all storage exists from the beginning.
  private final @Nullable RandomAccessFile file;

  private final @Nullable File directory;
  private final long begin;
  private final Arena arena;
  private final MemorySegment memory;
  private final MemorySegment[] heaps;

  /// The chunks of each rank's heap that have storage. Each element is used by its rank's thread
  /// only.
  private final BitSet[] committed;

  private Heaps(
      HeapLayout layout,
      @Nullable RandomAccessFile file,
      @Nullable File directory,
      long begin,
      Arena arena,
      MemorySegment memory,
      int ranks) {
    this.layout = layout;
    this.file = file;
    this.directory = directory;
    this.begin = begin;
    this.arena = arena;
    this.memory = memory;
    this.heaps = new MemorySegment[ranks];
    this.committed = new BitSet[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      heaps[rank] = memory.asSlice(rank * layout.extent(), layout.extent());
      committed[rank] = new BitSet();
    }
  }

  /// The bytes of all heaps.
  public static long bytes(int ranks, HeapLayout layout) {
    return ranks * layout.extent();
  }

  /// Maps them from `begin` on, a multiple of [HeapLayout#CHUNK], in `file` in `directory`, which
  /// stays open as long as heaps are committed.
  public static Heaps map(
      RandomAccessFile file, File directory, long begin, int ranks, HeapLayout layout)
      throws IOException {
    Arena arena = Arena.ofShared();
    try {
      MemorySegment memory =
          file.getChannel().map(MapMode.READ_WRITE, begin, bytes(ranks, layout), arena);
      ConstantHeaps.expect(ConstantHeaps.of(memory, ranks, layout.extent()));
      return new Heaps(layout, file, directory, begin, arena, memory, ranks);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /// Makes them without a file, for ranks that are threads. All their memory is taken at once,
  /// because an arena fills it with zeros.
  ///
  /// @throws OutOfMemoryError if this exceeds the JVM's limit
  public static Heaps allocate(int ranks, HeapLayout layout) {
    Arena arena = Arena.ofShared();
    try {
      MemorySegment memory = arena.allocate(bytes(ranks, layout), PAGE);
      ConstantHeaps.expect(ConstantHeaps.of(memory, ranks, layout.extent()));
      return new Heaps(layout, null, null, 0, arena, memory, ranks);
    } catch (OutOfMemoryError e) {
      arena.close();
      throw e;
    }
  }

  /// The heap of `rank`. Only memory that that rank has committed may be accessed.
  public MemorySegment heap(int rank) {
    return heaps[rank];
  }

  /// Gives storage to the bytes from `offset` on in the heap of `rank`, as far as they have none;
  /// new storage holds zeros. Only for that rank's thread.
  ///
  /// @throws IOException if there is not enough. Then nothing is lost: committed memory is as it
  ///   was, and the call may be repeated
  public void commit(int rank, long offset, long bytes) throws IOException {
    if (offset < 0 || bytes < 0 || offset > layout.extent() - bytes) {
      throw new IndexOutOfBoundsException(
          bytes + " bytes at " + offset + " in a heap of " + layout.extent());
    }
    BitSet mine = committed[rank];
    int end = (int) (HeapLayout.roundUp(offset + bytes) / HeapLayout.CHUNK);
    int first = mine.nextClearBit((int) (offset / HeapLayout.CHUNK));
    while (first < end) {
      int next = mine.nextSetBit(first);
      int last = next < 0 ? end : Math.min(next, end);
      commit(rank, first, last);
      mine.set(first, last);
      first = mine.nextClearBit(last);
    }
  }

  private void commit(int rank, int first, int last) throws IOException {
    RandomAccessFile file = this.file;
    if (file == null) {
      return;
    }
    long from = begin + rank * layout.extent() + first * HeapLayout.CHUNK;
    // Ranks that are threads share the file and its position.
    synchronized (file) {
      Storage.commit(file, from, (last - first) * HeapLayout.CHUNK);
    }
  }

  /// Describes how much of the heap of `rank` has storage, and how much it may have. Only for that
  /// rank's thread.
  public String state(int rank) {
    File directory = this.directory;
    if (directory == null) {
      return "it has " + Storage.size(layout.bytes()) + " of this process's memory";
    }
    return Storage.size(committed[rank].cardinality() * HeapLayout.CHUNK)
        + " of "
        + Storage.size(layout.bytes())
        + " have storage, and "
        + directory
        + " has "
        + Storage.size(directory.getUsableSpace())
        + " left";
  }

  /// Whether the heaps are still mapped.
  public boolean isOpen() {
    return arena.scope().isAlive();
  }

  /// Unmaps them. Accesses from then on throw an IllegalStateException.
  @Override
  public void close() {
    if (!isOpen()) {
      return;
    }
    try {
      arena.close();
    } catch (IllegalStateException e) {
      // A thread is in a system call with this memory, so it stays mapped.
    }
    ConstantHeaps.close(memory);
  }
}
