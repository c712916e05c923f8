// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.GlobalPointer;
import weft.HeapExhaustedException;
import weft.World;
import weft.collective.internal.Board;
import weft.collective.internal.Context;

/// Makes the boards of groups, over which small operations go, in the heap of the first member;
/// null where there is no room, or where not all can reach it: messages will do then.
final class Boards {
  private Boards() {}

  /// The board of all ranks. Collective, before anything was sent: every rank allocates it, at the
  /// same offset, and the first one's is used.
  static @Nullable Board ofAll(World world, Member member, Context context) {
    if (world.size() > Board.MOST_RANKS || !member.layer.sharesHeaps()) {
      return null;
    }
    long bytes = Board.bytes(world.size());
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

  /// The board of `group`, made in the call `name`. Collective.
  static @Nullable Board of(Group group, Member member, Context context, String name) {
    if (group.size() == 1 || group.size() > Board.MOST_RANKS || !member.core.shares()) {
      return null;
    }
    long[] at = {-1};
    if (group.rank() == 0) {
      long bytes = Board.bytes(group.size());
      try {
        at[0] = member.layer.allocate(bytes);
        MemorySegment own = Objects.requireNonNull(member.layer.heap(group.member(0)));
        own.asSlice(at[0], bytes).fill((byte) 0);
      } catch (HeapExhaustedException e) {
        at[0] = -1;
      }
    }
    group.run(Operation.broadcast(0, Data.of(at)).as(name));
    return at[0] < 0 ? null : at(at[0], member, context);
  }

  private static @Nullable Board at(long offset, Member member, Context context) {
    var heap = member.layer.heap(context.member(0));
    return heap == null ? null : new Board(member.layer, member.core, context, heap, offset);
  }

  /// Gives the memory of `board` back, at the first member. Nobody may look at it any more.
  static void free(Board board, Member member, Context context) {
    if (context.rank() == 0) {
      member.layer.free(board.offset());
    }
  }
}
