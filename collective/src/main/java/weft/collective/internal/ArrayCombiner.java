// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Combines through arrays.
///
/// Arrays with one index for both are combined where they are. All else goes through two small
/// arrays piece by piece.
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
    if (to.kind() == kind && right.kind() == kind && !to.strided() && !right.strided()) {
      long place = to.place(at);
      if (place == right.place(rightAt)
          && isSame(to, place, left, leftAt)
          && place % element() == 0) {
        direct(to.memory(), right.memory(), place, bytes);
        return;
      }
    }
    Scratch.Pair scratch = Scratch.of(kind);
    for (long done = 0; done < bytes; ) {
      int piece = (int) Math.min(Scratch.PIECE, bytes - done);
      Span.copy(scratch.leftSpan, 0, left, leftAt + done, piece);
      Span.copy(scratch.rightSpan, 0, right, rightAt + done, piece);
      run(scratch.left, scratch.right, 0, piece);
      Span.copy(to, at + done, scratch.leftSpan, 0, piece);
      done += piece;
    }
  }

  @SuppressWarnings("ReferenceEquality") // the same array is the same memory
  private static boolean isSame(Span to, long place, Span left, long leftAt) {
    return to == left
        || (!left.strided() && left.memory() == to.memory() && left.place(leftAt) == place);
  }

  private void direct(Object to, Object from, long place, long bytes) {
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(Memories.MOST, bytes - done);
      run(to, from, place + done, piece);
      done += piece;
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
