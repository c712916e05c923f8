// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Pending;
import weft.internal.rank.Settings;
import weft.internal.send.Payloads;
import weft.memory.HeapLayout;
import weft.memory.UsualHeaps;
import weft.memory.Words;
import weft.transport.Transport;

/// Reads and writes the registered heaps of all ranks where they are mapped in this process: every
/// access of one-sided memory comes through here, with its checks.
///
/// A place is two primitives, the rank and the offset in its heap. The debug mode has a kind of its
/// own, [CheckedOneSided], and so have ranks that reach only their own heap: [MessagedOneSided].
@SuppressWarnings("ReferenceEquality") // threads are themselves
public class OneSided extends HeapReach {
  /// Up to here the general way costs more than the copy.
  private static final long FEW = 8192;

  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Engine engine;
  private final RegisteredHeap own;

  OneSided(Engine engine, Transport transport, HeapLayout layout, boolean apart) {
    super(engine, transport, layout, apart);
    this.engine = engine;
    this.own = new RegisteredHeap(engine, transport, this, layout);
  }

  /// What `settings` and the transport ask for. The other kinds are made by methods of their own,
  /// so that they are not even loaded where nobody asks for them.
  public static OneSided of(Engine engine, Transport transport, Settings settings) {
    OptionalLong seed = settings.check();
    HeapLayout heap = settings.heap();
    if (transport.size() > 1 && (settings.apart() || !transport.sharesHeaps())) {
      settings.refuseCheck();
      return MessagedOneSided.of(engine, transport, heap);
    }
    return seed.isEmpty()
        ? new OneSided(engine, transport, heap, false)
        : CheckedOneSided.of(engine, transport, heap, seed.getAsLong());
  }

  /// This rank's own heap.
  public RegisteredHeap own() {
    return own;
  }

  // Bytes.

  /// Copies `bytes` from byte `offset` of `source`, a segment or a primitive array.
  public void put(String call, Object source, long offset, int rank, long at, long bytes) {
    Payloads.copyIn(source, offset, reach(call, rank, at, bytes), at, bytes);
    // Release: partner of whatever acquires the message that tells of these bytes.
    VarHandle.releaseFence();
  }

  /// The same for segments. A word, and a few bytes, go faster than by the general copy.
  ///
  /// The size is asked first, so that the compiler makes a loop of its own of a loop over words.
  /// What is done for them is written out, here and in [#get], though there are names for it: calls
  /// that were rare while it counted it does not inline, however short they are, and a program may
  /// begin with other sizes.
  public void put(String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    if (bytes == Long.BYTES
        && UsualHeaps.hold(source)
        && offset >= 0
        && offset <= source.byteSize() - Long.BYTES
        && Thread.currentThread() == usualUser
        && Integer.compareUnsigned(rank, UsualHeaps.RANKS) < 0
        && Long.compareUnsigned(at - FIRST, room - Long.BYTES) <= 0) {
      long from = source.address() - UsualHeaps.ADDRESS + offset;
      long to = rank * UsualHeaps.EXTENT + at;
      UsualHeaps.MEMORY.set(WORD, to, UsualHeaps.MEMORY.get(WORD, from));
      VarHandle.releaseFence();
    } else {
      putMore(call, source, offset, rank, at, bytes);
    }
  }

  private void putMore(
      String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    if (isUsual(rank) && UsualHeaps.hold(source) && isFew(source, offset, at, bytes)) {
      UsualHeaps.copy(UsualHeaps.place(source, offset), UsualHeaps.place(rank, at), bytes);
      VarHandle.releaseFence();
    } else {
      put(call, (Object) source, offset, rank, at, bytes);
    }
  }

  /// Copies `bytes` to byte `offset` of `destination`, a segment or a primitive array.
  public void get(String call, int rank, long at, Object destination, long offset, long bytes) {
    MemorySegment heap = reach(call, rank, at, bytes);
    // Acquire: partner of whatever told that these bytes are there.
    VarHandle.acquireFence();
    Payloads.copyOutOf(heap, at, destination, offset, bytes);
  }

  /// The same for segments; a word, and a few bytes, go faster.
  public void get(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes) {
    if (bytes == Long.BYTES
        && UsualHeaps.hold(destination)
        && offset >= 0
        && offset <= destination.byteSize() - Long.BYTES
        && Thread.currentThread() == usualUser
        && Integer.compareUnsigned(rank, UsualHeaps.RANKS) < 0
        && Long.compareUnsigned(at - FIRST, room - Long.BYTES) <= 0
        && !destination.isReadOnly()) {
      VarHandle.acquireFence();
      long from = rank * UsualHeaps.EXTENT + at;
      long to = destination.address() - UsualHeaps.ADDRESS + offset;
      UsualHeaps.MEMORY.set(WORD, to, UsualHeaps.MEMORY.get(WORD, from));
    } else {
      getMore(call, rank, at, destination, offset, bytes);
    }
  }

  private void getMore(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes) {
    if (isUsual(rank)
        && UsualHeaps.hold(destination)
        && isFew(destination, offset, at, bytes)
        && !destination.isReadOnly()) {
      VarHandle.acquireFence();
      UsualHeaps.copy(UsualHeaps.place(rank, at), UsualHeaps.place(destination, offset), bytes);
    } else {
      get(call, rank, at, (Object) destination, offset, bytes);
    }
  }

  /// Whether these bytes are few, and inside of both.
  private boolean isFew(MemorySegment local, long offset, long at, long bytes) {
    return Long.compareUnsigned(bytes - 1, FEW) < 0
        && isPart(local, offset, bytes)
        && isInside(at, bytes);
  }

  private static boolean isPart(MemorySegment local, long offset, long bytes) {
    return offset >= 0 && offset <= local.byteSize() - bytes;
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

  /// Copies, and says whether a request sent next to this rank itself finds the bytes here. Where
  /// it would not, the request is kept, `name` with this header and these words, and sent when they
  /// are.
  public boolean getBefore(
      String call,
      int rank,
      long at,
      Object destination,
      long offset,
      long bytes,
      String name,
      long header,
      long a,
      long b,
      long c,
      long d) {
    get(call, rank, at, destination, offset, bytes);
    return true;
  }

  /// Transfers of rows and of blocks.
  public StridedAccess strided() {
    return new StridedAccess(this);
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
  public int carryOut() {
    return 0;
  }

  /// Asks to be woken when there is room for what waits for room here, and says whether there is
  /// some already.
  public boolean requestWakes() {
    return false;
  }

  /// Carries out all that is delayed: the body has returned.
  public void finish() {}

  /// Refuses what lies outside the heap of `rank`.
  void check(String call, int rank, long at, long bytes) {
    checkPlace(call, rank, at, bytes);
  }

  /// Returns when everything that this rank has put on `rank` is visible there, and everything that
  /// it gets from there is here.
  public void fence(String call, int rank) {
    engine.contexts().checkMayWait(call);
    if (rank < 0 || rank >= engine.size()) {
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
    if (isUsualWord(rank, at)) {
      UsualHeaps.setRelease(UsualHeaps.place(rank, at), value);
    } else {
      Words.setRelease(reachWord(call, rank, at), at, value);
    }
  }

  /// Reads one word, never half written.
  public long getWord(String call, int rank, long at) {
    return isUsualWord(rank, at)
        ? UsualHeaps.getAcquire(UsualHeaps.place(rank, at))
        : Words.getAcquire(reachWord(call, rank, at), at);
  }

  /// [#getWord] for who must not be a handler.
  public final long getWordSync(String call, int rank, long at) {
    if (engine.inHandler()) {
      checkMayWait(call);
    }
    return getWord(call, rank, at);
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
    return addDouble(reachWord(call, rank, at), at, value);
  }

  static double addDouble(MemorySegment heap, long at, double value) {
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
