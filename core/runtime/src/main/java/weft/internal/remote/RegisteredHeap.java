// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.HeapExhaustedException;
import weft.WeftException;
import weft.internal.agreement.AgreementRounds;
import weft.internal.rank.Rank;
import weft.memory.CheckArea;
import weft.memory.CheckedAllocator;
import weft.memory.HeapAllocator;
import weft.memory.HeapLayout;
import weft.memory.LiveMap;
import weft.transport.Transport;

/// This rank's own registered heap: allocates and frees in it.
///
/// Collective allocations use a separate region. Every rank makes the same calls there in the same
/// order, and so gets the same offsets. Each region is as long as the heap, whose size bounds the
/// sum of both.
public final class RegisteredHeap {
  private static final long LINE = 64;
  private static final long PAGE = 4096;

  /// From this size on, a page more or less does not matter.
  private static final long LARGE = 64 << 10;

  /// Replaces the number of free bytes when the heap has room and the machine has no storage.
  private static final long NO_STORAGE = -1;

  private final HeapMap heaps;
  private final MemoryAccess access;
  private final Rank self;
  private final AgreementRounds rounds;
  private final Transport transport;
  private final int rank;
  private final HeapLayout layout;
  private final HeapAllocator local;
  private final HeapAllocator symmetric;
  private final long[] agreement = new long[4];

  RegisteredHeap(
      HeapMap heaps,
      MemoryAccess access,
      Rank self,
      AgreementRounds rounds,
      Transport transport,
      HeapLayout layout) {
    this.heaps = heaps;
    this.access = access;
    this.self = self;
    this.rounds = rounds;
    this.transport = transport;
    this.rank = heaps.rank();
    this.layout = layout;
    if (layout.checked()) {
      long end = layout.end();
      transport.commitHeap(end, layout.extent() - end);
      MemorySegment memory = heaps.own();
      LiveMap map = new CheckArea(memory, end, end).map();
      this.local = new CheckedAllocator(HeapMap.FIRST, layout.symmetric(), memory, map);
      this.symmetric = new CheckedAllocator(layout.symmetric(), end, memory, map);
    } else {
      this.local = new HeapAllocator(HeapMap.FIRST, layout.symmetric());
      this.symmetric = new HeapAllocator(layout.symmetric(), layout.end());
    }
  }

  /// Allocates `bytes` for this rank alone and returns their offset; their contents are undefined.
  public long allocate(long bytes) {
    checkSize(bytes);
    if (bytes > free()) {
      throw exhausted(rank, bytes, free(), largestFree());
    }
    long offset = place(local, bytes, alignment(bytes));
    if (offset < 0) {
      throw exhausted(rank, bytes, free(), largestFree());
    }
    try {
      transport.commitHeap(offset, bytes);
    } catch (WeftException e) {
      local.takeBack(offset);
      throw new HeapExhaustedException(String.valueOf(e.getMessage()));
    }
    return offset;
  }

  /// Allocates `bytes` at the same offset on every rank, if all have room; collective.
  ///
  /// Whatever the outcome, all ranks change this region in the same way, so the regions stay equal.
  public long allocateAll(long bytes) {
    self.checks().checkMayWait("Heap.mallocAll");
    long offset = place(symmetric, bytes, LINE);
    long room = free();
    boolean fits = offset >= 0 && room >= 0;
    boolean has = fits && hasStorage(offset, bytes);
    agreement[0] = has ? Long.MAX_VALUE : rank;
    agreement[1] = has ? Long.MAX_VALUE : fits ? NO_STORAGE : offset < 0 ? room : room + bytes;
    agreement[2] = bytes;
    agreement[3] = -bytes;
    rounds.mallocAll(agreement);
    if (agreement[2] != -agreement[3]) {
      throw new WeftException(
          "the ranks call Heap.mallocAll with different sizes, from "
              + agreement[2]
              + " to "
              + -agreement[3]
              + " bytes; rank "
              + rank
              + " asks for "
              + bytes);
    }
    if (agreement[0] != Long.MAX_VALUE) {
      if (offset >= 0) {
        symmetric.takeBack(offset);
      }
      throw agreement[1] == NO_STORAGE
          ? noStorage((int) agreement[0], bytes)
          : exhausted((int) agreement[0], bytes, agreement[1], agreement[1]);
    }
    return offset;
  }

  private boolean hasStorage(long offset, long bytes) {
    try {
      transport.commitHeap(offset, bytes);
      return true;
    } catch (WeftException e) {
      return false;
    }
  }

  /// Frees memory that [#allocateAll] allocated, when all ranks have called it; collective.
  public void freeAll(long offset) {
    self.checks().checkMayWait("Heap.freeAll");
    agreement[0] = offset;
    agreement[1] = -offset;
    agreement[2] = 0;
    agreement[3] = 0;
    rounds.freeAll(agreement);
    if (agreement[0] != -agreement[1]) {
      throw new WeftException(
          "the ranks call Heap.freeAll with different pointers, with offsets from "
              + agreement[0]
              + " to "
              + -agreement[1]);
    }
    if (!isSymmetric(offset)) {
      throw heaps.refusals().notAllocated("Heap.freeAll", offset);
    }
    free("Heap.freeAll", rank, symmetric, offset);
  }

  private boolean isSymmetric(long offset) {
    return offset >= layout.symmetric();
  }

  /// Frees memory that [#allocate] allocated at `offset`, at the request of `source`.
  public void free(int source, long offset) {
    if (isSymmetric(offset)) {
      throw heaps.refusals().freedAlone(offset);
    }
    free("Heap.free", source, local, offset);
  }

  private void free(String call, int source, HeapAllocator region, long offset) {
    access.freeing(call, source, offset, region.size(offset));
    if (region.free(offset) < 0) {
      throw heaps.refusals().notAllocated(call, offset);
    }
  }

  /// The bytes that can still be allocated, by this rank or by all.
  public long free() {
    return layout.bytes() - local.used() - symmetric.used();
  }

  /// The largest block that could be allocated now.
  public long largestFree() {
    return Math.max(0, Math.min(free(), local.largestFree()));
  }

  /// The bytes allocated.
  public long used() {
    return local.used() + symmetric.used();
  }

  /// The bytes at `offset`, where this rank has allocated.
  public MemorySegment segment(long offset, long bytes) {
    return heaps.own().asSlice(offset, bytes);
  }

  /// The bytes at a place that the user gives.
  public MemorySegment segment(String call, int rank, long offset, long bytes) {
    heaps.checkPlace(call, rank, offset, bytes);
    if (rank != this.rank) {
      throw heaps.refusals().notMine(call, rank);
    }
    return segment(offset, bytes);
  }

  /// The offset of `segment` in this heap.
  public long offsetOf(String call, MemorySegment segment) {
    long offset = find(segment);
    if (offset < 0) {
      throw heaps.refusals().notRegistered(call);
    }
    return offset;
  }

  /// The heap of `rank` as it is mapped here, or null if it is not.
  public @Nullable MemorySegment mapped(int rank) {
    return heaps.mapped(rank);
  }

  /// The offset of `segment` in this heap, or −1.
  public long find(MemorySegment segment) {
    MemorySegment heap = mapped(rank);
    if (heap == null || !segment.isNative()) {
      return -1;
    }
    long offset = segment.address() - heap.address();
    return offset < HeapMap.FIRST || offset > layout.end() - segment.byteSize() ? -1 : offset;
  }

  /// Large blocks begin at a page if possible. A copy takes up to twice as long if its target is
  /// some bytes further within a page than its source.
  private static long place(HeapAllocator region, long bytes, long alignment) {
    if (bytes > LARGE) {
      long offset = region.allocate(bytes, PAGE);
      if (offset >= 0) {
        return offset;
      }
    }
    return region.allocate(bytes, alignment);
  }

  private static long alignment(long bytes) {
    return bytes >= LINE ? LINE : HeapAllocator.GRANULE;
  }

  /// Refuses an impossible size.
  public static void checkSize(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("memory of " + bytes + " bytes is not possible");
    }
  }

  private static HeapExhaustedException noStorage(int rank, long bytes) {
    return new HeapExhaustedException(
        "the machine has no storage for "
            + bytes
            + " more bytes of the registered heap of rank "
            + rank
            + ", although the heap has room: see what `weft doctor` says of shared memory, or give"
            + " the size of the heaps (--heap), so that the job looks for a place where they fit");
  }

  /// The exception for a heap of `rank` that has no room.
  public static HeapExhaustedException exhausted(int rank, long bytes, long free, long largest) {
    return new HeapExhaustedException(
        "the registered heap of rank "
            + rank
            + " has no room for "
            + bytes
            + " bytes: "
            + Math.max(0, free)
            + " are free, "
            + Math.max(0, largest)
            + " in one piece; free some, or ask for a larger heap with --heap");
  }
}
