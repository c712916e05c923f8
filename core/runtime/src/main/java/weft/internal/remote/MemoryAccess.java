// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.memory.span.MemoryTransfer;

/// Reads and writes the registered heaps of all ranks. An access is one transfer, one operation on
/// a word, or a fence. A place is two primitives: the rank, and the offset in its heap. `call` is
/// the user's call, for reports; `done`, if not null, is the completion of the operation.
///
/// There are three kinds: [DirectAccess], [MessagedAccess] and [CheckedAccess]. This is not an
/// interface because the compiler calls the methods of a class with one loaded subclass directly.
/// For an interface it would test the receiver's class at each call.
public abstract class MemoryAccess {
  private final Rank self;
  private final Confirmations confirmations;

  // The body's transfer is in use while it waits for room, and handlers begin others.
  private final MemoryTransfer ofBody = new MemoryTransfer();
  private final MemoryTransfer ofHandlers = new MemoryTransfer();

  MemoryAccess(Rank self, Confirmations confirmations) {
    this.self = self;
    this.confirmations = confirmations;
  }

  // Transfers.

  /// The transfer of `call`, to be set and carried out before the next one begins.
  public final MemoryTransfer transfer(String call) {
    self.checks().checkOpen(call);
    return (self.context().inHandler() ? ofHandlers : ofBody).of(call);
  }

  /// Copies to a heap.
  public abstract void put(MemoryTransfer transfer, @Nullable Pending done);

  /// Copies to a heap so that the next request to its rank finds the bytes there, and begins
  /// `done`, which [#confirm] completes.
  public abstract void putBefore(MemoryTransfer transfer, @Nullable Pending done);

  /// Copies from a heap.
  public abstract void get(MemoryTransfer transfer, @Nullable Pending done);

  /// Copies from a heap, and returns whether the next request to this rank itself finds the bytes.
  /// If not, the request `name`, with this header and these words, is kept, and sent when all bytes
  /// have arrived. Begins `done`, which [#confirm] completes; it is called here if the request is
  /// kept.
  public abstract boolean getBefore(
      MemoryTransfer transfer,
      @Nullable Pending done,
      String name,
      long header,
      long a,
      long b,
      long c,
      long d);

  /// [#put(MemoryTransfer,Pending)] of contiguous bytes of a segment, which may have a faster path.
  public void put(String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    put(transfer(call).bytes(source, offset, rank, at, bytes), null);
  }

  /// [#putBefore(MemoryTransfer, Pending)] of contiguous bytes of a segment, which may have a
  /// faster path.
  public void putBefore(
      String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    putBefore(transfer(call).bytes(source, offset, rank, at, bytes), null);
  }

  /// [#get(MemoryTransfer,Pending)] of contiguous bytes to a segment, which may have a faster path.
  public void get(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes) {
    get(transfer(call).bytes(destination, offset, rank, at, bytes), null);
  }

  // Words, at multiples of 8. No rank sees half a word.

  /// Carries out `operation`, and returns the word as it was before. The caller may wait.
  public abstract long word(
      String call, WordOperation operation, int rank, long at, long value, long expected);

  /// Begins `operation`; the value of `done` is the word as it was before.
  public abstract void word(
      String call,
      WordOperation operation,
      int rank,
      long at,
      long value,
      long expected,
      @Nullable Pending done);

  /// Writes one word, for which there may be a faster path.
  public void putWord(String call, int rank, long at, long value) {
    word(call, WordOperation.PUT, rank, at, value, 0, null);
  }

  /// Reads one word, for which there may be a faster path. The caller may wait.
  public long getWord(String call, int rank, long at) {
    return word(call, WordOperation.GET, rank, at, 0, 0);
  }

  // Order.

  /// Completes `done`, which a transfer with a request has begun, when the request that this rank
  /// has sent to `target` is handled there.
  public final void confirm(String call, int target, Pending done) {
    confirmations.confirm(call, target, done);
    done.sourceDone();
  }

  /// Returns when all puts of this rank to `rank` are visible there, and all its gets from there
  /// have arrived. The caller may wait.
  public abstract void fence(String call, int rank);

  /// [#fence] for every rank.
  public abstract void fenceAll(String call);

  // Events of this rank. A kind for which nothing is delayed has nothing to do.

  /// Called before this rank frees `bytes` bytes at `at` for `rank`.
  void freeing(String call, int rank, long at, long bytes) {}

  /// Carries out some delayed operations, and returns their number.
  public int carryOut() {
    return 0;
  }

  /// Asks to be woken when there is room for delayed messages, and returns whether there is some
  /// already.
  public boolean requestWakes() {
    return false;
  }

  /// Carries out all delayed operations: the body has returned.
  public void finish() {}

  /// Ends all access: the rank has ended.
  public abstract void close();
}
