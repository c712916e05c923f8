// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Pending;

/// Reads and writes the registered heaps of all ranks. A place is two primitives: the rank, and the
/// offset in its heap. `call` is the user's call, for reports; `done`, if not null, is the
/// completion of the operation.
///
/// There are three kinds: [DirectAccess], [MessagedAccess] and [CheckedAccess]. This class has only
/// abstract methods, and is not an interface because the compiler calls the methods of a class with
/// one loaded subclass directly. For an interface it would test the receiver's class at each call.
///
/// Rows and blocks come from [RowsAndBlocks], which has checked them, and are not empty.
public abstract class MemoryAccess {
  // Bytes. Local memory is a segment or a primitive array, and places in it are bytes.

  /// Copies `bytes` bytes from byte `offset` of `source`.
  public abstract void put(
      String call, MemorySegment source, long offset, int rank, long at, long bytes);

  /// Copies `bytes` bytes from byte `offset` of `source`.
  public abstract void put(
      String call,
      Object source,
      long offset,
      int rank,
      long at,
      long bytes,
      @Nullable Pending done);

  /// Copies so that the next request to `rank` finds the bytes there.
  public abstract void putBefore(
      String call, Object source, long offset, int rank, long at, long bytes);

  /// Copies `bytes` bytes to byte `offset` of `destination`.
  public abstract void get(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes);

  /// Copies `bytes` bytes to byte `offset` of `destination`.
  public abstract void get(
      String call,
      int rank,
      long at,
      Object destination,
      long offset,
      long bytes,
      @Nullable Pending done);

  /// Copies, and returns whether the next request to this rank itself finds the bytes. If not, the
  /// request `name`, with this header and these words, is kept, and sent when the bytes have
  /// arrived.
  public abstract boolean getBefore(
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
      long d);

  // Rows and blocks.

  /// Copies rows that begin `stride` bytes apart in `source`, and `stride2` at the target.
  abstract void putRows(
      String call,
      MemorySegment source,
      long offset,
      long stride,
      int rank,
      long at,
      long stride2,
      long rowBytes,
      long rows,
      @Nullable Pending done);

  /// Copies rows so that the next request to `rank` finds them there.
  abstract void putRowsBefore(
      String call,
      MemorySegment source,
      long offset,
      long stride,
      int rank,
      long at,
      long stride2,
      long rowBytes,
      long rows);

  /// Copies rows that begin `stride` bytes apart at the source, and `stride2` in `destination`.
  abstract void getRows(
      String call,
      int rank,
      long at,
      long stride,
      MemorySegment destination,
      long offset,
      long stride2,
      long rowBytes,
      long rows,
      @Nullable Pending done);

  /// Copies blocks: `bytes[i]` bytes from `from[i]` to `at + to[i]`.
  abstract void putBlocks(
      String call,
      MemorySegment source,
      long[] from,
      int rank,
      long at,
      long[] to,
      long[] bytes,
      @Nullable Pending done);

  /// Copies blocks so that the next request to `rank` finds them there.
  abstract void putBlocksBefore(
      String call, MemorySegment source, long[] from, int rank, long at, long[] to, long[] bytes);

  /// Copies blocks: `bytes[i]` bytes from `at + from[i]` to `to[i]`.
  abstract void getBlocks(
      String call,
      int rank,
      long at,
      long[] from,
      MemorySegment destination,
      long[] to,
      long[] bytes,
      @Nullable Pending done);

  // Words, at multiples of 8.

  /// Writes one word; no rank sees half of it.
  public abstract void putWord(String call, int rank, long at, long value);

  /// Reads one word, never half written. The caller may wait.
  public abstract long getWord(String call, int rank, long at);

  /// Carries out `operation`, and returns the word as it was before. The caller may wait.
  public abstract long fetch(
      String call, WordOperation operation, int rank, long at, long value, long expected);

  /// Begins `operation`; the value of `done` is the word as it was before.
  public abstract void fetch(
      String call,
      WordOperation operation,
      int rank,
      long at,
      long value,
      long expected,
      Pending done);

  /// Begins `operation`; the word is not returned.
  public abstract void update(String call, WordOperation operation, int rank, long at, long value);

  // Order.

  /// Returns when all puts of this rank to `rank` are visible there, and all its gets from there
  /// have arrived. The caller may wait.
  public abstract void fence(String call, int rank);

  /// [#fence] for every rank.
  public abstract void fenceAll(String call);

  /// Called before this rank frees `bytes` bytes at `at` for `rank`.
  abstract void freeing(String call, int rank, long at, long bytes);

  // Progress.

  /// Carries out some delayed operations, and returns their number.
  public abstract int carryOut();

  /// Asks to be woken when there is room for delayed messages, and returns whether there is some
  /// already.
  public abstract boolean requestWakes();

  /// Carries out all delayed operations: the body has returned.
  public abstract void finish();

  /// Ends all access: the rank has ended.
  public abstract void close();
}
