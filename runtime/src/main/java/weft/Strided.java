// SPDX-License-Identifier: Apache-2.0
package weft;

import java.lang.foreign.MemorySegment;
import weft.internal.OneSided;
import weft.internal.StridedAccess;

/// Transfers that are not one stretch of bytes, and need no packing: rows of a matrix with a
/// leading dimension, and lists of blocks. From [Memory#strided]. All sizes and places are in
/// bytes.
///
/// As with [Memory], nothing is ordered until a fence or a completion says so. A wrong place or
/// size is an exception before anything moves.
public final class Strided {
  private final StridedAccess access;

  Strided(OneSided oneSided) {
    this.access = oneSided.strided();
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

  /// Copies rows, and tells `done` when the source may be used again, and when the bytes are
  /// visible.
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

  /// Copies rows, and tells `done` when the bytes are here.
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

  /// Copies blocks, and tells `done` when the source may be used again, and when the bytes are
  /// visible.
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

  /// Copies blocks, and tells `done` when the bytes are here.
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
