// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel.MapMode;
import java.util.stream.IntStream;

/// One rank's view of the memory that all ranks of its job on this machine have mapped.
///
/// The mapping of the rings lives as long as the process: segments of the global arena need only
/// bounds checks. The mapping of the registered heaps, which programs see, ends with the job.
///
/// The file stays open, because writing to it commits a ring's storage. It is not used through a
/// channel, which an interrupt of the rank's thread would close.
public final class SharedRings implements RingMemory {
  /// The ranks of the job that share it, by their number here.
  private final int[] ranks;

  private final long ringBytes;
  private final String directory;
  private final RandomAccessFile file;
  private final MemorySegment memory;
  private final Heaps heaps;

  private SharedRings(
      int[] ranks,
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

  /// Maps the file at `path`, which all `ranks` ranks of a job share.
  public static SharedRings map(String path, int ranks, long ringBytes, HeapLayout heap)
      throws IOException {
    return map(path, IntStream.range(0, ranks).toArray(), ringBytes, heap);
  }

  /// Maps the file at `path`, which these ranks of a job share, in ascending order.
  public static SharedRings map(String path, int[] members, long ringBytes, HeapLayout heap)
      throws IOException {
    int ranks = members.length;
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
    return new SharedRings(members.clone(), ringBytes, place.getParent(), file, memory, heaps);
  }

  @Override
  public int ranks() {
    return ranks.length;
  }

  @Override
  public int rankOf(int index) {
    return ranks[index];
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
                + rankOf(source)
                + " to rank "
                + rankOf(target)
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
    return SharedFile.control(ranks.length) + ((long) source * ranks.length + target) * ringBytes;
  }

  /// The registered heaps.
  public Heaps heaps() {
    return heaps;
  }

  /// Closes the file and unmaps the heaps; the mapping of the rings stays.
  public void close() {
    heaps.close();
    try {
      file.close();
    } catch (IOException e) {
      // Nothing was written that could be lost.
    }
  }
}
