// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel.MapMode;
import weft.memory.HeapLayout;
import weft.memory.Heaps;
import weft.memory.Place;
import weft.memory.RingMemory;
import weft.memory.Storage;
import weft.memory.Words;

/// One rank's view of the memory that all ranks of its job have mapped.
///
/// The mapping of the rings lives as long as the process: a global arena's segments are checked for
/// bounds only. That of the registered heaps, which programs see, ends with the job.
///
/// The file stays open, since it is by writing to it that a ring gets its storage; and it is not
/// used through a channel, which an interrupt of the rank's thread would close.
final class SharedRings implements RingMemory {
  private final int ranks;
  private final long ringBytes;
  private final String directory;
  private final RandomAccessFile file;
  private final MemorySegment memory;
  private final Heaps heaps;

  private SharedRings(
      int ranks,
      long ringBytes,
      String directory,
      RandomAccessFile file,
      MemorySegment memory,
      Heaps heaps) {
    this.ranks = ranks;
    this.ringBytes = ringBytes;
    this.directory = directory;
    this.file = file;
    this.memory = memory;
    this.heaps = heaps;
  }

  /// Maps the file at `path`.
  static SharedRings map(String path, int ranks, long ringBytes, HeapLayout heap)
      throws IOException {
    var place = new File(path);
    var file = new RandomAccessFile(place, "rw");
    long bytes = SharedFile.bytes(ranks, ringBytes, heap);
    if (file.length() != bytes) {
      throw new IOException(path + " has " + file.length() + " bytes, not " + bytes);
    }
    long end = SharedFile.ringsEnd(ranks, ringBytes);
    MemorySegment memory = file.getChannel().map(MapMode.READ_WRITE, 0, end, Arena.global());
    Words.expect(memory);
    long begin = SharedFile.heaps(ranks, ringBytes);
    Heaps heaps = Heaps.map(file, place.getParentFile(), begin, ranks, heap);
    return new SharedRings(ranks, ringBytes, place.getParent(), file, memory, heaps);
  }

  @Override
  public int ranks() {
    return ranks;
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
    if (writing) {
      try {
        Storage.commit(file, ringBase(source, target), ringBytes);
      } catch (IOException e) {
        throw new UncheckedIOException(
            "there is no room for the ring from rank "
                + source
                + " to rank "
                + target
                + " ("
                + Storage.size(ringBytes)
                + ") in "
                + directory
                + ", which has "
                + Storage.size(new File(directory).getUsableSpace())
                + " left; make room there, use smaller rings (WEFT_RING), or set "
                + Place.VARIABLE
                + " to another directory",
            e);
      }
    }
    return memory;
  }

  @Override
  public long ringBase(int source, int target) {
    return SharedFile.control(ranks) + ((long) source * ranks + target) * ringBytes;
  }

  /// The registered heaps.
  Heaps heaps() {
    return heaps;
  }

  /// Closes the file and unmaps the heaps; the mapping of the rings stays.
  void close() {
    heaps.close();
    try {
      file.close();
    } catch (IOException e) {
      // Nothing was written that could be lost.
    }
  }
}
