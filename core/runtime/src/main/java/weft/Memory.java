// SPDX-License-Identifier: Apache-2.0
package weft;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import weft.internal.Engine;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.internal.remote.MemoryAccess;
import weft.internal.remote.RemoteMemory;
import weft.memory.span.MemoryTransfer;

/// One-sided memory: a rank reads and writes the registered heap of any rank (see [Heap]) without
/// the other side taking part. From [World#memory].
///
/// A place is a [GlobalPointer] and a displacement in bytes from it, so a loop over an array makes
/// no new pointers. The local side is a [MemorySegment] of any kind, or a primitive array. Sizes
/// are in bytes, and not bounded; arrays count elements.
///
/// `put` and `get` are asynchronous. They are unordered, with each other and with requests, until
/// [#fence] or their [Completion] says that they are done. But the handler of a request behind a
/// transfer finds the bytes. Handlers may call all methods except `putSync`, `getSync` and `fence`,
/// which wait. Between hosts a call of the body that finds no room runs handlers, as a send does.
///
/// A wrong place throws an `IndexOutOfBoundsException` or `IllegalArgumentException` at the caller,
/// before any byte moves.
///
/// Source: DMCS, section 4.
public final class Memory {
  private final Rank self;
  private final MemoryAccess access;
  private final Atomics atomics;
  private final Strided strided;
  private final Completion own;

  Memory(Engine engine, RemoteMemory memory) {
    this.self = engine.self();
    this.access = memory.access();
    this.atomics = new Atomics(self.checks(), access);
    this.strided = new Strided(access, self.rank());
    this.own = new Completion(engine);
  }

  /// Atomic operations on words.
  public Atomics atomics() {
    return atomics;
  }

  /// Transfers of rows of matrices, and of lists of blocks.
  public Strided strided() {
    return strided;
  }

  /// Waits until all puts of this rank on `target` are visible there, all its gets from there have
  /// arrived, and all its atomics there are done.
  public void fence(int target) {
    access.fence("Memory.fence", target);
  }

  /// [#fence] for every rank.
  public void fence() {
    access.fenceAll("Memory.fence");
  }

  // Put.

  /// Copies all of `source` to `target`.
  public void put(MemorySegment source, GlobalPointer target) {
    access.put("Memory.put", source, 0, target.rank(), target.offset(), source.byteSize());
  }

  /// Copies `bytes` bytes from `sourceOffset` of `source` to `displacement` bytes behind `target`.
  public void put(
      MemorySegment source,
      long sourceOffset,
      GlobalPointer target,
      long displacement,
      long bytes) {
    long at = target.offset() + displacement;
    access.put("Memory.put", source, sourceOffset, target.rank(), at, bytes);
  }

  /// Copies. `done` is done at the source when the source may be used again, and done when the
  /// bytes are visible.
  public void put(
      MemorySegment source,
      long sourceOffset,
      GlobalPointer target,
      long displacement,
      long bytes,
      Completion done) {
    access.put(
        bytes("Memory.put", source, sourceOffset, target, displacement, bytes), done.pending);
  }

  /// Copies, and returns when the bytes are visible at the target.
  public void putSync(
      MemorySegment source,
      long sourceOffset,
      GlobalPointer target,
      long displacement,
      long bytes) {
    self.checks().checkMayWait("Memory.putSync");
    put(source, sourceOffset, target, displacement, bytes, own);
    own.await();
  }

  /// Copies, then sends `op` to the target, where its handler runs when the bytes are there, in the
  /// order of all requests. The source may change when the handler has answered, when the
  /// completion of the op is done at the source ([Completion#after]), or after a fence. Between
  /// hosts a long put of the body may wait until the target takes it, as a long payload of an
  /// [RsrN] does.
  ///
  /// Source: DMCS's dmcs_async_put_op.
  public void put(
      MemorySegment source,
      long sourceOffset,
      GlobalPointer target,
      long displacement,
      long bytes,
      TransferOp op) {
    Rsr rsr = op.take("Memory.put");
    Pending done = op.done;
    long a = op.a;
    long b = op.b;
    long c = op.c;
    long d = op.d;
    if (done == null) {
      long at = target.offset() + displacement;
      access.putBefore("Memory.put", source, sourceOffset, target.rank(), at, bytes);
      rsr.sendWords(target.rank(), a, b, c, d);
      return;
    }
    access.putBefore(bytes("Memory.put", source, sourceOffset, target, displacement, bytes), done);
    rsr.sendWords(target.rank(), a, b, c, d);
    access.confirm("Memory.put", target.rank(), done);
  }

  /// Copies, then sends `op` to the target, and returns when its handler has run there.
  ///
  /// Source: DMCS's dmcs_sync_put_op.
  public void putSync(
      MemorySegment source,
      long sourceOffset,
      GlobalPointer target,
      long displacement,
      long bytes,
      TransferOp op) {
    self.checks().checkMayWait("Memory.putSync");
    put(source, sourceOffset, target, displacement, bytes, own.after(op));
    own.await();
  }

  private MemoryTransfer bytes(
      String call, Object local, long offset, GlobalPointer there, long displacement, long bytes) {
    long at = there.offset() + displacement;
    return access.transfer(call).bytes(local, offset, there.rank(), at, bytes);
  }

  /// Copies `count` elements, from element `from` on.
  public void put(byte[] source, int from, GlobalPointer target, long displacement, int count) {
    put(source, source.length, from, 0, target, displacement, count);
  }

  /// Copies `count` elements, from element `from` on.
  public void put(int[] source, int from, GlobalPointer target, long displacement, int count) {
    put(source, source.length, from, 2, target, displacement, count);
  }

  /// Copies `count` elements, from element `from` on.
  public void put(long[] source, int from, GlobalPointer target, long displacement, int count) {
    put(source, source.length, from, 3, target, displacement, count);
  }

  /// Copies `count` elements, from element `from` on.
  public void put(float[] source, int from, GlobalPointer target, long displacement, int count) {
    put(source, source.length, from, 2, target, displacement, count);
  }

  /// Copies `count` elements, from element `from` on.
  public void put(double[] source, int from, GlobalPointer target, long displacement, int count) {
    put(source, source.length, from, 3, target, displacement, count);
  }

  private void put(
      Object source,
      int length,
      int from,
      int log,
      GlobalPointer to,
      long displacement,
      int count) {
    Objects.checkFromIndexSize(from, count, length);
    long bytes = (long) count << log;
    access.put(bytes("Memory.put", source, (long) from << log, to, displacement, bytes), null);
  }

  /// Writes one word, at a multiple of 8; no rank sees half of it.
  public void putLong(GlobalPointer target, long displacement, long value) {
    long at = target.offset() + displacement;
    access.putWord("Memory.putLong", target.rank(), at, value);
  }

  /// Writes one word, at a multiple of 8; no rank sees half of it.
  public void putDouble(GlobalPointer target, long displacement, double value) {
    putLong(target, displacement, Double.doubleToRawLongBits(value));
  }

  /// Fills all of `destination` from `source`.
  public void get(GlobalPointer source, MemorySegment destination) {
    long bytes = destination.byteSize();
    access.get("Memory.get", source.rank(), source.offset(), destination, 0, bytes);
  }

  /// Copies `bytes` bytes from `displacement` bytes behind `source` to `destinationOffset` of
  /// `destination`.
  public void get(
      GlobalPointer source,
      long displacement,
      MemorySegment destination,
      long destinationOffset,
      long bytes) {
    long at = source.offset() + displacement;
    access.get("Memory.get", source.rank(), at, destination, destinationOffset, bytes);
  }

  /// Copies. `done` is done when the bytes have arrived.
  public void get(
      GlobalPointer source,
      long displacement,
      MemorySegment destination,
      long destinationOffset,
      long bytes,
      Completion done) {
    access.get(
        bytes("Memory.get", destination, destinationOffset, source, displacement, bytes),
        done.pending);
  }

  /// Copies, and returns when the bytes have arrived.
  public void getSync(
      GlobalPointer source,
      long displacement,
      MemorySegment destination,
      long destinationOffset,
      long bytes) {
    self.checks().checkMayWait("Memory.getSync");
    get(source, displacement, destination, destinationOffset, bytes, own);
    own.await();
  }

  /// Copies, and sends `op` to this rank itself, where its handler runs when the bytes have
  /// arrived.
  ///
  /// Source: DMCS's dmcs_async_get_op.
  public void get(
      GlobalPointer source,
      long displacement,
      MemorySegment destination,
      long destinationOffset,
      long bytes,
      TransferOp op) {
    strided.getBefore(
        bytes("Memory.get", destination, destinationOffset, source, displacement, bytes), op);
  }

  /// Copies, sends `op` to this rank itself, and returns when its handler has run.
  public void getSync(
      GlobalPointer source,
      long displacement,
      MemorySegment destination,
      long destinationOffset,
      long bytes,
      TransferOp op) {
    self.checks().checkMayWait("Memory.getSync");
    get(source, displacement, destination, destinationOffset, bytes, own.after(op));
    own.await();
  }

  /// Copies `count` elements, to element `to` and the following ones.
  public void get(GlobalPointer source, long displacement, byte[] destination, int to, int count) {
    get(source, displacement, destination, destination.length, to, 0, count);
  }

  /// Copies `count` elements, to element `to` and the following ones.
  public void get(GlobalPointer source, long displacement, int[] destination, int to, int count) {
    get(source, displacement, destination, destination.length, to, 2, count);
  }

  /// Copies `count` elements, to element `to` and the following ones.
  public void get(GlobalPointer source, long displacement, long[] destination, int to, int count) {
    get(source, displacement, destination, destination.length, to, 3, count);
  }

  /// Copies `count` elements, to element `to` and the following ones.
  public void get(GlobalPointer source, long displacement, float[] destination, int to, int count) {
    get(source, displacement, destination, destination.length, to, 2, count);
  }

  /// Copies `count` elements, to element `to` and the following ones.
  public void get(
      GlobalPointer source, long displacement, double[] destination, int to, int count) {
    get(source, displacement, destination, destination.length, to, 3, count);
  }

  private void get(
      GlobalPointer from,
      long displacement,
      Object destination,
      int length,
      int to,
      int log,
      int count) {
    Objects.checkFromIndexSize(to, count, length);
    long bytes = (long) count << log;
    access.get(bytes("Memory.get", destination, (long) to << log, from, displacement, bytes), null);
  }

  /// Reads one word atomically, and waits for it. Its offset must be a multiple of 8.
  public long getLongSync(GlobalPointer source, long displacement) {
    if (self.context().inHandler()) {
      self.checks().checkMayWait("Memory.getLongSync");
    }
    long at = source.offset() + displacement;
    return access.getWord("Memory.getLongSync", source.rank(), at);
  }

  /// Reads one word atomically, and waits for it. Its offset must be a multiple of 8.
  public double getDoubleSync(GlobalPointer source, long displacement) {
    return Double.longBitsToDouble(getLongSync(source, displacement));
  }
}
