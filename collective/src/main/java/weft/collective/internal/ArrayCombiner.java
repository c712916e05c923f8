// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Combines in arrays, because that is what C2 vectorises in JDK 25, and only with one index for
/// both operands ([Kernel]).
///
/// - Target and right operand are arrays, at the same index: where they are.
/// - The target is an array and ends within the first [Scratch#WINDOW] bytes: the right operand is
///   copied piece by piece to the same index of an array of the thread's.
/// - All else: both are copied to two small arrays, and the result back.
///
/// Loops over segments themselves are fast until the JVM has seen several kinds of segments, and
/// then slower by a factor of 40; copies are not.
final class ArrayCombiner extends Combiner {
  private final Kernel kernel;
  private final int kind;
  private final long @Nullable [] identity;

  /// `kind` is the kind of array to combine in; `identity` the words of the neutral element, of
  /// which the lowest bits count.
  ArrayCombiner(
      String name,
      int element,
      boolean commutes,
      Kernel kernel,
      int kind,
      long @Nullable [] identity) {
    super(name, element, commutes);
    this.kernel = kernel;
    this.kind = kind;
    this.identity = identity;
  }

  @Override
  void combineChecked(
      Span to, long at, Span left, long leftAt, Span right, long rightAt, long bytes) {
    if (to.kind() == kind && !to.strided()) {
      long place = to.place(at);
      if ((place & ((1L << Memories.shift(kind)) - 1)) == 0
          && intoArray(to, place, left, leftAt, right, rightAt, bytes)) {
        return;
      }
    }
    Scratch.Pair scratch = Scratch.of(kind);
    for (long done = 0; done < bytes; ) {
      int piece = (int) Math.min(Scratch.PIECE, bytes - done);
      load(scratch.left, 0, left, leftAt + done, piece);
      load(scratch.right, 0, right, rightAt + done, piece);
      run(scratch.left, scratch.right, 0, piece);
      store(to, at + done, scratch.left, piece);
      done += piece;
    }
  }

  /// Combines into the target where it is, an array: false when that would spoil an operand, or
  /// when the window does not reach the target's index.
  private boolean intoArray(
      Span to, long place, Span left, long leftAt, Span right, long rightAt, long bytes) {
    Object array = to.memory();
    boolean same = isAt(left, leftAt, array, place);
    if (!same && (mayShare(array, left) || mayShare(array, right))) {
      return false;
    }
    boolean aligned = right.kind() == kind && !right.strided() && right.place(rightAt) == place;
    if (!aligned && place + bytes > Scratch.WINDOW) {
      return false;
    }
    Object other = aligned ? right.memory() : Scratch.of(kind).window(place + bytes);
    long most = same && aligned ? Memories.MOST : Scratch.PIECE;
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(most, bytes - done);
      if (!same) {
        load(array, place + done, left, leftAt + done, piece);
      }
      if (!aligned) {
        load(other, place + done, right, rightAt + done, piece);
      }
      run(array, other, place + done, piece);
      done += piece;
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // the same array is the same memory
  private static boolean isAt(Span span, long at, Object array, long place) {
    return !span.strided() && span.memory() == array && span.place(at) == place;
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

  private void run(Object a, Object b, long place, long bytes) {
    int shift = Memories.shift(kind);
    int from = (int) (place >>> shift);
    int end = from + (int) (bytes >>> shift);
    switch (kind) {
      case Span.INTS -> kernel.combine((int[]) a, (int[]) b, from, end);
      case Span.LONGS -> kernel.combine((long[]) a, (long[]) b, from, end);
      case Span.FLOATS -> kernel.combine((float[]) a, (float[]) b, from, end);
      case Span.DOUBLES -> kernel.combine((double[]) a, (double[]) b, from, end);
      default -> kernel.combine((byte[]) a, (byte[]) b, from, end);
    }
  }

  @Override
  public boolean identity(MemorySegment to, long at) {
    long[] words = identity;
    if (words == null) {
      return false;
    }
    for (int i = 0; i < element(); i++) {
      to.set(ValueLayout.JAVA_BYTE, at + i, (byte) (words[i >>> 3] >>> (8 * (i & 7))));
    }
    return true;
  }
}
