// SPDX-License-Identifier: Apache-2.0
package weft;

import java.lang.foreign.MemorySegment;
import weft.internal.rank.Pending;
import weft.internal.remote.MemoryAccess;
import weft.memory.span.MemoryTransfer;

/// Transfers of bytes that are not contiguous, without packing: rows of a matrix with a leading
/// dimension, and lists of blocks. From [Memory#strided]. All sizes and places are in bytes.
///
/// As with [Memory], transfers are unordered until a fence or a completion, but the handler of a
/// request behind a put finds all its bytes. A wrong place or size throws before any byte moves,
/// and so do overlapping destination rows or blocks.
public final class Strided {
  private final MemoryAccess access;
  private final int rank;

  Strided(MemoryAccess access, int rank) {
    this.access = access;
    this.rank = rank;
  }

  /// Copies `rows` rows of `rowBytes` bytes each. The rows begin `sourceStride` bytes apart in
  /// `source`, and `targetStride` at the target.
  public void putRows(
      MemorySegment source,
      long sourceOffset,
      long sourceStride,
      GlobalPointer target,
      long displacement,
      long targetStride,
      long rowBytes,
      long rows) {
    access.put(
        rows(
            "Strided.putRows",
            source,
            sourceOffset,
            sourceStride,
            target,
            displacement,
            targetStride,
            rowBytes,
            rows),
        null);
  }

  /// Copies rows. `done` is done at the source when the source may be used again, and done when the
  /// bytes are visible.
  public void putRows(
      MemorySegment source,
      long sourceOffset,
      long sourceStride,
      GlobalPointer target,
      long displacement,
      long targetStride,
      long rowBytes,
      long rows,
      Completion done) {
    access.put(
        rows(
            "Strided.putRows",
            source,
            sourceOffset,
            sourceStride,
            target,
            displacement,
            targetStride,
            rowBytes,
            rows),
        done.pending);
  }

  /// Copies rows, then sends `op` to the target, where its handler finds them.
  public void putRows(
      MemorySegment source,
      long sourceOffset,
      long sourceStride,
      GlobalPointer target,
      long displacement,
      long targetStride,
      long rowBytes,
      long rows,
      TransferOp op) {
    putBefore(
        rows(
            "Strided.putRows",
            source,
            sourceOffset,
            sourceStride,
            target,
            displacement,
            targetStride,
            rowBytes,
            rows),
        op);
  }

  /// Copies `rows` rows of `rowBytes` bytes each. The rows begin `sourceStride` bytes apart at the
  /// source, and `destinationStride` in `destination`.
  public void getRows(
      GlobalPointer source,
      long displacement,
      long sourceStride,
      MemorySegment destination,
      long destinationOffset,
      long destinationStride,
      long rowBytes,
      long rows) {
    access.get(
        rows(
            "Strided.getRows",
            destination,
            destinationOffset,
            destinationStride,
            source,
            displacement,
            sourceStride,
            rowBytes,
            rows),
        null);
  }

  /// Copies rows; `done` is done when the bytes are here.
  public void getRows(
      GlobalPointer source,
      long displacement,
      long sourceStride,
      MemorySegment destination,
      long destinationOffset,
      long destinationStride,
      long rowBytes,
      long rows,
      Completion done) {
    access.get(
        rows(
            "Strided.getRows",
            destination,
            destinationOffset,
            destinationStride,
            source,
            displacement,
            sourceStride,
            rowBytes,
            rows),
        done.pending);
  }

  /// Copies rows, and sends `op` to this rank itself, where its handler finds them.
  public void getRows(
      GlobalPointer source,
      long displacement,
      long sourceStride,
      MemorySegment destination,
      long destinationOffset,
      long destinationStride,
      long rowBytes,
      long rows,
      TransferOp op) {
    getBefore(
        rows(
            "Strided.getRows",
            destination,
            destinationOffset,
            destinationStride,
            source,
            displacement,
            sourceStride,
            rowBytes,
            rows),
        op);
  }

  /// Copies blocks: `lengths[i]` bytes from `sourceOffsets[i]` of `source` to `displacements[i]`
  /// bytes behind `target`.
  public void putBlocks(
      MemorySegment source,
      long[] sourceOffsets,
      GlobalPointer target,
      long[] displacements,
      long[] lengths) {
    access.put(
        blocks("Strided.putBlocks", source, sourceOffsets, target, displacements, lengths), null);
  }

  /// Copies blocks. `done` is done at the source when the source may be used again, and done when
  /// the bytes are visible.
  public void putBlocks(
      MemorySegment source,
      long[] sourceOffsets,
      GlobalPointer target,
      long[] displacements,
      long[] lengths,
      Completion done) {
    access.put(
        blocks("Strided.putBlocks", source, sourceOffsets, target, displacements, lengths),
        done.pending);
  }

  /// Copies blocks, then sends `op` to the target, where its handler finds them.
  public void putBlocks(
      MemorySegment source,
      long[] sourceOffsets,
      GlobalPointer target,
      long[] displacements,
      long[] lengths,
      TransferOp op) {
    putBefore(
        blocks("Strided.putBlocks", source, sourceOffsets, target, displacements, lengths), op);
  }

  /// Copies blocks: `lengths[i]` bytes from `displacements[i]` bytes behind `source` to
  /// `destinationOffsets[i]` of `destination`.
  public void getBlocks(
      GlobalPointer source,
      long[] displacements,
      MemorySegment destination,
      long[] destinationOffsets,
      long[] lengths) {
    access.get(
        blocks(
            "Strided.getBlocks", destination, destinationOffsets, source, displacements, lengths),
        null);
  }

  /// Copies blocks; `done` is done when the bytes are here.
  public void getBlocks(
      GlobalPointer source,
      long[] displacements,
      MemorySegment destination,
      long[] destinationOffsets,
      long[] lengths,
      Completion done) {
    access.get(
        blocks(
            "Strided.getBlocks", destination, destinationOffsets, source, displacements, lengths),
        done.pending);
  }

  /// Copies blocks, and sends `op` to this rank itself, where its handler finds them.
  public void getBlocks(
      GlobalPointer source,
      long[] displacements,
      MemorySegment destination,
      long[] destinationOffsets,
      long[] lengths,
      TransferOp op) {
    getBefore(
        blocks(
            "Strided.getBlocks", destination, destinationOffsets, source, displacements, lengths),
        op);
  }

  private MemoryTransfer rows(
      String call,
      MemorySegment local,
      long offset,
      long stride,
      GlobalPointer there,
      long displacement,
      long heapStride,
      long rowBytes,
      long rows) {
    long at = there.offset() + displacement;
    return access
        .transfer(call)
        .rows(local, offset, stride, there.rank(), at, heapStride, rowBytes, rows);
  }

  private MemoryTransfer blocks(
      String call,
      MemorySegment local,
      long[] offsets,
      GlobalPointer there,
      long[] places,
      long[] lengths) {
    return access
        .transfer(call)
        .blocks(local, offsets, there.rank(), there.offset(), places, lengths);
  }

  private void putBefore(MemoryTransfer transfer, TransferOp op) {
    String call = transfer.call();
    int target = transfer.rank();
    Rsr rsr = op.take(call);
    Pending done = op.done;
    long a = op.a;
    long b = op.b;
    long c = op.c;
    long d = op.d;
    access.putBefore(transfer, done);
    rsr.sendWords(target, a, b, c, d);
    if (done != null) {
      access.confirm(call, target, done);
    }
  }

  /// Copies from a heap, and sends `op` to this rank itself when the bytes are here.
  void getBefore(MemoryTransfer transfer, TransferOp op) {
    String call = transfer.call();
    Rsr rsr = op.take(call);
    Pending done = op.done;
    long a = op.a;
    long b = op.b;
    long c = op.c;
    long d = op.d;
    if (access.getBefore(transfer, done, rsr.name, rsr.header, a, b, c, d)) {
      rsr.sendWords(rank, a, b, c, d);
      if (done != null) {
        access.confirm(call, rank, done);
      }
    }
  }
}
