// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.GlobalPointer;
import weft.HeapExhaustedException;
import weft.World;
import weft.collective.internal.board.SharedBoard;
import weft.collective.internal.engine.Context;
import weft.collective.schedule.BoardRules;

/// Makes the boards of groups, in the heap of the first member. A group gets no board if the heap
/// is full, or if a member cannot read it; it then sends messages.
final class Boards {
  private Boards() {}

  /// Makes the board of all ranks. Collective, before the first message. Every rank allocates it at
  /// the same offset; the board of rank 0 is used.
  static @Nullable SharedBoard ofAll(RankCollectives member, Context context) {
    World world = member.world;
    if (world.size() > BoardRules.MOST_RANKS || !member.layer.memory().isShared()) {
      return null;
    }
    long bytes = SharedBoard.bytes(world.size());
    try {
      GlobalPointer pointer = world.heap().mallocAll(bytes);
      if (world.rank() == 0) {
        world.heap().segment(pointer, bytes).fill((byte) 0);
      }
      return at(pointer.offset(), member, context);
    } catch (HeapExhaustedException e) {
      return null; // on every rank
    }
  }

  /// Makes the board of `group` in the call `name`. Collective.
  static @Nullable SharedBoard of(GroupRunner group, String name) {
    RankCollectives member = group.rankCollectives;
    if (group.size() == 1 || group.size() > BoardRules.MOST_RANKS || !member.core.shares()) {
      return null;
    }
    long[] at = {-1};
    if (group.rank() == 0) {
      long bytes = SharedBoard.bytes(group.size());
      try {
        at[0] = member.layer.memory().allocate(bytes);
        MemorySegment own = Objects.requireNonNull(member.layer.memory().heap(group.member(0)));
        own.asSlice(at[0], bytes).fill((byte) 0);
      } catch (HeapExhaustedException e) {
        at[0] = -1;
      }
    }
    group.run(Operation.broadcast(0, Data.of(at)).as(name));
    return at[0] < 0 ? null : at(at[0], member, group.context);
  }

  private static @Nullable SharedBoard at(long offset, RankCollectives member, Context context) {
    var heap = member.layer.memory().heap(context.member(0));
    if (heap == null) {
      return null;
    }
    var board = new SharedBoard(member.layer, member.core, context, heap, offset);
    context.atEnd(board::bodyReturned);
    return board;
  }
}
