// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import weft.memory.Extent;

/// One transfer between local memory and the registered heap of a rank: what a put or get moves. It
/// has several parts of contiguous bytes, which are rows of one length at a distance on each side,
/// or a list of blocks. Contiguous bytes are one row.
///
/// ```
///   local   ····|rowBytes|····|rowBytes|····      the heap   ··|rowBytes|··|rowBytes|··
///               ^ offset      ^ offset + stride                ^ at        ^ at + heapStride
/// ```
///
/// A transfer is reused, and setting it allocates nothing. All sizes and places are in bytes.
public final class MemoryTransfer {
  private static final long[] NONE = {};

  private String call = "";
  private Object local = MemorySegment.NULL;
  private long offset;
  private long stride;
  private int rank;
  private long at;
  private long heapStride;
  private long rowBytes;
  private long rows;

  // The blocks, if the transfer is a list: their places in local memory, their places from `at` on,
  // and their lengths.
  private long @Nullable [] offsets;
  private long[] places = NONE;
  private long[] lengths = NONE;

  // The sorted begins and ends of written blocks; reused for the next unordered list.
  private long[] begins = NONE;
  private long[] ends = NONE;

  /// A transfer of nothing.
  public MemoryTransfer() {}

  /// Begins to set this; `call` is the user's call, for reports.
  public MemoryTransfer of(String call) {
    this.call = call;
    return this;
  }

  /// Sets this to `bytes` bytes from byte `offset` of `local`, a segment or a primitive array, and
  /// from `at` in the heap of `rank`.
  public MemoryTransfer bytes(Object local, long offset, int rank, long at, long bytes) {
    set(local, rank, at);
    this.offset = offset;
    this.stride = bytes;
    this.heapStride = bytes;
    this.rowBytes = bytes;
    this.rows = 1;
    return this;
  }

  /// Sets this to `rows` rows of `rowBytes` bytes each, which begin `stride` bytes apart in `local`
  /// and `heapStride` in the heap. The strides of a single row are ignored.
  public MemoryTransfer rows(
      MemorySegment local,
      long offset,
      long stride,
      int rank,
      long at,
      long heapStride,
      long rowBytes,
      long rows) {
    if ((rowBytes | rows) < 0) {
      throw new IllegalArgumentException(
          call + " of " + rows + " rows of " + rowBytes + " bytes is not possible");
    }
    set(local, rank, at);
    this.offset = offset;
    this.stride = rows == 1 ? rowBytes : stride;
    this.heapStride = rows == 1 ? rowBytes : heapStride;
    this.rowBytes = rowBytes;
    this.rows = rowBytes == 0 ? 0 : rows;
    return this;
  }

  /// Sets this to blocks: `lengths[i]` bytes from `offsets[i]` of `local`, and from `at +
  /// places[i]` in the heap.
  public MemoryTransfer blocks(
      MemorySegment local, long[] offsets, int rank, long at, long[] places, long[] lengths) {
    if (offsets.length != lengths.length || places.length != lengths.length) {
      throw new IllegalArgumentException(
          call
              + " was given "
              + offsets.length
              + " places in the local segment, "
              + places.length
              + " in the heap and "
              + lengths.length
              + " lengths; the three lists must be equally long");
    }
    set(local, rank, at);
    this.offsets = offsets;
    this.places = places;
    this.lengths = lengths;
    this.rows = lengths.length;
    return this;
  }

  private void set(Object local, int rank, long at) {
    this.local = local;
    this.rank = rank;
    this.at = at;
    this.offsets = null;
  }

  // Checks.

  /// Refuses parts outside local memory, and written parts that overlap: those in the heap for a
  /// put, the local ones for a get.
  ///
  /// @throws IndexOutOfBoundsException when local memory is too short
  /// @throws IllegalArgumentException when written parts overlap
  public void check(boolean put) {
    long[] offsets = this.offsets;
    if (offsets != null) {
      for (int i = 0; i < lengths.length; i++) {
        checkLocal(offsets[i], lengths[i]);
      }
    } else if (rows > 0) {
      checkLocal(offset, rows == 1 ? rowBytes : extent(stride, put ? 0 : rowBytes));
    }
  }

  /// Refuses written blocks that overlap. All blocks are known to be inside their memory.
  public void checkDisjoint(boolean put) {
    long[] offsets = this.offsets;
    if (offsets != null) {
      checkDisjoint(put ? places : offsets);
    }
  }

  /// The bytes in the heap from the begin of the first row to the end of the last.
  public long heapExtent(boolean put) {
    return rows == 1 ? rowBytes : extent(heapStride, put ? rowBytes : 0);
  }

  private long extent(long stride, long least) {
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
    long extent = Extent.length(rowBytes, stride, rows);
    if (extent < 0) {
      throw new IndexOutOfBoundsException(
          call + " of " + rows + " rows " + stride + " bytes apart exceeds any memory");
    }
    return extent;
  }

  private void checkLocal(long offset, long bytes) {
    // The elements of an array have been checked by its indices.
    if (local instanceof MemorySegment segment
        && ((offset | bytes) < 0 || offset > segment.byteSize() - bytes)) {
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

  private void checkDisjoint(long[] to) {
    long end = Long.MIN_VALUE;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] > 0) {
        if (to[i] < end) {
          checkUnordered(to);
          return;
        }
        end = to[i] + lengths[i];
      }
    }
  }

  /// The same for blocks in any order. Sort the begins and the ends separately. The blocks are
  /// disjoint if and only if each begin but the first is at or after the end before it. Then at
  /// most one block covers each byte.
  private void checkUnordered(long[] to) {
    if (begins.length < lengths.length) {
      begins = new long[lengths.length];
      ends = new long[lengths.length];
    }
    int count = 0;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] > 0) {
        begins[count] = to[i];
        ends[count++] = to[i] + lengths[i];
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

  // Parts.

  /// The user's call.
  public String call() {
    return call;
  }

  /// The local memory: a segment or a primitive array.
  public Object local() {
    return local;
  }

  /// The local memory of rows or blocks.
  public MemorySegment segment() {
    return (MemorySegment) local;
  }

  /// The rank that has the heap.
  public int rank() {
    return rank;
  }

  /// Whether the parts are rows, and not blocks.
  public boolean isRows() {
    return offsets == null;
  }

  /// The number of rows or blocks. Rows are not empty, unless there is only one.
  public long parts() {
    return rows;
  }

  /// The bytes of each row.
  public long rowBytes() {
    return rowBytes;
  }

  /// The place of the first row in local memory.
  public long offset() {
    return offset;
  }

  /// How far apart rows begin in local memory.
  public long stride() {
    return stride;
  }

  /// The place of the first row in the heap, or of what places of blocks are relative to.
  public long at() {
    return at;
  }

  /// How far apart rows begin in the heap.
  public long heapStride() {
    return heapStride;
  }

  /// The place of a row or block in local memory.
  public long offset(long part) {
    long[] offsets = this.offsets;
    return offsets == null ? offset + part * stride : offsets[(int) part];
  }

  /// The place of a row or block in the heap.
  public long at(long part) {
    return at + (offsets == null ? part * heapStride : places[(int) part]);
  }

  /// The length of a row or block.
  public long bytes(long part) {
    return offsets == null ? rowBytes : lengths[(int) part];
  }
}
