// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;
import weft.collective.internal.Span;

/// What a collective call reads or writes: elements of one type in memory of the caller's, in one
/// piece or as the rows of a matrix with a leading dimension.
///
/// A view, not a copy: make it once and use it in many calls. An array or segment must stay as it
/// is from the start of an operation that reads it to its end, and must not be looked at while one
/// writes it. A segment of the registered heap ([weft.Heap]) is read by the ranks of the same
/// machine in place; a matrix with gaps is packed once, into the chunk or message it travels in.
public final class Data {
  private static final Data NONE = new Data(new Span(), Type.BYTE);

  private final Span span;
  private final Type type;

  private Data(Span span, Type type) {
    this.span = span;
    this.type = type;
  }

  /// No elements. Fits every type.
  public static Data none() {
    return NONE;
  }

  /// A whole array.
  public static Data of(byte[] array) {
    return part(array, 0, array.length, array.length, Type.BYTE);
  }

  /// A whole array.
  public static Data of(int[] array) {
    return part(array, 0, array.length, array.length, Type.INT);
  }

  /// A whole array.
  public static Data of(long[] array) {
    return part(array, 0, array.length, array.length, Type.LONG);
  }

  /// A whole array.
  public static Data of(float[] array) {
    return part(array, 0, array.length, array.length, Type.FLOAT);
  }

  /// A whole array.
  public static Data of(double[] array) {
    return part(array, 0, array.length, array.length, Type.DOUBLE);
  }

  /// `count` elements of an array, from element `from` on.
  public static Data of(byte[] array, int from, int count) {
    return part(array, from, count, array.length, Type.BYTE);
  }

  /// `count` elements of an array, from element `from` on.
  public static Data of(int[] array, int from, int count) {
    return part(array, from, count, array.length, Type.INT);
  }

  /// `count` elements of an array, from element `from` on.
  public static Data of(long[] array, int from, int count) {
    return part(array, from, count, array.length, Type.LONG);
  }

  /// `count` elements of an array, from element `from` on.
  public static Data of(float[] array, int from, int count) {
    return part(array, from, count, array.length, Type.FLOAT);
  }

  /// `count` elements of an array, from element `from` on.
  public static Data of(double[] array, int from, int count) {
    return part(array, from, count, array.length, Type.DOUBLE);
  }

  /// A whole segment as elements of `type`, in native byte order; take a slice for a part.
  ///
  /// @throws IllegalArgumentException when its length is no whole number of elements
  public static Data of(MemorySegment segment, Type type) {
    usable(segment);
    whole(segment.byteSize(), type, "the segment");
    Span span = new Span();
    span.set(segment, 0, segment.byteSize());
    return new Data(span, type);
  }

  /// Rows of a row-major matrix in an array: `rows` rows of `columns` elements each; the first
  /// begins at element `from`, each other `leadingDimension` elements after the one before.
  public static Data matrix(byte[] array, int from, int rows, int columns, int leadingDimension) {
    return matrix(array, Type.BYTE, from, rows, columns, leadingDimension);
  }

  /// See [#matrix(byte\[\], int, int, int, int)].
  public static Data matrix(int[] array, int from, int rows, int columns, int leadingDimension) {
    return matrix(array, Type.INT, from, rows, columns, leadingDimension);
  }

  /// See [#matrix(byte\[\], int, int, int, int)].
  public static Data matrix(long[] array, int from, int rows, int columns, int leadingDimension) {
    return matrix(array, Type.LONG, from, rows, columns, leadingDimension);
  }

  /// See [#matrix(byte\[\], int, int, int, int)].
  public static Data matrix(float[] array, int from, int rows, int columns, int leadingDimension) {
    return matrix(array, Type.FLOAT, from, rows, columns, leadingDimension);
  }

  /// See [#matrix(byte\[\], int, int, int, int)].
  public static Data matrix(double[] array, int from, int rows, int columns, int leadingDimension) {
    return matrix(array, Type.DOUBLE, from, rows, columns, leadingDimension);
  }

  /// Rows of a row-major matrix in a segment, the first of which begins at byte `offset`; `columns`
  /// and `leadingDimension` are in elements of `type`.
  public static Data matrix(
      MemorySegment segment,
      Type type,
      long offset,
      long rows,
      long columns,
      long leadingDimension) {
    usable(segment);
    return rows(segment, type, offset, rows, columns, leadingDimension);
  }

  private static Data matrix(
      Object array, Type type, int from, int rows, int columns, int leadingDimension) {
    return rows(array, type, (long) from * type.bytes(), rows, columns, leadingDimension);
  }

  private static Data rows(
      Object memory, Type type, long offset, long rows, long columns, long leadingDimension) {
    if ((offset | rows | columns) < 0) {
      throw new IllegalArgumentException(
          "a matrix of "
              + rows
              + " rows and "
              + columns
              + " columns from byte "
              + offset
              + " on: none of these may be negative");
    }
    if (leadingDimension < columns) {
      throw new IllegalArgumentException(
          "the leading dimension "
              + leadingDimension
              + " is less than the "
              + columns
              + " columns of a row; it is the distance between the beginnings of two rows, in"
              + " elements");
    }
    Span span = new Span();
    span.setRows(
        memory,
        offset,
        rows,
        Math.multiplyExact(columns, type.bytes()),
        Math.multiplyExact(leadingDimension, type.bytes()));
    return new Data(span, type);
  }

  private static Data part(Object array, int from, int count, int length, Type type) {
    if ((from | count) < 0 || from > length - count) {
      throw new IndexOutOfBoundsException(
          count
              + " elements from element "
              + from
              + " on are not within the array of "
              + length
              + " elements");
    }
    Span span = new Span();
    span.setArray(array, (long) from * type.bytes(), (long) count * type.bytes());
    return new Data(span, type);
  }

  private static void usable(MemorySegment segment) {
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException(
          "the segment is closed; give one whose arena is open until the operation is over");
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException(
          "the segment belongs to another thread; allocate it in a shared arena, or on this"
              + " thread");
    }
  }

  private static void whole(long bytes, Type type, String what) {
    if (bytes % type.bytes() != 0) {
      throw new IllegalArgumentException(
          what
              + " has "
              + bytes
              + " bytes, which is no whole number of "
              + type
              + " of "
              + type.bytes()
              + " bytes");
    }
  }

  /// The same memory as elements of another type; pairs in a `long[]`, for example, as
  /// [Type#LONG_AT], or as [Type#DOUBLE_AT] with [Double#doubleToRawLongBits] of the values.
  ///
  /// @throws IllegalArgumentException when that makes no whole number of elements
  public Data as(Type type) {
    whole(span.bytes(), type, "the data");
    return new Data(span, type);
  }

  /// The type of the elements.
  public Type type() {
    return type;
  }

  /// How many elements there are.
  public long count() {
    return span.bytes() / type.bytes();
  }

  /// How many bytes there are, without gaps.
  public long bytes() {
    return span.bytes();
  }

  /// Where the bytes are. Not to be changed.
  Span span() {
    return span;
  }

  @Override
  public String toString() {
    return count() + " × " + type;
  }
}
