// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Rank;
import weft.memory.ConstantHeaps;
import weft.memory.HeapLayout;
import weft.memory.span.MemoryTransfer;
import weft.transport.Transport;

/// The registered heaps of all ranks as they are mapped in this process, and the checks before
/// every access to them.
@SuppressWarnings("ReferenceEquality") // compared by identity
final class HeapMap {
  /// Nothing is allocated below this offset, so that offset 0 is never valid.
  static final long FIRST = 64;

  /// What a failure of one-sided memory is reported to be in.
  static final String ONE_SIDED = "one-sided memory";

  private final Transport transport;
  private final Rank self;
  private final HeapLayout layout;
  private final boolean apart;
  private final int rank;
  private final long end;
  private final HeapRefusals refusals;
  private final @Nullable MemorySegment[] heaps;

  /// The thread that may use the heaps: null after the end.
  private @Nullable Thread user = Thread.currentThread();

  private boolean constant;

  /// The heaps as the calling thread's rank maps them.
  ///
  /// @param apart whether a rank can access only its own heap
  HeapMap(Transport transport, Rank self, HeapLayout layout, boolean apart) {
    this.transport = transport;
    this.self = self;
    this.layout = layout;
    this.apart = apart;
    this.rank = transport.rank();
    this.end = layout.end();
    this.refusals = new HeapRefusals(rank, transport.size());
    this.heaps = new MemorySegment[transport.size()];
  }

  /// Ends all access: this rank has ended.
  void close() {
    user = null;
    if (constant) {
      constant = false;
      ConstantHeaps.leave();
    }
  }

  int rank() {
    return rank;
  }

  int size() {
    return heaps.length;
  }

  HeapRefusals refusals() {
    return refusals;
  }

  /// The number of bytes from [#FIRST] on.
  long room() {
    return end - FIRST;
  }

  /// The thread that may use the heaps, once they are known to be [ConstantHeaps]; until then, and
  /// after the end, null.
  @Nullable Thread constantUser() {
    return constant ? user : null;
  }

  /// The heap of `rank`, in which this thread may access the bytes `at` to `at + bytes`.
  MemorySegment reach(String call, int rank, long at, long bytes) {
    if (Thread.currentThread() == user
        && rank < heaps.length
        && at >= FIRST
        && bytes >= 0
        && at <= end - bytes) {
      MemorySegment heap = heaps[rank];
      if (heap != null) {
        return heap;
      }
    }
    return reachFirst(call, rank, at, bytes);
  }

  private MemorySegment reachFirst(String call, int rank, long at, long bytes) {
    checkPlace(call, rank, at, bytes);
    return heap(rank);
  }

  /// Refuses bytes outside the heap of `rank`, and calls by other threads and after the end.
  void checkPlace(String call, int rank, long at, long bytes) {
    self.checks().checkOpen(call);
    if (rank < 0 || rank >= heaps.length) {
      throw refusals.foreignPointer(call, rank, at);
    }
    if (at == 0) {
      throw refusals.nullPointer(call, rank);
    }
    if (at < FIRST || bytes < 0 || at > end - bytes) {
      throw refusals.outsideHeap(call, rank, at, bytes, layout);
    }
  }

  /// Refuses a transfer of which a byte is outside its memory, or written twice; see
  /// [MemoryTransfer#check].
  void check(MemoryTransfer transfer, boolean put) {
    transfer.check(put);
    String call = transfer.call();
    if (!transfer.isRows()) {
      for (int i = 0; i < transfer.parts(); i++) {
        checkPlace(call, transfer.rank(), transfer.at(i), transfer.bytes(i));
      }
      transfer.checkDisjoint(put);
    } else if (transfer.parts() > 0) {
      checkPlace(call, transfer.rank(), transfer.at(), transfer.heapExtent(put));
    }
  }

  /// Refuses a `rank` that does not exist.
  void checkRank(String call, int rank) {
    if (rank < 0 || rank >= heaps.length) {
      throw refusals.noSuchRank(call, rank);
    }
  }

  /// Whether the bytes that another rank requests are in the heap.
  boolean isPlace(long at, long bytes) {
    return at >= FIRST && bytes >= 0 && at <= end - bytes;
  }

  /// [#reach] for one word.
  MemorySegment reachWord(String call, int rank, long at) {
    MemorySegment heap = reach(call, rank, at, Long.BYTES);
    checkAligned(call, rank, at);
    return heap;
  }

  /// Refuses a place that is not a multiple of 8.
  void checkAligned(String call, int rank, long at) {
    if ((at & 7) != 0) {
      throw refusals.misaligned(call, rank, at);
    }
  }

  /// Whether all ranks can access each other's heaps.
  boolean isShared() {
    return !apart;
  }

  /// The heap of `rank` as it is mapped here, or null if it is not.
  @Nullable MemorySegment mapped(int rank) {
    return apart && rank != this.rank || transport.heap(rank) == null ? null : heap(rank);
  }

  /// The heap of this rank.
  MemorySegment own() {
    return heap(rank);
  }

  /// The heap of `rank` as it is mapped here.
  MemorySegment heap(int rank) {
    MemorySegment heap = heaps[rank];
    if (heap == null) {
      heap = transport.heap(rank);
      if (heap == null) {
        throw new UnsupportedOperationException(
            "the transport " + transport.name() + " does not reach the memory of rank " + rank);
      }
      heaps[rank] = heap;
      constant = constant || ConstantHeaps.use(heap, rank);
    }
    return heap;
  }
}
