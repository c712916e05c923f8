// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import weft.memory.span.Span;

/// A user's function on blocks of elements, applied to copies in two segments.
final class BlockCombiner extends Combiner {
  private static final int ROOM = 16 << 10;

  private final BlockFunction function;
  private final ThreadLocal<Room> rooms;

  BlockCombiner(String name, int element, boolean commutes, BlockFunction function) {
    super(name, element, commutes);
    this.function = function;
    this.rooms = ThreadLocal.withInitial(() -> new Room(element));
  }

  @Override
  protected void combineChecked(
      Span to, long at, Span left, long leftAt, Span right, long rightAt, long bytes) {
    Room room = rooms.get();
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(room.bytes, bytes - done);
      left.copyTo(leftAt + done, room.left, 0, piece);
      right.copyTo(rightAt + done, room.right, 0, piece);
      function.combine(room.left, room.right, piece / element());
      to.copyFrom(at + done, room.left, 0, piece);
      done += piece;
    }
  }

  /// The segments, native so that a function sees one kind.
  private static final class Room {
    final long bytes;
    final MemorySegment left;
    final MemorySegment right;

    Room(int element) {
      bytes = element > ROOM ? element : ROOM - ROOM % element;
      Arena arena = Arena.ofAuto();
      left = arena.allocate(bytes, 64);
      right = arena.allocate(bytes, 64);
    }
  }
}
