// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.memory.SegmentSum;
import weft.memory.span.Memories;
import weft.memory.span.Rows;
import weft.memory.span.Scratch;
import weft.memory.span.Span;

/// Combines in arrays, because C2 of JDK 25 vectorises only loops over arrays with one index for
/// both operands ([Kernel]).
///
/// - If all are arrays at the same index, it combines in place.
/// - If the target is an array that ends within the first [Scratch#WINDOW] bytes, an operand at
///   another index is copied first. It is copied piece by piece to the target's index of a thread's
///   array.
/// - Otherwise both operands are copied to two small arrays, and the result is copied back.
///
/// Sums of int, long, float and double also have machine code ([SegmentSum]). It is used for
/// contiguous data from [SegmentSum#LEAST] bytes, or from [#LEAST_IN_ARRAYS] if the target is an
/// array. With one index for all, the loop over arrays is as fast.
///
/// Loops over segments are scalar for floating-point numbers. Once the JVM has seen several kinds
/// of segments, they are 40 times slower; copies are not. The table compares sums of doubles with
/// and without machine code, and the same loop by gcc -O3. The JVM had used all types and memories
/// before (Xeon, one core; a is an array, s a segment):
///
/// | | 64 B | 4 KiB | 16 KiB | 256 KiB | 1 MiB |
/// | --- | --- | --- | --- | --- | --- |
/// | C, s += s | 9 ns | 91 ns | | 6.2 µs | 37 µs |
/// | a += a, one index | 15 | 47 | 153 ns | 5.5 | 34 |
/// | a += s without | 27 | 72 | 410 | 11.7 | 98 |
/// | a += s | | | 302 | 5.4 | 32 |
/// | a = b + s without | 26 | 88 | 804 | 12.8 | 143 |
/// | a = b + s | | | 449 | 6.7 | 91 |
/// | s += s, s += a without | 43 | 147 | 630 | 13.2 | 64 |
/// | s += s, s += a | | 106 | 306 | 5.4 | 33 |
/// | s = s + s without | 44 | 148 | 804 | 13.6 | 102 |
/// | s = s + s | | 106 | 417 | 6.3 | 93 |
final class ArrayCombiner extends Combiner {
  /// Below this length machine code gains nothing if the target is an array.
  private static final long LEAST_IN_ARRAYS = 16 << 10;

  private final Kernel kernel;
  private final int kind;
  private final @Nullable SegmentSum sum;

  /// `kind` is the kind of array to combine in; `sum` does the same as `kernel`, in segments.
  ArrayCombiner(
      String name,
      int element,
      boolean commutes,
      Kernel kernel,
      int kind,
      @Nullable SegmentSum sum) {
    super(name, element, commutes);
    this.kernel = kernel;
    this.kind = kind;
    this.sum = sum;
  }

  @Override
  protected void combineChecked(
      Span to, long at, Span left, long leftAt, Span right, long rightAt, long bytes) {
    if (sum != null
        && bytes >= SegmentSum.LEAST
        && inSegments(sum, to, at, left, leftAt, right, rightAt, bytes)) {
      return;
    }
    inArrays(to, at, left, leftAt, right, rightAt, bytes);
  }

  private void inArrays(
      Span to, long at, Span left, long leftAt, Span right, long rightAt, long bytes) {
    if (to.kind() == kind && !to.strided()) {
      long place = to.place(at);
      if ((place & ((1L << Memories.shift(kind)) - 1)) == 0
          && intoArray(to, place, left, leftAt, right, rightAt, bytes)) {
        return;
      }
    }
    Scratch.Buffers scratch = Scratch.of(kind);
    for (long done = 0; done < bytes; ) {
      int piece = (int) Math.min(Scratch.PIECE, bytes - done);
      load(scratch.left, 0, left, leftAt + done, piece);
      load(scratch.right, 0, right, rightAt + done, piece);
      run(scratch.left, scratch.left, scratch.right, 0, piece);
      store(to, at + done, scratch.left, piece);
      done += piece;
    }
  }

  /// Adds by machine code; returns false if that is impossible or would gain nothing.
  private boolean inSegments(
      SegmentSum sum,
      Span to,
      long at,
      Span left,
      long leftAt,
      Span right,
      long rightAt,
      long bytes) {
    if (to.strided() || left.strided() || right.strided()) {
      return false;
    }
    long place = to.place(at);
    if (to.kind() == kind
        && (bytes < LEAST_IN_ARRAYS
            || (isAt(left, leftAt, place) && isAt(right, rightAt, place)))) {
      return false;
    }
    MemorySegment target = to.suited();
    MemorySegment a = left.suited();
    MemorySegment b = right.suited();
    if (target == null
        || a == null
        || b == null
        || overlaps(to, place, left, left.place(leftAt), bytes)
        || overlaps(to, place, right, right.place(rightAt), bytes)
        || !SegmentSum.isThere()) {
      return false;
    }
    sum.add(target, place, a, left.place(leftAt), b, right.place(rightAt), bytes);
    return true;
  }

  /// Whether the two share bytes but are not the same.
  private static boolean overlaps(Span to, long place, Span from, long fromPlace, long bytes) {
    long distance = Memories.distance(to, place, from, fromPlace);
    return distance != 0 && Math.abs(distance) < bytes;
  }

  /// Combines into the target array in place. Returns false if that would overwrite an operand, or
  /// if the window does not reach the target's index.
  private boolean intoArray(
      Span to, long place, Span left, long leftAt, Span right, long rightAt, long bytes) {
    Object array = to.memory();
    boolean leftThere = isAt(left, leftAt, place);
    boolean rightThere = isAt(right, rightAt, place);
    if (leftThere && rightThere) {
      runWhereTheyAre(array, left.memory(), right.memory(), place, bytes);
      return true;
    }
    if (place + bytes > Scratch.WINDOW
        || (!leftThere && !rightThere && mayShare(array, right))) { // right may be the target
      return false;
    }
    Object window = Scratch.of(kind).window(place + bytes);
    Object a = leftThere ? left.memory() : rightThere ? window : array;
    Object b = rightThere ? right.memory() : window;
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(Scratch.PIECE, bytes - done);
      if (!leftThere) {
        load(a, place + done, left, leftAt + done, piece);
      }
      if (!rightThere) {
        load(b, place + done, right, rightAt + done, piece);
      }
      run(array, a, b, place + done, piece);
      done += piece;
    }
    return true;
  }

  private void runWhereTheyAre(Object to, Object a, Object b, long place, long bytes) {
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(Memories.MOST, bytes - done);
      run(to, a, b, place + done, piece);
      done += piece;
    }
  }

  /// Whether an operand is in an array of this combiner's kind, at the target's index.
  private boolean isAt(Span operand, long at, long place) {
    return operand.kind() == kind && !operand.strided() && operand.place(at) == place;
  }

  private boolean mayShare(Object array, Span span) {
    return Memories.mayShare(kind, array, span.kind(), span.memory());
  }

  private void load(Object array, long place, Span from, long fromAt, long bytes) {
    if (from.strided()) {
      Rows.pack(kind, array, place, from, fromAt, bytes);
    } else {
      Memories.copy(kind, array, place, from.kind(), from.memory(), from.place(fromAt), bytes);
    }
  }

  private void store(Span to, long at, Object from, long bytes) {
    if (to.strided()) {
      Rows.unpack(to, at, kind, from, 0, bytes);
    } else {
      Memories.copy(to.kind(), to.memory(), to.place(at), kind, from, 0, bytes);
    }
  }

  private void run(Object to, Object a, Object b, long place, long bytes) {
    int shift = Memories.shift(kind);
    int from = (int) (place >>> shift);
    int end = from + (int) (bytes >>> shift);
    if (end - from <= Kernel.FEW) {
      switch (kind) {
        case Span.INTS -> kernel.few((int[]) to, (int[]) a, (int[]) b, from, end);
        case Span.LONGS -> kernel.few((long[]) to, (long[]) a, (long[]) b, from, end);
        case Span.FLOATS -> kernel.few((float[]) to, (float[]) a, (float[]) b, from, end);
        case Span.DOUBLES -> kernel.few((double[]) to, (double[]) a, (double[]) b, from, end);
        default -> kernel.few((byte[]) to, (byte[]) a, (byte[]) b, from, end);
      }
      return;
    }
    switch (kind) {
      case Span.INTS -> kernel.combine((int[]) to, (int[]) a, (int[]) b, from, end);
      case Span.LONGS -> kernel.combine((long[]) to, (long[]) a, (long[]) b, from, end);
      case Span.FLOATS -> kernel.combine((float[]) to, (float[]) a, (float[]) b, from, end);
      case Span.DOUBLES -> kernel.combine((double[]) to, (double[]) a, (double[]) b, from, end);
      default -> kernel.combine((byte[]) to, (byte[]) a, (byte[]) b, from, end);
    }
  }

  @Override
  @Nullable SegmentSum sum() {
    return sum;
  }
}
