// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.reduction.Operands;
import weft.collective.internal.wire.CacheLines;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.Header;
import weft.collective.internal.wire.HeapPlace;

/// The received blocks of one rank. The last release of a block frees its buffer, returns its
/// token, and notifies the sender that its memory is free.
final class BlockPool {
  private final CollectiveWire wire;
  private final EarlyBuffers early;
  private final OutgoingMessages outgoing;
  private final WorkspacePool workspaces;
  private @Nullable Block free;
  private int taken;

  BlockPool(
      CollectiveWire wire,
      EarlyBuffers early,
      OutgoingMessages outgoing,
      WorkspacePool workspaces) {
    this.wire = wire;
    this.early = early;
    this.outgoing = outgoing;
    this.workspaces = workspaces;
  }

  private Block take(Slot slot, int source, long bytes) {
    Block block = free;
    if (block == null) {
      block = new Block();
    } else {
      free = block.next;
      block.next = null;
    }
    taken++;
    block.readers = 1;
    block.source = source;
    block.bytes = bytes;
    block.context = slot.context;
    block.sequence = slot.sequence;
    block.ticket = -1;
    block.place = 0;
    block.buffer = -1;
    block.token = false;
    block.inFrame = false;
    return block;
  }

  /// Creates a block of bytes in a frame.
  Block inFrame(Slot slot, int source, MemorySegment memory, long at, long bytes) {
    Block block = take(slot, source, bytes);
    block.memory = memory;
    block.at = at;
    block.token = true;
    block.inFrame = true;
    return block;
  }

  /// Creates a block of bytes that arrived early.
  Block inBuffer(Slot slot, int source, int buffer, long bytes) {
    Block block = take(slot, source, bytes);
    if (buffer >= 0) {
      block.buffer = buffer;
      block.memory = early.memory(buffer);
      block.at = early.at(buffer);
      block.token = true;
    }
    return block;
  }

  /// Creates a block of bytes in another rank's memory.
  Block atPlace(Slot slot, int source, long place, int ticket, long bytes) {
    Block block = take(slot, source, bytes);
    MemorySegment heap = wire.heap(HeapPlace.rank(place));
    if (heap == null) {
      throw new IllegalStateException(
          "rank "
              + source
              + " announced memory of rank "
              + HeapPlace.rank(place)
              + ", out of reach");
    }
    block.memory = heap;
    block.at = HeapPlace.offset(place);
    block.place = place;
    block.ticket = ticket;
    outgoing.traffic().readInPlace(bytes);
    return block;
  }

  /// Creates a block for bytes to be pulled into a workspace.
  Block inWorkspace(Slot slot, int source, long bytes) {
    Block block = take(slot, source, bytes);
    Workspace workspace = workspaces.take();
    block.workspace = workspace;
    block.memory = workspace.atLeast(bytes);
    block.at = 0;
    return block;
  }

  /// Copies early bytes into a buffer, before their frame is invalid.
  int copyEarly(MemorySegment memory, long at, long bytes) {
    int buffer = early.take();
    MemorySegment.copy(memory, at, early.memory(buffer), early.at(buffer), bytes);
    return buffer;
  }

  /// Copies a block out of its frame.
  void keep(Block block) {
    MemorySegment frame = block.memory;
    if (block.inFrame && frame != null) {
      block.buffer = copyEarly(frame, block.at, block.bytes);
      block.memory = early.memory(block.buffer);
      block.at = early.at(block.buffer);
      block.inFrame = false;
    }
  }

  /// Releases one reader's hold.
  void release(Block block) {
    if (--block.readers <= 0) {
      announce(block, 0);
    }
  }

  /// Releases two blocks of one operation. If one rank sent both, one message acknowledges both.
  void release(Block block, Block other) {
    boolean isOneMessage =
        block.readers == 1
            && other.readers == 1
            && block.ticket >= 0
            && other.ticket >= 0
            && block.source == other.source;
    if (isOneMessage) {
      block.readers = 0;
      other.readers = 0;
      int ticket = other.ticket;
      giveBack(other);
      announce(block, 1 + ticket);
    } else {
      release(block);
      release(other);
    }
  }

  /// Releases the operands of a fold that is complete.
  void release(Operands<Block> operands) {
    boolean isPaired = operands.count() == operands.targets();
    for (int i = 0; i < operands.count(); i++) {
      if (isPaired) {
        release(operands.block(i), operands.target(i));
      } else {
        release(operands.block(i));
      }
    }
    for (int i = 0; !isPaired && i < operands.targets(); i++) {
      release(operands.target(i));
    }
    operands.clear();
  }

  private void announce(Block block, int more) {
    Context context = block.context;
    if (context == null) {
      throw new IllegalStateException("a block was given back twice");
    }
    boolean token = block.token;
    int ticket = block.ticket;
    int source = block.source;
    int sequence = block.sequence;
    giveBack(block);
    if (ticket >= 0) {
      outgoing.words(context, sequence, source, Header.DONE, 0, ticket, 0, more);
    }
    if (token) {
      outgoing.consumed(context, source);
    }
  }

  private void giveBack(Block block) {
    if (block.buffer >= 0) {
      early.give(block.buffer);
    }
    if (CacheLines.GAINS && HeapPlace.isRewritten(block.place) && block.memory != null) {
      CacheLines.take(block.memory, block.at, block.bytes);
    }
    Workspace workspace = block.workspace;
    if (workspace != null) {
      workspaces.give(workspace);
      block.workspace = null;
    }
    block.memory = null;
    block.context = null;
    block.next = free;
    free = block;
    taken--;
  }

  /// The number in use.
  int taken() {
    return taken;
  }
}
