// SPDX-License-Identifier: Apache-2.0
package weft.memory;

/// The allocator of one registered heap: it allocates parts of a range of offsets.
///
/// Every call takes constant time and, once the tables have grown to the load, allocates nothing.
/// Free blocks are kept in lists by size class, and a bit map over the classes finds the smallest
/// class that surely fits. This is two-level segregated fit (Masmano, Ripoll, Crespo and Real,
/// *TLSF: a New Dynamic Memory Allocator for Real-Time Systems*, ECRTS 2004). Free neighbours are
/// merged at once. Unlike in the paper, nothing is written into the heap itself: remote ranks write
/// there, and a stray put must not break the allocator.
///
/// Not thread-safe; only the heap's owner calls it. The debug mode's [CheckedAllocator] is the only
/// other kind.
public class HeapAllocator {
  /// Blocks begin at multiples of this many bytes.
  public static final int GRANULE = 16;

  /// Alignments up to this value round the size up, so that blocks of equal alignment leave no
  /// gaps. Larger ones do not.
  private static final long LINE = 64;

  private final long capacity;
  private final HeapBlocks blocks = new HeapBlocks();
  private final OffsetIndex live = new OffsetIndex(blocks);
  private final SizeClasses free = new SizeClasses(blocks);
  private long used;

  /// An allocator of the offsets from `begin` to `end`, of which only whole granules are used.
  public HeapAllocator(long begin, long end) {
    long first = (begin + GRANULE - 1) / GRANULE;
    long granules = end / GRANULE - first;
    if (begin < 0 || granules <= 0) {
      throw new IllegalArgumentException(
          "a heap from " + begin + " to " + end + " has no room for a block; make it larger");
    }
    this.capacity = granules * GRANULE;
    free.add(blocks.first(first, granules));
  }

  /// The offset of a new block of at least `bytes` bytes that begins at a multiple of `alignment`,
  /// a power of two. It is −1 when no free block is large enough.
  public long allocate(long bytes, long alignment) {
    if (bytes < 0 || Long.bitCount(alignment) != 1) {
      throw new IllegalArgumentException(
          "a block of "
              + bytes
              + " bytes at a multiple of "
              + alignment
              + " was asked for; the size must not be negative, the alignment a power of two");
    }
    if (bytes > capacity) {
      return -1;
    }
    long unit = Math.clamp(alignment, GRANULE, LINE);
    long granules = (Math.max(bytes, 1) + unit - 1 & -unit) / GRANULE;
    long step = Math.max(alignment / GRANULE, 1);
    int block = free.find(granules, step);
    if (block == HeapBlocks.NONE) {
      return -1;
    }
    free.remove(block);
    long gap = HeapBlocks.gap(blocks.begin(block), step);
    if (gap > 0) {
      int rest = blocks.split(block, gap);
      free.add(block);
      block = rest;
    }
    if (blocks.size(block) > granules) {
      free.add(blocks.split(block, granules));
    }
    live.add(block);
    used += granules * GRANULE;
    return blocks.begin(block) * GRANULE;
  }

  /// Frees the block that begins at `offset`. Returns the freed bytes, which may be slightly more
  /// than were requested, or −1 if no live block begins there.
  public long free(long offset) {
    int block = offset % GRANULE == 0 ? live.remove(offset / GRANULE) : HeapBlocks.NONE;
    if (block == HeapBlocks.NONE) {
      return -1;
    }
    long bytes = blocks.size(block) * GRANULE;
    used -= bytes;
    int after = blocks.after(block);
    if (after != HeapBlocks.NONE && free.contains(after)) {
      free.remove(after);
      blocks.join(block, after);
    }
    int before = blocks.before(block);
    if (before != HeapBlocks.NONE && free.contains(before)) {
      free.remove(before);
      blocks.join(before, block);
      block = before;
    }
    free.add(block);
    return bytes;
  }

  /// [#free] for an unused block, which may have no storage.
  public long takeBack(long offset) {
    return free(offset);
  }

  /// The bytes of the live block that begins at `offset`, or -1.
  public long size(long offset) {
    int block = offset % GRANULE == 0 ? live.find(offset / GRANULE) : HeapBlocks.NONE;
    return block == HeapBlocks.NONE ? -1 : blocks.size(block) * GRANULE;
  }

  /// The total bytes that it can allocate.
  public long capacity() {
    return capacity;
  }

  /// The bytes of live blocks.
  public long used() {
    return used;
  }

  /// The number of live blocks.
  public int blocks() {
    return live.count();
  }

  /// The number of free blocks.
  public int freeBlocks() {
    return free.count();
  }

  /// The bytes of the largest free block: the largest possible allocation now.
  public long largestFree() {
    return free.largest() * GRANULE;
  }
}
