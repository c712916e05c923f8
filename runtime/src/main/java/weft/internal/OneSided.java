// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import weft.memory.HeapLayout;
import weft.memory.UsualHeaps;
import weft.memory.Words;
import weft.transport.Transport;

/// Reads and writes the registered heaps of all ranks where they are mapped in this process: every
/// access of one-sided memory comes through here, with its checks.
///
/// A place is two primitives, the rank and the offset in its heap. The debug mode has a kind of its
/// own, [CheckedOneSided].
@SuppressWarnings("ReferenceEquality") // threads are themselves
public class OneSided {
  /// Longer copies go in pieces, between which the garbage collector can stop this thread.
  static final long PIECE = 4L << 20;

  /// Up to here the general way costs more than the copy.
  private static final long FEW = 8192;

  private final Engine engine;
  private final Transport transport;
  private final long end;
  private final RegisteredHeap own;
  private final @Nullable MemorySegment[] heaps;

  /// How far apart the heaps are in their mapping.
  private final long extent;

  /// How many ranks there are once the heaps are known to be [UsualHeaps], until then 0.
  private int usualRanks;

  OneSided(Engine engine, Transport transport, HeapLayout layout) {
    this.engine = engine;
    this.transport = transport;
    this.end = layout.end();
    this.extent = layout.extent();
    this.heaps = new MemorySegment[transport.size()];
    this.own = new RegisteredHeap(engine, transport, this, layout);
  }

  /// What `settings` ask for.
  static OneSided of(Engine engine, Transport transport, Settings settings, Dispatcher dispatcher) {
    OptionalLong seed = settings.check();
    return seed.isEmpty()
        ? new OneSided(engine, transport, settings.heap())
        : new CheckedOneSided(engine, transport, settings.heap(), seed.getAsLong(), dispatcher);
  }

  /// This rank's own heap.
  public RegisteredHeap own() {
    return own;
  }

  // The checks.

  /// The heap of `rank`, in which this thread may touch the bytes `at` to `at + bytes`.
  final MemorySegment reach(String call, int rank, long at, long bytes) {
    if (Thread.currentThread() == engine.poller()
        && rank < heaps.length
        && at >= RegisteredHeap.FIRST
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
    engine.contexts().checkOpen(call);
    if (rank >= heaps.length) {
      throw engine.refusals().foreignPointer(call, rank, at);
    }
    if (at == 0) {
      throw engine.refusals().nullPointer(call, rank);
    }
    if (at < RegisteredHeap.FIRST || bytes < 0 || at > end - bytes) {
      throw engine.refusals().outsideHeap(call, rank, at, bytes, end);
    }
    return heap(rank);
  }

  /// The heap of `rank` as it is mapped here.
  final MemorySegment heap(int rank) {
    MemorySegment heap = heaps[rank];
    if (heap == null) {
      heap = transport.heap(rank);
      if (heap == null) {
        throw new UnsupportedOperationException(
            "the transport " + transport.name() + " does not reach the memory of other ranks yet");
      }
      heaps[rank] = heap;
      if (UsualHeaps.find(heap, 0, extent) == rank * extent) {
        usualRanks = heaps.length;
      }
    }
    return heap;
  }

  final MemorySegment reachWord(String call, int rank, long at) {
    MemorySegment heap = reach(call, rank, at, Long.BYTES);
    if ((at & 7) != 0) {
      throw engine.refusals().misaligned(call, rank, at);
    }
    return heap;
  }

  /// Whether all that [#reach] checks holds for a few bytes, and the heaps are [UsualHeaps].
  private boolean isUsual(int rank, long at, long bytes) {
    return Thread.currentThread() == engine.poller()
        && Integer.compareUnsigned(rank, usualRanks) < 0
        && Long.compareUnsigned(at - RegisteredHeap.FIRST, end - RegisteredHeap.FIRST - bytes) <= 0;
  }

  // Bytes.

  /// Copies `bytes` from byte `offset` of `source`, a segment or a primitive array.
  public void put(String call, Object source, long offset, int rank, long at, long bytes) {
    putBytes(source, offset, reach(call, rank, at, bytes), at, bytes);
    // Release: partner of whatever acquires the message that tells of these bytes.
    VarHandle.releaseFence();
  }

  /// The same for segments; a few words go by themselves, faster than by a call of the general
  /// copy.
  public void put(String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    if (isFew(bytes)) {
      long from = UsualHeaps.find(source, offset, bytes);
      if (from >= 0 && isUsual(rank, at, bytes)) {
        UsualHeaps.copy(from, rank * extent + at, bytes);
        VarHandle.releaseFence();
        return;
      }
    }
    put(call, (Object) source, offset, rank, at, bytes);
  }

  /// Copies `bytes` to byte `offset` of `destination`, a segment or a primitive array.
  public void get(String call, int rank, long at, Object destination, long offset, long bytes) {
    MemorySegment heap = reach(call, rank, at, bytes);
    // Acquire: partner of whatever told that these bytes are there.
    VarHandle.acquireFence();
    getBytes(heap, at, destination, offset, bytes);
  }

  /// The same for segments; a few words go by themselves.
  public void get(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes) {
    if (isFew(bytes) && !destination.isReadOnly()) {
      long to = UsualHeaps.find(destination, offset, bytes);
      if (to >= 0 && isUsual(rank, at, bytes)) {
        VarHandle.acquireFence();
        UsualHeaps.copy(rank * extent + at, to, bytes);
        return;
      }
    }
    get(call, rank, at, (Object) destination, offset, bytes);
  }

  private static void putBytes(Object from, long offset, MemorySegment heap, long at, long bytes) {
    checkLocal(from, offset, bytes);
    for (long done = 0; done < bytes; done += PIECE) {
      Payloads.copy(from, offset + done, heap, at + done, Math.min(PIECE, bytes - done));
    }
  }

  private static void getBytes(MemorySegment heap, long at, Object to, long offset, long bytes) {
    checkLocal(to, offset, bytes);
    for (long done = 0; done < bytes; done += PIECE) {
      Payloads.copyOut(heap, at + done, to, offset + done, Math.min(PIECE, bytes - done));
    }
  }

  /// Before the first piece moves; arrays were checked by their elements.
  private static void checkLocal(Object local, long offset, long bytes) {
    if (local instanceof MemorySegment segment) {
      Objects.checkFromIndexSize(offset, bytes, segment.byteSize());
    }
  }

  private static boolean isFew(long bytes) {
    return bytes > 0 && bytes <= FEW;
  }

  /// Copies as [#put] does, and tells `done`.
  public void put(
      String call, Object source, long offset, int rank, long at, long bytes, Pending done) {
    done.checkFree(call);
    put(call, source, offset, rank, at, bytes);
    done.pass(call);
  }

  /// Copies as [#get] does, and tells `done`.
  public void get(
      String call, int rank, long at, Object destination, long offset, long bytes, Pending done) {
    done.checkFree(call);
    get(call, rank, at, destination, offset, bytes);
    done.pass(call);
  }

  /// Copies so that a request sent next to `rank` finds the bytes there.
  public void putBefore(String call, Object source, long offset, int rank, long at, long bytes) {
    put(call, source, offset, rank, at, bytes);
  }

  /// Copies so that a request sent next to this rank itself finds the bytes here.
  public void getBefore(
      String call, int rank, long at, Object destination, long offset, long bytes) {
    get(call, rank, at, destination, offset, bytes);
  }

  /// Many transfers follow that are one, for `done`, if there is one: rows of `rowBytes` bytes,
  /// `stride` apart, from `at` of `rank`; no rows where each transfer stands for itself.
  void beginMany(
      String call,
      boolean put,
      int rank,
      long at,
      long rowBytes,
      long stride,
      long rows,
      @Nullable Pending done) {
    if (done != null) {
      done.checkFree(call);
    }
  }

  /// The last of them has begun.
  void endMany(String call, @Nullable Pending done) {
    if (done != null) {
      done.pass(call);
    }
  }

  /// This rank is about to free `bytes` bytes at `at`, by the wish of `rank`.
  void freeing(String call, int rank, long at, long bytes) {}

  /// Carries out some of what is delayed, and returns how much there was.
  int carryOut() {
    return 0;
  }

  /// Carries out all that is delayed: the body has returned.
  void finish() {}

  /// Refuses what lies outside the heap of `rank`.
  void check(String call, int rank, long at, long bytes) {
    reach(call, rank, at, bytes);
  }

  /// Returns when everything that this rank has put on `rank` is visible there, and everything that
  /// it gets from there is here.
  public void fence(String call, int rank) {
    engine.contexts().checkMayWait(call);
    if (rank < 0 || rank >= heaps.length) {
      throw engine.refusals().noSuchRank(call, rank);
    }
    VarHandle.fullFence();
  }

  /// [#fence] for every rank.
  public void fenceAll(String call) {
    engine.contexts().checkMayWait(call);
    VarHandle.fullFence();
  }

  /// Refuses to wait in a handler, also where there is nothing to wait for: the program may not
  /// depend on its transport.
  public void checkMayWait(String call) {
    engine.contexts().checkMayWait(call);
  }

  // Words.

  /// Writes one word; it is never seen half written.
  public void putWord(String call, int rank, long at, long value) {
    Words.setRelease(reachWord(call, rank, at), at, value);
  }

  /// Reads one word, never half written.
  public long getWord(String call, int rank, long at) {
    return Words.getAcquire(reachWord(call, rank, at), at);
  }

  /// Atomic sum; returns what was there before.
  public long fetchAdd(String call, int rank, long at, long value) {
    return Words.getAndAdd(reachWord(call, rank, at), at, value);
  }

  /// Atomic and; returns what was there before.
  public long fetchAnd(String call, int rank, long at, long value) {
    return Words.getAndAnd(reachWord(call, rank, at), at, value);
  }

  /// Atomic or; returns what was there before.
  public long fetchOr(String call, int rank, long at, long value) {
    return Words.getAndOr(reachWord(call, rank, at), at, value);
  }

  /// Atomic exclusive or; returns what was there before.
  public long fetchXor(String call, int rank, long at, long value) {
    return Words.getAndXor(reachWord(call, rank, at), at, value);
  }

  /// Atomic exchange; returns what was there before.
  public long swap(String call, int rank, long at, long value) {
    return Words.getAndSet(reachWord(call, rank, at), at, value);
  }

  /// Atomic exchange where the word is `expected`; returns what was there before.
  public long compareAndSwap(String call, int rank, long at, long expected, long value) {
    return Words.compareAndExchange(reachWord(call, rank, at), at, expected, value);
  }

  /// Atomic sum of doubles; returns what was there before.
  public double fetchAdd(String call, int rank, long at, double value) {
    MemorySegment heap = reachWord(call, rank, at);
    long old = Words.get(heap, at);
    for (; ; ) {
      long sum = Double.doubleToRawLongBits(Double.longBitsToDouble(old) + value);
      long found = Words.compareAndExchange(heap, at, old, sum);
      if (found == old) {
        return Double.longBitsToDouble(old);
      }
      old = found;
    }
  }

  // Atomics that nobody waits for.

  /// [#fetchAdd], and `done` is told what was there before.
  public void fetchAdd(String call, int rank, long at, long value, Pending done) {
    done.checkFree(call);
    done.pass(call, fetchAdd(call, rank, at, value));
  }

  /// [#fetchAnd], and `done` is told what was there before.
  public void fetchAnd(String call, int rank, long at, long value, Pending done) {
    done.checkFree(call);
    done.pass(call, fetchAnd(call, rank, at, value));
  }

  /// [#fetchOr], and `done` is told what was there before.
  public void fetchOr(String call, int rank, long at, long value, Pending done) {
    done.checkFree(call);
    done.pass(call, fetchOr(call, rank, at, value));
  }

  /// [#fetchXor], and `done` is told what was there before.
  public void fetchXor(String call, int rank, long at, long value, Pending done) {
    done.checkFree(call);
    done.pass(call, fetchXor(call, rank, at, value));
  }

  /// [#swap], and `done` is told what was there before.
  public void swap(String call, int rank, long at, long value, Pending done) {
    done.checkFree(call);
    done.pass(call, swap(call, rank, at, value));
  }

  /// [#compareAndSwap], and `done` is told what was there before.
  public void compareAndSwap(
      String call, int rank, long at, long expected, long value, Pending done) {
    done.checkFree(call);
    done.pass(call, compareAndSwap(call, rank, at, expected, value));
  }

  /// [#fetchAdd] of doubles, and `done` is told the bits of what was there before.
  public void fetchAdd(String call, int rank, long at, double value, Pending done) {
    done.checkFree(call);
    done.pass(call, Double.doubleToRawLongBits(fetchAdd(call, rank, at, value)));
  }

  /// [#fetchAdd], and nobody is told.
  public void add(String call, int rank, long at, long value) {
    fetchAdd(call, rank, at, value);
  }

  /// [#fetchAdd], and nobody is told.
  public void add(String call, int rank, long at, double value) {
    fetchAdd(call, rank, at, value);
  }

  /// [#fetchXor], and nobody is told.
  public void xor(String call, int rank, long at, long value) {
    fetchXor(call, rank, at, value);
  }
}
