// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.memory.SegmentSum;
import weft.memory.StreamingCopy;

/// Local memory as a sequence of bytes. It is part of a primitive array or of a segment. It may be
/// rows of equal length with gaps, rows in the order of some [Levels], or several such pieces.
///
/// ```
///   memory   ····|rowBytes|······|rowBytes|······|rowBytes|····
///                ^ offset        ^ offset + stride
///   the span      skip^------- bytes, gaps left out ---^
/// ```
///
/// A span is reused. Setting and copying allocate nothing. The exceptions are parts that begin or
/// end within an element of an array, and copies between arrays of different types.
public final class Span {
  static final int NONE = 0;
  public static final int SEGMENT = 1;
  public static final int BYTES = 2;
  public static final int INTS = 3;
  public static final int LONGS = 4;
  public static final int FLOATS = 5;
  public static final int DOUBLES = 6;

  private int kind = NONE;
  private @Nullable Object memory;
  private long offset;
  private long skip;
  private long rowBytes;

  /// 0 if there are no gaps; then `skip` is 0 and `rowBytes` is unused.
  private long stride;

  /// The order of rows, which are `stride` apart within its innermost level. Null if all rows are
  /// `stride` apart. Unused if there are no gaps.
  private @Nullable Levels levels;

  private long bytes;

  /// The pieces, if there are several; then `kind` is [#NONE] and `stride` is −1. Each access must
  /// be within one piece. Unused if there are no gaps.
  private @Nullable SpanList pieces;

  /// A segment over the array, if machine code is worthwhile at this length; else null. It is
  /// created with the array's span, because copies and sums must not allocate.
  private @Nullable MemorySegment wrapped;

  /// The base of the memory ([Memories#base]), which spans in the same memory share. It is kept
  /// because a segment may allocate it.
  private @Nullable Object base;

  /// Whether this is, or is part of, data that no cache holds.
  private boolean cold;

  /// Creates a span of no bytes.
  public Span() {}

  /// Sets this to `other`, of which each of `ranks` ranks copies as much at a time.
  public void set(Span other, int ranks) {
    kind = other.kind;
    memory = other.memory;
    offset = other.offset;
    skip = other.skip;
    rowBytes = other.rowBytes;
    stride = other.stride;
    bytes = other.bytes;
    wrapped = other.wrapped;
    base = other.base;
    cold = other.cold && Pieces.isCold(bytes, ranks);
    if (stride != 0) {
      levels = other.levels;
      pieces = other.pieces;
    }
  }

  /// Sets this to `bytes` bytes of a segment, from `offset`.
  public void set(MemorySegment segment, long offset, long bytes) {
    if ((offset | bytes) < 0 || offset > segment.byteSize() - bytes) {
      throw Bounds.outside("the segment", segment.byteSize(), offset, bytes);
    }
    bind(SEGMENT, segment, offset, bytes);
    base = Memories.base(SEGMENT, segment);
    cold = Pieces.isCold(bytes);
  }

  /// Sets this to `bytes` bytes of a primitive array, from byte `offset`.
  public void setArray(Object array, long offset, long bytes) {
    int kind = Memories.kind(array);
    long there = Memories.bytes(kind, array);
    if ((offset | bytes) < 0 || offset > there - bytes) {
      throw Bounds.outside("the " + array.getClass().getSimpleName(), there, offset, bytes);
    }
    bind(kind, array, offset, bytes);
    wrap();
    cold = Pieces.isCold(bytes);
  }

  /// Sets this to `rows` rows of `rowBytes` bytes each in a segment or a primitive array. The first
  /// row begins at byte `offset`; each next row begins `stride` bytes later.
  public void setRows(Object memory, long offset, long rows, long rowBytes, long stride) {
    Bounds.checkRows(rows, rowBytes, stride, offset);
    if (rows == 0 || rowBytes == 0) {
      clear();
      return;
    }
    int kind = Memories.kind(memory);
    Bounds.checkRowsWithin(Memories.bytes(kind, memory), rows, rowBytes, stride, offset);
    bind(kind, memory, offset, rows * rowBytes);
    wrap();
    if (rows > 1 && stride > rowBytes) {
      bindRows(0, rowBytes, stride, null);
    }
  }

  /// Sets this to bytes in a segment or a primitive array in the order of `levels`; the first byte
  /// in memory is at `offset`.
  public void setLevels(Object memory, long offset, Levels levels) {
    int kind = Memories.kind(memory);
    long there = Memories.bytes(kind, memory);
    if (offset < 0 || offset > there - levels.extent()) {
      throw Bounds.outside("the memory", there, offset, levels.extent());
    }
    bind(kind, memory, offset, levels.bytes());
    wrap();
    if (levels.levels() > 0) {
      bindRows(0, levels.run(), levels.stride(), levels.levels() == 1 ? null : levels);
    }
  }

  /// Sets this to the bytes of several spans, one after the other. The spans must not change.
  public void setPieces(List<Span> spans) {
    var list = new SpanList(spans);
    bind(NONE, null, 0, list.bytes());
    if (bytes > 0) {
      stride = -1;
      levels = null;
      pieces = list;
    }
  }

  /// Sets this to `bytes` bytes of another span, from its byte `from`; `of` may be this span.
  public void set(Span of, long from, long bytes) {
    of.check(from, bytes);
    MemorySegment wrapped = of.wrapped;
    Object base = of.base;
    if (of.stride == 0) {
      boolean cold = of.cold;
      bind(of.kind, of.memory, of.offset + from, bytes);
      this.wrapped = wrapped;
      this.base = base;
      this.cold = cold;
      return;
    }
    SpanList list = of.pieces;
    if (list != null) {
      if (bytes == 0) {
        clear();
      } else {
        int index = list.indexOf(from, bytes);
        set(list.piece(index), from - list.begin(index), bytes);
      }
      return;
    }
    long at = of.skip + from;
    long row = at / of.rowBytes;
    long column = at - row * of.rowBytes;
    Levels order = of.levels;
    long first = of.offset;
    long begin = first + (order == null ? row * of.stride : order.place(at - column));
    long length = of.rowBytes;
    long step = of.stride;
    if (column + bytes <= length) {
      bind(of.kind, of.memory, begin + column, bytes);
    } else if (order == null || bytes <= order.strip(at)) {
      bind(of.kind, of.memory, begin, bytes);
      bindRows(column, length, step, null);
    } else {
      bind(of.kind, of.memory, first, bytes);
      bindRows(at, length, step, order);
    }
    this.wrapped = wrapped;
    this.base = base;
  }

  /// Sets this to no bytes, and drops the memory.
  public void clear() {
    bind(NONE, null, 0, 0);
  }

  private void bind(int kind, @Nullable Object memory, long offset, long bytes) {
    this.kind = kind;
    this.memory = memory;
    this.offset = offset;
    this.skip = 0;
    this.rowBytes = 0;
    this.stride = 0;
    this.bytes = bytes;
    this.wrapped = null;
    this.base = null;
    this.cold = false;
  }

  private void wrap() {
    base = Memories.base(kind, memory());
    if (kind != SEGMENT && bytes >= SegmentSum.LEAST) {
      wrapped = Memories.wrap(kind, memory());
    }
  }

  private void bindRows(long skip, long rowBytes, long stride, @Nullable Levels levels) {
    this.skip = skip;
    this.rowBytes = rowBytes;
    this.stride = stride;
    this.levels = levels;
    this.pieces = null;
  }

  /// The number of bytes, without gaps.
  public long bytes() {
    return bytes;
  }

  /// Returns the segment if the bytes are contiguous, from [#offset], and outside the Java heap.
  /// Other ranks may then be able to read them in place. Returns null otherwise.
  public @Nullable MemorySegment contiguous() {
    return stride == 0 && memory instanceof MemorySegment segment && segment.isNative()
        ? segment
        : null;
  }

  /// The offset of the first byte in its memory.
  public long offset() {
    return order() == null ? offset + skip : place(0);
  }

  /// Copies `bytes` bytes from byte `from` to byte `at` of a segment.
  public void copyTo(long from, MemorySegment to, long at, long bytes) {
    check(from, bytes);
    if (bytes == 0) {
      return;
    }
    if (stride == 0) {
      Pieces.copy(SEGMENT, to, at, null, kind, memory(), offset + from, cold(), bytes);
    } else if (pieces != null) {
      int piece = pieces.indexOf(from, bytes);
      pieces.piece(piece).copyTo(from - pieces.begin(piece), to, at, bytes);
    } else {
      Rows.gather(this, from, to, at, bytes);
    }
  }

  /// Copies `bytes` bytes from byte `at` of a segment to byte `to` of this span.
  public void copyFrom(long to, MemorySegment from, long at, long bytes) {
    check(to, bytes);
    if (bytes == 0) {
      return;
    }
    if (stride == 0) {
      Pieces.copy(kind, memory(), offset + to, cold(), SEGMENT, from, at, null, bytes);
    } else if (pieces != null) {
      int piece = pieces.indexOf(to, bytes);
      pieces.piece(piece).copyFrom(to - pieces.begin(piece), from, at, bytes);
    } else {
      Rows.scatter(this, to, from, at, bytes);
    }
  }

  /// Copies between two spans of any kinds. If they overlap, the bytes copied are those before the
  /// copy.
  public static void copy(Span to, long at, Span from, long fromAt, long bytes) {
    to.check(at, bytes);
    from.check(fromAt, bytes);
    if (bytes == 0) {
      return;
    }
    if (to.stride == 0 && from.stride == 0) {
      Pieces.copy(
          to.kind,
          to.memory(),
          to.offset + at,
          to.cold(),
          from.kind,
          from.memory(),
          from.offset + fromAt,
          from.cold(),
          bytes);
    } else {
      copyWithGaps(to, at, from, fromAt, bytes);
    }
  }

  private static void copyWithGaps(Span to, long at, Span from, long fromAt, long bytes) {
    SpanList toPieces = to.pieces();
    SpanList fromPieces = from.pieces();
    if (toPieces != null) {
      int piece = toPieces.indexOf(at, bytes);
      copy(toPieces.piece(piece), at - toPieces.begin(piece), from, fromAt, bytes);
    } else if (fromPieces != null) {
      int piece = fromPieces.indexOf(fromAt, bytes);
      copy(to, at, fromPieces.piece(piece), fromAt - fromPieces.begin(piece), bytes);
    } else {
      Rows.copy(to, at, from, fromAt, bytes);
    }
  }

  /// Returns the pieces, or null if there are not several.
  private @Nullable SpanList pieces() {
    return stride == 0 ? null : pieces;
  }

  /// Whether two pieces are known to share bytes.
  public boolean overlapsItself() {
    SpanList list = pieces();
    return list != null && list.overlaps();
  }

  /// Whether the two are known to share bytes. If both have gaps, this holds only if they begin at
  /// the same place: columns of one matrix may interleave.
  public boolean meets(Span other) {
    SpanList list = pieces();
    if (list != null) {
      return list.meets(other);
    }
    if (other.pieces() != null) {
      return other.meets(this);
    }
    if (bytes == 0 || other.bytes == 0 || !isWith(other)) {
      return false;
    }
    long distance = Memories.distance(this, offset(), other, other.offset());
    return distance == 0 || other.fills(this) || fills(other);
  }

  /// Whether this has no gaps and contains the first byte of the other.
  private boolean fills(Span other) {
    Levels order = order();
    if (stride != 0 && (order == null || bytes != order.extent())) {
      return false;
    }
    long distance = Memories.distance(other, other.offset(), this, offset);
    return distance >= 0 && distance < bytes;
  }

  public int kind() {
    return kind;
  }

  /// Returns the memory of a span that has some.
  public Object memory() {
    Object memory = this.memory;
    if (memory == null) {
      throw new IllegalStateException("a span without memory was used; set it first");
    }
    return memory;
  }

  /// Returns the memory as a segment for machine code, or null.
  public @Nullable MemorySegment suited() {
    MemorySegment all = memory instanceof MemorySegment segment ? segment : wrapped;
    return all != null && StreamingCopy.suits(all) ? all : null;
  }

  /// Returns the memory as a segment for machine code if no cache holds the data, or null.
  private @Nullable MemorySegment cold() {
    return cold ? suited() : null;
  }

  /// Whether both are in the same array, or both are outside the Java heap.
  @SuppressWarnings("ReferenceEquality") // the same array is the same memory
  public boolean isWith(Span other) {
    return base == other.base;
  }

  /// Whether there are gaps.
  public boolean strided() {
    return stride != 0;
  }

  long rowBytes() {
    return rowBytes;
  }

  long stride() {
    return stride;
  }

  /// Returns the order of the rows; null if there are no gaps, or if all rows are [#stride] apart.
  @Nullable Levels order() {
    return stride == 0 ? null : levels;
  }

  /// Whether both visit the same memory in the same order of levels; they may begin at different
  /// positions.
  boolean isLike(Span other) {
    Levels order = order();
    Levels others = other.order();
    return order != null
        && others != null
        && order.isLike(others)
        && isWith(other)
        && Memories.distance(this, offset, other, other.offset) == 0;
  }

  /// The position of byte 0 in the order.
  long skip() {
    return skip;
  }

  /// Returns a lower bound of the places of `bytes` bytes from byte `at`.
  long lowest(long at) {
    return order() == null ? place(at) : offset;
  }

  /// Returns an upper bound of their places, exclusive.
  long highest(long at, long bytes) {
    Levels order = order();
    return order == null ? place(at + bytes - 1) + 1 : offset + order.extent();
  }

  /// The number of bytes from byte `at` in rows at one stride.
  long strip(long at) {
    Levels order = order();
    return order == null ? bytes - at : Math.min(bytes - at, order.strip(skip + at));
  }

  /// The offset of byte `at` in its memory.
  public long place(long at) {
    if (stride == 0) {
      return offset + at;
    }
    if (levels != null) {
      return offset + levels.place(skip + at);
    }
    long row = (skip + at) / rowBytes;
    return offset + row * stride + (skip + at - row * rowBytes);
  }

  /// The number of contiguous bytes from byte `at`.
  long run(long at) {
    long left = bytes - at;
    return stride == 0 ? left : Math.min(left, rowBytes - (skip + at) % rowBytes);
  }

  /// The number of contiguous bytes before byte `at`.
  long runBefore(long at) {
    return stride == 0 ? at : Math.min(at, (skip + at - 1) % rowBytes + 1);
  }

  /// Refuses a range that is not within this span.
  public void check(long from, long length) {
    if ((from | length) < 0 || from > bytes - length) {
      throw Bounds.outside("the data", bytes, from, length);
    }
  }
}
