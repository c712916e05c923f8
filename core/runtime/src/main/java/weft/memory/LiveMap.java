// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;

/// A map of the granules of a heap that belong to live blocks: two bits for each 16 bytes, in
/// shared memory. The heap's owner writes it, every rank reads it.
///
/// ```
/// word w, bits 2i and 2i + 1, is granule 32 w + i
///   00 in no block so far    10 in a live block
///   01 in a block now freed  11 the first of a live block
/// ```
public final class LiveMap {
  /// The state of the bytes of an access.
  public enum Finding {
    /// All of them are in one live block.
    LIVE,
    /// Some have been freed.
    FREED,
    /// Some are in no block, and have been in none.
    NEVER_ALLOCATED,
    /// They begin in one block and end in another.
    PAST_THE_BLOCK,
    /// They are not in the heap.
    OUTSIDE
  }

  private static final int GRANULES_PER_WORD = 32;
  private static final long LOW_BITS = 0x5555555555555555L;

  private static final long FREED = LOW_BITS;
  private static final long INSIDE = ~LOW_BITS;

  private final MemorySegment memory;
  private final long base;
  private final long span;

  /// The map at `base` of `memory`, for a heap whose offsets are below `span`.
  LiveMap(MemorySegment memory, long base, long span) {
    this.memory = memory;
    this.base = base;
    this.span = span;
  }

  static long bytes(long span) {
    return Lines.align(8 * words(span));
  }

  private static long words(long span) {
    long granules = (span + HeapAllocator.GRANULE - 1) / HeapAllocator.GRANULE;
    return (granules + GRANULES_PER_WORD - 1) / GRANULES_PER_WORD;
  }

  /// Records a new block. The heap's owner calls it before it passes on the block's pointer.
  public void allocated(long offset, long bytes) {
    fill(offset, bytes, INSIDE);
    long granule = offset / HeapAllocator.GRANULE;
    long at = at(granule);
    // Pairs with the acquire in find, through the message that carries the pointer.
    Words.setRelease(memory, at, Words.get(memory, at) | 1L << shift(granule));
  }

  /// Records a freed block. The heap's owner calls it.
  public void freed(long offset, long bytes) {
    fill(offset, bytes, FREED);
  }

  private void fill(long offset, long bytes, long pattern) {
    long granule = offset / HeapAllocator.GRANULE;
    long end = (offset + bytes + HeapAllocator.GRANULE - 1) / HeapAllocator.GRANULE;
    while (granule < end) {
      long mask = mask(granule, end);
      long at = at(granule);
      Words.setRelease(memory, at, Words.get(memory, at) & ~mask | pattern & mask);
      granule += GRANULES_PER_WORD - granule % GRANULES_PER_WORD;
    }
  }

  /// The current state of the `bytes` bytes from `offset`.
  public Finding find(long offset, long bytes) {
    if (offset < 0 || bytes < 0 || offset > span - bytes) {
      return Finding.OUTSIDE;
    }
    long first = offset / HeapAllocator.GRANULE;
    long end = (offset + Math.max(bytes, 1) + HeapAllocator.GRANULE - 1) / HeapAllocator.GRANULE;
    boolean past = false;
    for (long granule = first; granule < end; ) {
      long mask = mask(granule, end);
      long word = Words.getAcquire(memory, at(granule));
      if ((word & INSIDE & mask) != (INSIDE & mask)) {
        return dead(word, mask);
      }
      long begins = word & LOW_BITS & mask;
      if (granule == first) {
        begins &= ~(1L << shift(first));
      }
      past |= begins != 0;
      granule += GRANULES_PER_WORD - granule % GRANULES_PER_WORD;
    }
    return past ? Finding.PAST_THE_BLOCK : Finding.LIVE;
  }

  private static Finding dead(long word, long mask) {
    long notLive = ~word & INSIDE & mask;
    return (word & notLive >>> 1) != 0 ? Finding.FREED : Finding.NEVER_ALLOCATED;
  }

  /// The bits, in the word of `granule`, of the granules from there to `end`.
  private static long mask(long granule, long end) {
    long count = Math.min(end - granule, GRANULES_PER_WORD - granule % GRANULES_PER_WORD);
    long bits = count == GRANULES_PER_WORD ? -1L : (1L << 2 * count) - 1;
    return bits << shift(granule);
  }

  private static int shift(long granule) {
    return (int) (granule % GRANULES_PER_WORD) * 2;
  }

  private long at(long granule) {
    return base + granule / GRANULES_PER_WORD * 8;
  }
}
