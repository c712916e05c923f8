// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Pending;

/// Transfers of rows a stride apart, and of lists of blocks. All of them are checked before the
/// first one moves.
public final class RowsAndBlocks {
  private final MemoryAccess access;
  private final HeapMap heaps;

  // The sorted begins and ends of written blocks; reused for the next unordered list.
  private long[] begins = {};
  private long[] ends = {};

  RowsAndBlocks(MemoryAccess access, HeapMap heaps) {
    this.access = access;
    this.heaps = heaps;
  }

  /// Copies rows to `at` of `rank`.
  public void putRows(
      String call,
      MemorySegment source,
      long offset,
      long stride,
      int rank,
      long at,
      long stride2,
      long rowBytes,
      long rows,
      @Nullable Pending done) {
    if (isNothing(call, rowBytes, rows)) {
      pass(call, done);
      return;
    }
    long stride1 = rows == 1 ? rowBytes : stride; // The strides of one row are ignored.
    long strideTo = rows == 1 ? rowBytes : stride2;
    checkPut(call, source, offset, stride1, rank, at, strideTo, rowBytes, rows);
    access.putRows(call, source, offset, stride1, rank, at, strideTo, rowBytes, rows, done);
  }

  /// Copies rows so that the next request to `rank` finds them there.
  public void putRowsBefore(
      String call,
      MemorySegment source,
      long offset,
      long stride,
      int rank,
      long at,
      long stride2,
      long rowBytes,
      long rows) {
    if (!isNothing(call, rowBytes, rows)) {
      long stride1 = rows == 1 ? rowBytes : stride;
      long strideTo = rows == 1 ? rowBytes : stride2;
      checkPut(call, source, offset, stride1, rank, at, strideTo, rowBytes, rows);
      access.putRowsBefore(call, source, offset, stride1, rank, at, strideTo, rowBytes, rows);
    }
  }

  private void checkPut(
      String call,
      MemorySegment source,
      long offset,
      long stride,
      int rank,
      long at,
      long stride2,
      long rowBytes,
      long rows) {
    checkLocal(call, source, offset, extent(call, stride, 0, rowBytes, rows));
    heaps.checkPlace(call, rank, at, extent(call, stride2, rowBytes, rowBytes, rows));
  }

  /// Copies rows from `at` of `rank`.
  public void getRows(
      String call,
      int rank,
      long at,
      long stride,
      MemorySegment destination,
      long offset,
      long stride2,
      long rowBytes,
      long rows,
      @Nullable Pending done) {
    if (isNothing(call, rowBytes, rows)) {
      pass(call, done);
      return;
    }
    long stride1 = rows == 1 ? rowBytes : stride;
    long strideTo = rows == 1 ? rowBytes : stride2;
    heaps.checkPlace(call, rank, at, extent(call, stride1, 0, rowBytes, rows));
    checkLocal(call, destination, offset, extent(call, strideTo, rowBytes, rowBytes, rows));
    access.getRows(call, rank, at, stride1, destination, offset, strideTo, rowBytes, rows, done);
  }

  /// Copies blocks to `rank`.
  public void putBlocks(
      String call,
      MemorySegment source,
      long[] from,
      int rank,
      long at,
      long[] to,
      long[] bytes,
      @Nullable Pending done) {
    checkPut(call, source, from, rank, at, to, bytes);
    access.putBlocks(call, source, from, rank, at, to, bytes, done);
  }

  /// Copies blocks so that the next request to `rank` finds them there.
  public void putBlocksBefore(
      String call, MemorySegment source, long[] from, int rank, long at, long[] to, long[] bytes) {
    checkPut(call, source, from, rank, at, to, bytes);
    access.putBlocksBefore(call, source, from, rank, at, to, bytes);
  }

  private void checkPut(
      String call, MemorySegment source, long[] from, int rank, long at, long[] to, long[] bytes) {
    checkLists(call, from, to, bytes);
    for (int i = 0; i < bytes.length; i++) {
      checkLocal(call, source, from[i], bytes[i]);
      heaps.checkPlace(call, rank, at + to[i], bytes[i]);
    }
    checkDisjoint(call, to, bytes);
  }

  /// Copies blocks from `rank`.
  public void getBlocks(
      String call,
      int rank,
      long at,
      long[] from,
      MemorySegment destination,
      long[] to,
      long[] bytes,
      @Nullable Pending done) {
    checkLists(call, from, to, bytes);
    for (int i = 0; i < bytes.length; i++) {
      heaps.checkPlace(call, rank, at + from[i], bytes[i]);
      checkLocal(call, destination, to[i], bytes[i]);
    }
    checkDisjoint(call, to, bytes);
    access.getBlocks(call, rank, at, from, destination, to, bytes, done);
  }

  private static void pass(String call, @Nullable Pending done) {
    if (done != null) {
      done.checkFree(call);
      done.pass(call);
    }
  }

  private static boolean isNothing(String call, long rowBytes, long rows) {
    if ((rowBytes | rows) < 0) {
      throw new IllegalArgumentException(
          call + " of " + rows + " rows of " + rowBytes + " bytes is not possible");
    }
    return rowBytes == 0 || rows == 0;
  }

  /// The bytes from the begin of the first row to the end of the last.
  private static long extent(String call, long stride, long least, long rowBytes, long rows) {
    if (stride < least) {
      throw new IllegalArgumentException(
          call
              + " with rows of "
              + rowBytes
              + " bytes that begin "
              + stride
              + " bytes apart: "
              + (stride < 0
                  ? "a stride cannot be negative"
                  : "the rows that are written would overlap"));
    }
    long extent = TransferLayout.extent(rowBytes, stride, rows);
    if (extent < 0) {
      throw new IndexOutOfBoundsException(
          call + " of " + rows + " rows " + stride + " bytes apart exceeds any memory");
    }
    return extent;
  }

  private static void checkLocal(String call, MemorySegment segment, long offset, long bytes) {
    if ((offset | bytes) < 0 || offset > segment.byteSize() - bytes) {
      throw new IndexOutOfBoundsException(
          call
              + " touches "
              + bytes
              + " bytes at offset "
              + offset
              + " of a local segment of "
              + segment.byteSize());
    }
  }

  /// Refuses destination blocks that overlap. All blocks are known to be inside one memory.
  private void checkDisjoint(String call, long[] to, long[] bytes) {
    long end = Long.MIN_VALUE;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] > 0) {
        if (to[i] < end) {
          checkUnordered(call, to, bytes);
          return;
        }
        end = to[i] + bytes[i];
      }
    }
  }

  /// The same for blocks in any order. Sort the begins and the ends separately. The blocks are
  /// disjoint if and only if each begin but the first is at or after the end before it. Then at
  /// most one block covers each byte.
  private void checkUnordered(String call, long[] to, long[] bytes) {
    if (begins.length < bytes.length) {
      begins = new long[bytes.length];
      ends = new long[bytes.length];
    }
    int count = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] > 0) {
        begins[count] = to[i];
        ends[count++] = to[i] + bytes[i];
      }
    }
    Arrays.sort(begins, 0, count);
    Arrays.sort(ends, 0, count);
    for (int i = 1; i < count; i++) {
      if (begins[i] < ends[i - 1]) {
        throw new IllegalArgumentException(
            call
                + " writes two blocks to the byte at "
                + begins[i]
                + "; blocks that are written may not overlap");
      }
    }
  }

  private static void checkLists(String call, long[] from, long[] to, long[] bytes) {
    if (from.length != bytes.length || to.length != bytes.length) {
      throw new IllegalArgumentException(
          call
              + " was given "
              + from.length
              + " places to read, "
              + to.length
              + " to write and "
              + bytes.length
              + " lengths; the three lists must be equally long");
    }
  }
}
