// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.data.ByteRange;
import weft.memory.span.Memories;
import weft.memory.span.Span;

/// Combines the contributions of several ranks, from left to right in the order of ranks, and
/// writes the result to several places. If possible this is one pass over memory ([OnePass]); else
/// it works in pieces that stay in a cache from one operand to the next.
public final class Folds {
  private static final int PIECE = 16 << 10;

  private final OnePass onePass = new OnePass();
  private final Span left = new Span();
  private final Span right = new Span();
  private final Span target = new Span();
  private final Span aside = new Span();
  private MemorySegment memory = MemorySegment.NULL;

  /// Combines the operands and `own` into `to` and all targets, over `bytes` bytes; without `to`,
  /// into the targets alone. The combiner is null if there are no operands. `to` may be the same
  /// memory as `own`, but must not overlap it otherwise.
  public void fold(
      @Nullable Combiner combiner,
      @Nullable Span to,
      long at,
      Span own,
      long ownAt,
      Operands<?> operands,
      long bytes) {
    long done =
        onePass.sum(
            combiner,
            to == null ? place(operands.target(0), target) : to,
            to == null ? 0 : at,
            own,
            ownAt,
            operands,
            to == null,
            bytes);
    int piece = combiner == null ? PIECE : whole(combiner.element());
    for (; done < bytes; done += piece) {
      long length = Math.min(piece, bytes - done);
      Span result = to == null ? aside(length) : to;
      long resultAt = to == null ? 0 : at + done;
      if (combiner == null) {
        Span.copy(result, resultAt, own, ownAt + done, length);
      } else {
        combine(combiner, result, resultAt, own, ownAt + done, operands, done, length);
      }
      for (int i = 0; i < operands.targets(); i++) {
        Span.copy(place(operands.target(i), target), done, result, resultAt, length);
      }
    }
  }

  /// Returns the bytes of as many elements as fit into a piece, at least one.
  private static int whole(int element) {
    return Math.max(PIECE - PIECE % element, element);
  }

  /// Combines a piece that begins at byte `from` of each operand. The first target may be the
  /// memory of an operand, so a result without `to` is computed in separate memory.
  private void combine(
      Combiner combiner,
      Span to,
      long at,
      Span own,
      long ownAt,
      Operands<?> operands,
      long from,
      long bytes) {
    int before = operands.before();
    Span mine = own;
    long mineAt = ownAt;
    if (before > 1 && isAt(to, at, own, ownAt)) {
      // It is the third or a later one, and is where the first two are combined.
      mine = aside(bytes);
      mineAt = 0;
      Span.copy(mine, 0, own, ownAt, bytes);
    }
    for (int i = 1; i <= operands.count(); i++) {
      boolean isFirst = i == 1;
      boolean isOwnFirst = isFirst && before == 0;
      boolean isOwn = i == before;
      combiner.combine(
          to,
          at,
          isOwnFirst ? mine : isFirst ? place(operands.block(0), left) : to,
          isOwnFirst ? mineAt : isFirst ? from : at,
          isOwn ? mine : place(operands.block(i < before ? i : i - 1), right),
          isOwn ? mineAt : from,
          bytes);
    }
  }

  private static boolean isAt(Span to, long at, Span own, long ownAt) {
    return to.isWith(own) && Memories.distance(to, to.place(at), own, own.place(ownAt)) == 0;
  }

  private Span aside(long bytes) {
    if (memory.byteSize() < bytes) {
      memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
    }
    aside.set(memory, 0, bytes);
    return aside;
  }

  private static Span place(ByteRange block, Span span) {
    span.set(block.memory(), block.at, block.bytes);
    return span;
  }
}
