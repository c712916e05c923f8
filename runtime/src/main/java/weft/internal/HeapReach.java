// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.memory.HeapLayout;
import weft.memory.UsualHeaps;
import weft.transport.Transport;

/// The registered heaps of all ranks where they are mapped in this process, and who may touch what
/// of them: the checks that come before every access of one-sided memory.
@SuppressWarnings("ReferenceEquality") // threads are themselves
abstract class HeapReach {
  /// Below this nothing is allocated.
  static final long FIRST = RegisteredHeap.FIRST;

  private final Engine engine;
  private final Transport transport;
  private final boolean apart;
  private final HeapLayout layout;
  private final long end;
  private final @Nullable MemorySegment[] heaps;

  /// How many bytes there are from [#FIRST] on.
  final long room;

  /// The thread that may use the heaps, once they are known to be [UsualHeaps]; until then, and
  /// after the end, null.
  @Nullable Thread usualUser;

  /// @param apart whether a rank reaches its own heap only
  HeapReach(Engine engine, Transport transport, HeapLayout layout, boolean apart) {
    this.engine = engine;
    this.transport = transport;
    this.apart = apart;
    this.layout = layout;
    this.end = layout.end();
    this.room = end - FIRST;
    this.heaps = new MemorySegment[transport.size()];
  }

  /// This rank has ended.
  public final void close() {
    usualUser = null;
  }

  /// The heap of `rank`, in which this thread may touch the bytes `at` to `at + bytes`.
  final MemorySegment reach(String call, int rank, long at, long bytes) {
    if (Thread.currentThread() == engine.poller()
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

  /// Refuses what lies outside the heap of `rank`, and calls by other threads and after the end.
  final void checkPlace(String call, int rank, long at, long bytes) {
    engine.contexts().checkOpen(call);
    if (rank >= heaps.length) {
      throw engine.refusals().foreignPointer(call, rank, at);
    }
    if (at == 0) {
      throw engine.refusals().nullPointer(call, rank);
    }
    if (at < FIRST || bytes < 0 || at > end - bytes) {
      throw engine.refusals().outsideHeap(call, rank, at, bytes, FIRST, layout);
    }
  }

  /// Whether bytes are in a heap: for who judges what other ranks ask for.
  final boolean isPlace(long at, long bytes) {
    return at >= FIRST && bytes >= 0 && at <= end - bytes;
  }

  /// Whether all ranks reach each other's heaps.
  public final boolean sharesHeaps() {
    return !apart;
  }

  /// The heap of `rank` as it is mapped here, or null where it is not.
  final @Nullable MemorySegment mapped(int rank) {
    return apart && rank != engine.rank() || transport.heap(rank) == null ? null : heap(rank);
  }

  /// The heap of `rank` as it is mapped here.
  final MemorySegment heap(int rank) {
    MemorySegment heap = heaps[rank];
    if (heap == null) {
      heap = transport.heap(rank);
      if (heap == null) {
        throw new UnsupportedOperationException(
            "the transport " + transport.name() + " does not reach the memory of rank " + rank);
      }
      heaps[rank] = heap;
      if (UsualHeaps.isHeap(heap, rank)) {
        usualUser = engine.poller();
      }
    }
    return heap;
  }

  final MemorySegment reachWord(String call, int rank, long at) {
    MemorySegment heap = reach(call, rank, at, Long.BYTES);
    checkAligned(call, rank, at);
    return heap;
  }

  final void checkAligned(String call, int rank, long at) {
    if ((at & 7) != 0) {
      throw engine.refusals().misaligned(call, rank, at);
    }
  }

  /// Whether this thread may touch the heap of `rank`, and the heaps are [UsualHeaps].
  final boolean isUsual(int rank) {
    return Thread.currentThread() == usualUser && UsualHeaps.has(rank);
  }

  /// Whether these are bytes of a heap.
  final boolean isInside(long at, long bytes) {
    return Long.compareUnsigned(at - FIRST, room - bytes) <= 0;
  }

  /// Whether this thread may touch this word, and the heaps are [UsualHeaps].
  final boolean isUsualWord(int rank, long at) {
    return isUsual(rank) && isInside(at, Long.BYTES) && (at & 7) == 0;
  }
}
