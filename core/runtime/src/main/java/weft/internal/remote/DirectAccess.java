// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.internal.send.Payloads;
import weft.memory.ConstantHeaps;
import weft.memory.Words;
import weft.memory.span.MemoryTransfer;

/// Reads and writes the heaps of all ranks as they are mapped in this process. Every operation is
/// done when its call returns.
@SuppressWarnings("ReferenceEquality") // compared by identity
final class DirectAccess extends MemoryAccess {
  private static final long FIRST = HeapMap.FIRST;

  /// Up to this size, the general path costs more than the copy.
  private static final long FEW = 8192;

  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private final HeapMap heaps;
  private final Rank self;

  /// [HeapMap#room], cached in a field to save a load.
  private final long room;

  /// [HeapMap#constantUser], cached in a field to save a load; set off the fast path.
  private @Nullable Thread constantUser;

  static MemoryAccess of(HeapMap heaps, Rank self, Confirmations confirmations) {
    return new DirectAccess(heaps, self, confirmations);
  }

  DirectAccess(HeapMap heaps, Rank self, Confirmations confirmations) {
    super(self, confirmations);
    this.heaps = heaps;
    this.self = self;
    this.room = heaps.room();
  }

  /// A word and a few bytes have a faster path than the general copy.
  ///
  /// The size is tested first, so that the compiler specialises a loop over words. The code for
  /// words is inlined by hand here and in [#get], although there are methods for it. The compiler
  /// does not inline a call that was rare during profiling, however short, and a program may begin
  /// with other sizes.
  @Override
  public void put(String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    ConstantHeaps constant = ConstantHeaps.now();
    if (bytes == Long.BYTES
        && constant.hold(source)
        && offset >= 0
        && offset <= source.byteSize() - Long.BYTES
        && Thread.currentThread() == constantUser
        && Integer.compareUnsigned(rank, constant.ranks()) < 0
        && Long.compareUnsigned(at - FIRST, room - Long.BYTES) <= 0) {
      long from = source.address() - constant.address() + offset;
      long to = rank * constant.extent() + at;
      constant.memory().set(WORD, to, constant.memory().get(WORD, from));
      VarHandle.releaseFence();
    } else {
      putMore(call, source, offset, rank, at, bytes);
    }
  }

  private void putMore(
      String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    ConstantHeaps constant = ConstantHeaps.now();
    if (isConstant(constant, rank) && constant.hold(source) && isFew(source, offset, at, bytes)) {
      constant.copy(constant.place(source, offset), constant.place(rank, at), bytes);
      VarHandle.releaseFence();
    } else {
      putAny(call, source, offset, rank, at, bytes);
    }
  }

  @Override
  public void putBefore(
      String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    put(call, source, offset, rank, at, bytes);
  }

  @Override
  public void put(MemoryTransfer transfer, @Nullable Pending done) {
    if (done != null) {
      done.checkFree(transfer.call());
    }
    copyTo(transfer);
    if (done != null) {
      done.pass(transfer.call());
    }
  }

  @Override
  public void putBefore(MemoryTransfer transfer, @Nullable Pending done) {
    if (done != null) {
      done.checkFree(transfer.call());
    }
    copyTo(transfer);
    if (done != null) {
      done.begin(transfer.call());
    }
  }

  /// Copies to a heap.
  private void copyTo(MemoryTransfer transfer) {
    String call = transfer.call();
    int rank = transfer.rank();
    long parts = transfer.parts();
    Object local = transfer.local();
    if (parts == 1 && transfer.isRows()) {
      if (local instanceof MemorySegment source) {
        put(call, source, transfer.offset(), rank, transfer.at(), transfer.rowBytes());
      } else {
        putAny(call, local, transfer.offset(), rank, transfer.at(), transfer.rowBytes());
      }
    } else {
      putParts(transfer);
    }
  }

  private void putParts(MemoryTransfer transfer) {
    heaps.check(transfer, true);
    String call = transfer.call();
    MemorySegment source = transfer.segment();
    int rank = transfer.rank();
    long parts = transfer.parts();
    if (transfer.isRows()) {
      long offset = transfer.offset();
      long stride = transfer.stride();
      long at = transfer.at();
      long heapStride = transfer.heapStride();
      long rowBytes = transfer.rowBytes();
      for (long row = 0; row < parts; row++) {
        put(call, source, offset + row * stride, rank, at + row * heapStride, rowBytes);
      }
    } else {
      for (long i = 0; i < parts; i++) {
        put(call, source, transfer.offset(i), rank, transfer.at(i), transfer.bytes(i));
      }
    }
  }

  /// Copies bytes of a segment or an array.
  void putAny(String call, Object source, long offset, int rank, long at, long bytes) {
    Payloads.copyIn(source, offset, heaps.reach(call, rank, at, bytes), at, bytes);
    // Release: partner of the acquire of the message that announces these bytes.
    VarHandle.releaseFence();
    constantUser = heaps.constantUser();
  }

  @Override
  public void get(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes) {
    ConstantHeaps constant = ConstantHeaps.now();
    if (bytes == Long.BYTES
        && constant.hold(destination)
        && offset >= 0
        && offset <= destination.byteSize() - Long.BYTES
        && Thread.currentThread() == constantUser
        && Integer.compareUnsigned(rank, constant.ranks()) < 0
        && Long.compareUnsigned(at - FIRST, room - Long.BYTES) <= 0
        && !destination.isReadOnly()) {
      VarHandle.acquireFence();
      long from = rank * constant.extent() + at;
      long to = destination.address() - constant.address() + offset;
      constant.memory().set(WORD, to, constant.memory().get(WORD, from));
    } else {
      getMore(call, rank, at, destination, offset, bytes);
    }
  }

  private void getMore(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes) {
    ConstantHeaps constant = ConstantHeaps.now();
    if (isConstant(constant, rank)
        && constant.hold(destination)
        && isFew(destination, offset, at, bytes)
        && !destination.isReadOnly()) {
      VarHandle.acquireFence();
      constant.copy(constant.place(rank, at), constant.place(destination, offset), bytes);
    } else {
      getAny(call, rank, at, destination, offset, bytes);
    }
  }

  /// Copies bytes to a segment or an array.
  void getAny(String call, int rank, long at, Object destination, long offset, long bytes) {
    MemorySegment heap = heaps.reach(call, rank, at, bytes);
    // Acquire: partner of the release of the message that announced these bytes.
    VarHandle.acquireFence();
    Payloads.copyOutOf(heap, at, destination, offset, bytes);
    constantUser = heaps.constantUser();
  }

  @Override
  public void get(MemoryTransfer transfer, @Nullable Pending done) {
    if (done != null) {
      done.checkFree(transfer.call());
    }
    copyFrom(transfer);
    if (done != null) {
      done.pass(transfer.call());
    }
  }

  @Override
  public boolean getBefore(
      MemoryTransfer transfer,
      @Nullable Pending done,
      String name,
      long header,
      long a,
      long b,
      long c,
      long d) {
    if (done != null) {
      done.checkFree(transfer.call());
    }
    copyFrom(transfer);
    if (done != null) {
      done.begin(transfer.call());
    }
    return true;
  }

  /// Copies from a heap.
  private void copyFrom(MemoryTransfer transfer) {
    String call = transfer.call();
    int rank = transfer.rank();
    long parts = transfer.parts();
    Object local = transfer.local();
    if (parts == 1 && transfer.isRows()) {
      if (local instanceof MemorySegment destination) {
        get(call, rank, transfer.at(), destination, transfer.offset(), transfer.rowBytes());
      } else {
        getAny(call, rank, transfer.at(), local, transfer.offset(), transfer.rowBytes());
      }
    } else {
      getParts(transfer);
    }
  }

  private void getParts(MemoryTransfer transfer) {
    heaps.check(transfer, false);
    String call = transfer.call();
    MemorySegment destination = transfer.segment();
    int rank = transfer.rank();
    long parts = transfer.parts();
    if (transfer.isRows()) {
      long offset = transfer.offset();
      long stride = transfer.stride();
      long at = transfer.at();
      long heapStride = transfer.heapStride();
      long rowBytes = transfer.rowBytes();
      for (long row = 0; row < parts; row++) {
        get(call, rank, at + row * heapStride, destination, offset + row * stride, rowBytes);
      }
    } else {
      for (long i = 0; i < parts; i++) {
        get(call, rank, transfer.at(i), destination, transfer.offset(i), transfer.bytes(i));
      }
    }
  }

  /// Whether these bytes are few, and inside both memories.
  private boolean isFew(MemorySegment local, long offset, long at, long bytes) {
    return Long.compareUnsigned(bytes - 1, FEW) < 0
        && offset >= 0
        && offset <= local.byteSize() - bytes
        && isInside(at, bytes);
  }

  /// Whether this thread may access the heap of `rank`, and the heaps are [ConstantHeaps].
  private boolean isConstant(ConstantHeaps constant, int rank) {
    return Thread.currentThread() == constantUser && constant.has(rank);
  }

  /// Whether these are bytes of a heap.
  private boolean isInside(long at, long bytes) {
    return Long.compareUnsigned(at - FIRST, room - bytes) <= 0;
  }

  // Words.

  /// Whether this thread may access this word, and the heaps are [ConstantHeaps].
  private boolean isConstantWord(ConstantHeaps constant, int rank, long at) {
    return isConstant(constant, rank) && isInside(at, Long.BYTES) && (at & 7) == 0;
  }

  @Override
  public long word(
      String call, WordOperation operation, int rank, long at, long value, long expected) {
    return operation.apply(heaps.reachWord(call, rank, at), at, value, expected);
  }

  @Override
  public void word(
      String call,
      WordOperation operation,
      int rank,
      long at,
      long value,
      long expected,
      @Nullable Pending done) {
    if (done != null) {
      done.checkFree(call);
      done.pass(call, operation.apply(heaps.reachWord(call, rank, at), at, value, expected));
    } else {
      operation.apply(heaps.reachWord(call, rank, at), at, value, expected);
    }
  }

  @Override
  public void putWord(String call, int rank, long at, long value) {
    ConstantHeaps constant = ConstantHeaps.now();
    if (isConstantWord(constant, rank, at)) {
      constant.setRelease(constant.place(rank, at), value);
    } else {
      Words.setRelease(heaps.reachWord(call, rank, at), at, value);
      constantUser = heaps.constantUser();
    }
  }

  @Override
  public long getWord(String call, int rank, long at) {
    ConstantHeaps constant = ConstantHeaps.now();
    if (isConstantWord(constant, rank, at)) {
      return constant.getAcquire(constant.place(rank, at));
    }
    long word = Words.getAcquire(heaps.reachWord(call, rank, at), at);
    constantUser = heaps.constantUser();
    return word;
  }

  // Order.

  @Override
  public void fence(String call, int rank) {
    self.checks().checkMayWait(call);
    heaps.checkRank(call, rank);
    VarHandle.fullFence();
  }

  @Override
  public void fenceAll(String call) {
    self.checks().checkMayWait(call);
    VarHandle.fullFence();
  }

  @Override
  public void close() {
    constantUser = null;
    heaps.close();
  }
}
