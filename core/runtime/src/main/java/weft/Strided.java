// SPDX-License-Identifier: Apache-2.0
package weft;

import java.lang.foreign.MemorySegment;
import weft.internal.remote.RowsAndBlocks;

/// Transfers of bytes that are not contiguous, without packing: rows of a matrix with a leading
/// dimension, and lists of blocks. From [Memory#strided]. All sizes and places are in bytes.
///
/// As with [Memory], transfers are unordered until a fence or a completion, but the handler of a
/// request behind a put finds all its bytes. A wrong place or size throws before any byte moves,
/// and so do overlapping destination rows or blocks.
public final class Strided {
  private final RowsAndBlocks access;

  Strided(RowsAndBlocks access) {
    this.access = access;
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
    access.putRows(
        "Strided.putRows",
        source,
        sourceOffset,
        sourceStride,
        target.rank(),
        target.offset() + displacement,
        targetStride,
        rowBytes,
        rows,
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
    access.putRows(
        "Strided.putRows",
        source,
        sourceOffset,
        sourceStride,
        target.rank(),
        target.offset() + displacement,
        targetStride,
        rowBytes,
        rows,
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
      Rsr0 op) {
    putRowsBefore(
        source, sourceOffset, sourceStride, target, displacement, targetStride, rowBytes, rows);
    op.send(target.rank());
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
      Rsr1 op,
      long a) {
    putRowsBefore(
        source, sourceOffset, sourceStride, target, displacement, targetStride, rowBytes, rows);
    op.send(target.rank(), a);
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
      Rsr2 op,
      long a,
      long b) {
    putRowsBefore(
        source, sourceOffset, sourceStride, target, displacement, targetStride, rowBytes, rows);
    op.send(target.rank(), a, b);
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
      Rsr3 op,
      long a,
      long b,
      long c) {
    putRowsBefore(
        source, sourceOffset, sourceStride, target, displacement, targetStride, rowBytes, rows);
    op.send(target.rank(), a, b, c);
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
      Rsr4 op,
      long a,
      long b,
      long c,
      long d) {
    putRowsBefore(
        source, sourceOffset, sourceStride, target, displacement, targetStride, rowBytes, rows);
    op.send(target.rank(), a, b, c, d);
  }

  private void putRowsBefore(
      MemorySegment source,
      long sourceOffset,
      long sourceStride,
      GlobalPointer target,
      long displacement,
      long targetStride,
      long rowBytes,
      long rows) {
    access.putRowsBefore(
        "Strided.putRows",
        source,
        sourceOffset,
        sourceStride,
        target.rank(),
        target.offset() + displacement,
        targetStride,
        rowBytes,
        rows);
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
    access.getRows(
        "Strided.getRows",
        source.rank(),
        source.offset() + displacement,
        sourceStride,
        destination,
        destinationOffset,
        destinationStride,
        rowBytes,
        rows,
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
    access.getRows(
        "Strided.getRows",
        source.rank(),
        source.offset() + displacement,
        sourceStride,
        destination,
        destinationOffset,
        destinationStride,
        rowBytes,
        rows,
        done.pending);
  }

  /// Copies blocks: `lengths[i]` bytes from `sourceOffsets[i]` of `source` to `displacements[i]`
  /// bytes behind `target`.
  public void putBlocks(
      MemorySegment source,
      long[] sourceOffsets,
      GlobalPointer target,
      long[] displacements,
      long[] lengths) {
    access.putBlocks(
        "Strided.putBlocks",
        source,
        sourceOffsets,
        target.rank(),
        target.offset(),
        displacements,
        lengths,
        null);
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
    access.putBlocks(
        "Strided.putBlocks",
        source,
        sourceOffsets,
        target.rank(),
        target.offset(),
        displacements,
        lengths,
        done.pending);
  }

  /// Copies blocks, then sends `op` to the target, where its handler finds them.
  public void putBlocks(
      MemorySegment source,
      long[] sourceOffsets,
      GlobalPointer target,
      long[] displacements,
      long[] lengths,
      Rsr0 op) {
    putBlocksBefore(source, sourceOffsets, target, displacements, lengths);
    op.send(target.rank());
  }

  /// Copies blocks, then sends `op` to the target, where its handler finds them.
  public void putBlocks(
      MemorySegment source,
      long[] sourceOffsets,
      GlobalPointer target,
      long[] displacements,
      long[] lengths,
      Rsr1 op,
      long a) {
    putBlocksBefore(source, sourceOffsets, target, displacements, lengths);
    op.send(target.rank(), a);
  }

  /// Copies blocks, then sends `op` to the target, where its handler finds them.
  public void putBlocks(
      MemorySegment source,
      long[] sourceOffsets,
      GlobalPointer target,
      long[] displacements,
      long[] lengths,
      Rsr2 op,
      long a,
      long b) {
    putBlocksBefore(source, sourceOffsets, target, displacements, lengths);
    op.send(target.rank(), a, b);
  }

  /// Copies blocks, then sends `op` to the target, where its handler finds them.
  public void putBlocks(
      MemorySegment source,
      long[] sourceOffsets,
      GlobalPointer target,
      long[] displacements,
      long[] lengths,
      Rsr3 op,
      long a,
      long b,
      long c) {
    putBlocksBefore(source, sourceOffsets, target, displacements, lengths);
    op.send(target.rank(), a, b, c);
  }

  /// Copies blocks, then sends `op` to the target, where its handler finds them.
  public void putBlocks(
      MemorySegment source,
      long[] sourceOffsets,
      GlobalPointer target,
      long[] displacements,
      long[] lengths,
      Rsr4 op,
      long a,
      long b,
      long c,
      long d) {
    putBlocksBefore(source, sourceOffsets, target, displacements, lengths);
    op.send(target.rank(), a, b, c, d);
  }

  private void putBlocksBefore(
      MemorySegment source,
      long[] sourceOffsets,
      GlobalPointer target,
      long[] displacements,
      long[] lengths) {
    access.putBlocksBefore(
        "Strided.putBlocks",
        source,
        sourceOffsets,
        target.rank(),
        target.offset(),
        displacements,
        lengths);
  }

  /// Copies blocks: `lengths[i]` bytes from `displacements[i]` bytes behind `source` to
  /// `destinationOffsets[i]` of `destination`.
  public void getBlocks(
      GlobalPointer source,
      long[] displacements,
      MemorySegment destination,
      long[] destinationOffsets,
      long[] lengths) {
    access.getBlocks(
        "Strided.getBlocks",
        source.rank(),
        source.offset(),
        displacements,
        destination,
        destinationOffsets,
        lengths,
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
    access.getBlocks(
        "Strided.getBlocks",
        source.rank(),
        source.offset(),
        displacements,
        destination,
        destinationOffsets,
        lengths,
        done.pending);
  }
}
