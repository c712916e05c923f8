// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.memory.span.Levels;
import weft.memory.span.Span;

/// The memory that a collective call reads or writes: elements of one type in an array or a
/// segment. The elements are contiguous, or the rows of a matrix with a leading dimension. They may
/// also be a matrix in the order of the ranks that own its rows or columns ([#blockCyclicColumns]).
///
/// Data is a view, not a copy: create it once and use it in many calls. Do not change memory while
/// an operation reads it, and do not read memory while an operation writes it. Ranks of the same
/// machine read a segment of the registered heap ([weft.Heap]) in place. A matrix with gaps is
/// packed once, into the chunk or message that carries it.
public final class Data {
  private static final Data NONE = new Data(new Span(), Type.BYTE, null);

  private final Span span;
  private final Type type;

  /// The matrix, row by row; null if the data is empty or in another order.
  private final @Nullable Matrix matrix;

  private Data(Span span, Type type, @Nullable Matrix matrix) {
    this.span = span;
    this.type = type;
    this.matrix = matrix;
  }

  /// A matrix in memory; offsets and lengths are in bytes.
  private record Matrix(Object memory, long offset, long rows, long rowBytes, long stride) {
    /// `memory` from `offset` as one row.
    static @Nullable Matrix row(Object memory, long offset, long bytes) {
      return of(memory, offset, 1, bytes, bytes);
    }

    static @Nullable Matrix of(Object memory, long offset, long rows, long rowBytes, long stride) {
      return rows == 0 || rowBytes == 0 ? null : new Matrix(memory, offset, rows, rowBytes, stride);
    }
  }

  /// No elements; fits every type.
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

  /// `count` elements of an array, from element `from`.
  public static Data of(byte[] array, int from, int count) {
    return part(array, from, count, array.length, Type.BYTE);
  }

  /// `count` elements of an array, from element `from`.
  public static Data of(int[] array, int from, int count) {
    return part(array, from, count, array.length, Type.INT);
  }

  /// `count` elements of an array, from element `from`.
  public static Data of(long[] array, int from, int count) {
    return part(array, from, count, array.length, Type.LONG);
  }

  /// `count` elements of an array, from element `from`.
  public static Data of(float[] array, int from, int count) {
    return part(array, from, count, array.length, Type.FLOAT);
  }

  /// `count` elements of an array, from element `from`.
  public static Data of(double[] array, int from, int count) {
    return part(array, from, count, array.length, Type.DOUBLE);
  }

  /// A whole segment as elements of `type`, in native byte order. For a part of a segment, give a
  /// slice.
  ///
  /// @throws IllegalArgumentException if its length is not a whole number of elements
  public static Data of(MemorySegment segment, Type type) {
    usable(segment);
    whole(segment.byteSize(), type, "the segment");
    Span span = new Span();
    span.set(segment, 0, segment.byteSize());
    return new Data(span, type, Matrix.row(segment, 0, segment.byteSize()));
  }

  /// Rows of a row-major matrix in an array: `rows` rows of `columns` elements each. The first row
  /// begins at element `from`; each next row begins `leadingDimension` elements later.
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

  /// Rows of a row-major matrix in a segment. The first row begins at byte `offset`; `columns` and
  /// `leadingDimension` are in elements of `type`.
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
    long rowBytes = Math.multiplyExact(columns, type.bytes());
    long stride = Math.multiplyExact(leadingDimension, type.bytes());
    Span span = new Span();
    span.setRows(memory, offset, rows, rowBytes, stride);
    return new Data(span, type, Matrix.of(memory, offset, rows, rowBytes, stride));
  }

  /// The data of all `pieces` of `name`, one for each rank, one after the other. If `written`, they
  /// must not overlap.
  static Data ofPieces(String name, List<Data> pieces, boolean written) {
    Data typed = NONE;
    for (Data piece : pieces) {
      if (piece.count() > 0 && typed.count() > 0 && piece.type != typed.type) {
        throw new IllegalArgumentException(
            name
                + " was given pieces of "
                + typed.type
                + " and of "
                + piece.type
                + "; all must have one type: give bytes (Data.as(Type.BYTE))");
      }
      typed = piece.count() > 0 ? piece : typed;
    }
    Span span = new Span();
    span.setPieces(pieces.stream().map(it -> it.span).toList());
    if (written && span.overlapsItself()) {
      throw new IllegalArgumentException(
          name + " was given pieces to receive into that overlap; they must be disjoint");
    }
    return new Data(span, typed.type, null);
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
    long offset = (long) from * type.bytes();
    long bytes = (long) count * type.bytes();
    Span span = new Span();
    span.setArray(array, offset, bytes);
    return new Data(span, type, Matrix.row(array, offset, bytes));
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
              + " bytes, which is not a whole number of "
              + type
              + " of "
              + type.bytes()
              + " bytes");
    }
  }

  /// The same memory as elements of another type. For example, pairs in a `long[]` become
  /// [Type#LONG_AT], or [Type#DOUBLE_AT] if the values are [Double#doubleToRawLongBits].
  ///
  /// @throws IllegalArgumentException if that is not a whole number of elements
  public Data as(Type type) {
    whole(span.bytes(), type, "the data");
    return new Data(span, type, matrix);
  }

  /// The rows of a matrix in the order of the ranks that own them. Blocks of `block` rows are dealt
  /// out to the ranks in turn, and after `ranks` blocks to rank 0 again. This is block-cyclic, as
  /// in ScaLAPACK (AP3000 paper, section 3.1). All rows of rank 0 come first, then those of rank 1,
  /// and so on: they are the blocks of an allgather or a reduce-scatter.
  ///
  /// ```
  ///   rows, block 1, 2 ranks        the elements
  ///   0 | a a a |                   a a a c c c   b b b d d d
  ///   1 | b b b |                   of rank 0     of rank 1
  ///   0 | c c c |
  ///   1 | d d d |
  /// ```
  ///
  /// So the multi-broadcast ("spread") of panels is `Operation.allgather(own,
  /// all.blockCyclicRows(1, ranks))`, where `own` has this rank's rows one after the other. The
  /// multi-reduce is `Operation.reduceScatter(all.blockCyclicRows(1, ranks), own, Operator.SUM)`
  /// (sections 3.1, 4.2).
  ///
  /// @throws IllegalArgumentException when the number of rows is not a multiple of `block` ×
  ///   `ranks`, or the data is already block-cyclic
  public Data blockCyclicRows(int block, int ranks) {
    Matrix matrix = matrix("blockCyclicRows");
    long blocks = blocks(matrix == null ? 0 : matrix.rows, block, ranks, "rows");
    if (matrix == null) {
      return this;
    }
    long stride = matrix.stride;
    return inOrder(
        matrix,
        Levels.of(matrix.rowBytes)
            .times(block, stride)
            .times(blocks, stride * block * ranks)
            .times(ranks, stride * block));
  }

  /// The columns of a matrix in the order of the ranks that own them. The first `block` columns are
  /// rank 0's, the next `block` columns rank 1's, and so on (as in [#blockCyclicRows]). All columns
  /// of rank 0 come first, as the rows of a matrix of their own, then those of rank 1, and so on.
  ///
  /// ```
  ///   columns, block 1, 2 ranks     the elements
  ///     0 1 0 1
  ///   | a b c d |                   a c e g   b d f h
  ///   | e f g h |                   rank 0    rank 1
  /// ```
  ///
  /// An array or a segment is one row.
  ///
  /// @throws IllegalArgumentException when the number of columns is not a multiple of `block` ×
  ///   `ranks`, or the data is already block-cyclic
  public Data blockCyclicColumns(int block, int ranks) {
    Matrix matrix = matrix("blockCyclicColumns");
    long rowBytes = matrix == null ? 0 : matrix.rowBytes;
    whole(rowBytes, type, "a row");
    long blocks = blocks(rowBytes / type.bytes(), block, ranks, "columns");
    if (matrix == null) {
      return this;
    }
    long run = (long) block * type.bytes();
    return inOrder(
        matrix,
        Levels.of(run)
            .times(blocks, run * ranks)
            .times(matrix.rows, matrix.stride)
            .times(ranks, run));
  }

  private @Nullable Matrix matrix(String call) {
    if (matrix == null && span.bytes() > 0) {
      throw new IllegalArgumentException(
          call + " of data that is block-cyclic already; call it on the matrix itself");
    }
    return matrix;
  }

  /// The number of blocks of each rank.
  private static long blocks(long there, int block, int ranks, String what) {
    if (block < 1 || ranks < 1) {
      throw new IllegalArgumentException(
          "blocks of " + block + " " + what + " on " + ranks + " ranks; both must be at least 1");
    }
    long round = (long) block * ranks;
    if (there % round != 0) {
      throw new IllegalArgumentException(
          there
              + " "
              + what
              + " in blocks of "
              + block
              + " on "
              + ranks
              + " ranks: not every rank has as many; make them a multiple of "
              + round
              + ", or give the last "
              + there % round
              + " to an operation of their own");
    }
    return there / round;
  }

  private Data inOrder(Matrix matrix, Levels levels) {
    Span span = new Span();
    span.setLevels(matrix.memory, matrix.offset, levels);
    return new Data(span, type, null);
  }

  /// The type of the elements.
  public Type type() {
    return type;
  }

  /// The number of elements.
  public long count() {
    return span.bytes() / type.bytes();
  }

  /// The number of bytes, without gaps.
  public long bytes() {
    return span.bytes();
  }

  /// The bytes as a span, which callers must not change.
  Span span() {
    return span;
  }

  @Override
  public String toString() {
    return count() + " × " + type;
  }
}
