// SPDX-License-Identifier: Apache-2.0
package weft;

import java.lang.foreign.MemorySegment;
import weft.memory.span.Span;

/// Rows of a row-major matrix in an array or a segment, whose rows may have gaps between them:
/// whole rows, a block, or a column, which is many rows of one element.
///
/// ```
///   matrix   ····|columns|······|columns|······|columns|····
///                ^ from         ^ from + leadingDimension
/// ```
///
/// [RsrN#send(int, MatrixPart)] packs the rows straight into the message, without their gaps, and
/// [Frame#copyTo(long, MatrixPart)] unpacks them straight from it: one copy on each side.
///
/// A part is a view, not a copy. Create it once, and use it for every message of that place.
///
/// Source: AP3000 paper, section 4.3: one copy packs, buffers and transfers a strided message.
public final class MatrixPart {
  /// The rows, which nobody changes.
  final Span span = new Span();

  private MatrixPart() {}

  /// `rows` rows of `columns` elements each. The first begins at element `from`; each next one
  /// begins `leadingDimension` elements later.
  ///
  /// @throws IllegalArgumentException if the rows overlap, or a number is negative
  /// @throws IndexOutOfBoundsException if they do not fit in the array
  public static MatrixPart of(
      byte[] matrix, int from, int rows, int columns, int leadingDimension) {
    return of(matrix, 0, from, rows, columns, leadingDimension);
  }

  /// See [#of(byte\[\], int, int, int, int)].
  public static MatrixPart of(int[] matrix, int from, int rows, int columns, int leadingDimension) {
    return of(matrix, 2, from, rows, columns, leadingDimension);
  }

  /// See [#of(byte\[\], int, int, int, int)].
  public static MatrixPart of(
      long[] matrix, int from, int rows, int columns, int leadingDimension) {
    return of(matrix, 3, from, rows, columns, leadingDimension);
  }

  /// See [#of(byte\[\], int, int, int, int)].
  public static MatrixPart of(
      float[] matrix, int from, int rows, int columns, int leadingDimension) {
    return of(matrix, 2, from, rows, columns, leadingDimension);
  }

  /// See [#of(byte\[\], int, int, int, int)].
  public static MatrixPart of(
      double[] matrix, int from, int rows, int columns, int leadingDimension) {
    return of(matrix, 3, from, rows, columns, leadingDimension);
  }

  /// `rows` rows of `rowBytes` bytes each. The first begins at byte `offset`; each next one begins
  /// `stride` bytes later.
  ///
  /// @throws IllegalArgumentException if the rows overlap, or a number is negative
  /// @throws IndexOutOfBoundsException if they do not fit in the segment
  public static MatrixPart of(
      MemorySegment matrix, long offset, long rows, long rowBytes, long stride) {
    var part = new MatrixPart();
    part.span.setRows(matrix, offset, rows, rowBytes, stride);
    return part;
  }

  private static MatrixPart of(
      Object matrix, int log, int from, int rows, int columns, int leadingDimension) {
    var part = new MatrixPart();
    part.span.setRows(
        matrix, (long) from << log, rows, (long) columns << log, (long) leadingDimension << log);
    return part;
  }

  /// The bytes of all rows, without gaps.
  public long bytes() {
    return span.bytes();
  }
}
