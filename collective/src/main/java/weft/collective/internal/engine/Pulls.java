// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.MemorySegment;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.EngineLimits;
import weft.collective.internal.wire.Header;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;

/// Brings bytes that stayed at their sender: the receiver asks for them, a piece after the other,
/// when it is ready to take them, and they go straight to where they are wanted (collectives
/// without layering: the transfer that the target triggers).
final class Pulls {
  /// How many pieces are asked for ahead.
  private static final int AHEAD = 2;

  private final CollectiveWire wire;
  private final Outgoing outgoing;
  private final BlockPool blocks;
  private final Places places;
  private final long piece;

  Pulls(
      CollectiveWire wire,
      Outgoing outgoing,
      BlockPool blocks,
      Places places,
      EngineLimits limits) {
    this.wire = wire;
    this.outgoing = outgoing;
    this.blocks = blocks;
    this.places = places;
    this.piece = limits.piece();
  }

  /// The next receive of an operation needs `bytes` bytes that `source` keeps under `ticket`.
  void begin(Slot slot, int source, int ticket, long bytes) {
    Schedule schedule = slot.schedule();
    int copy = slot.step + 1;
    if (isOnlyCopied(schedule, slot.step, bytes)) {
      long to = schedule.to(copy);
      slot.sink.set(places.span(slot, to, slot.stagedToo), Region.offset(to), bytes);
      slot.sinkSteps = 2;
    } else {
      Block block = blocks.inWorkspace(slot, source, bytes);
      slot.block = block;
      MemorySegment memory = block.memory;
      if (memory != null) {
        slot.sink.set(memory, 0, bytes);
      }
      slot.sinkSteps = 1;
    }
    slot.missing = bytes;
    slot.asked = 0;
    slot.pulled = ticket;
    for (int i = 0; i < AHEAD; i++) {
      ask(slot, source, bytes);
    }
  }

  /// Whether all that is done with the block received in step `at` is to copy it as a whole.
  private static boolean isOnlyCopied(Schedule schedule, int at, long bytes) {
    int copy = at + 1;
    if (copy >= schedule.length()
        || schedule.kind(copy) != Schedule.COPY
        || schedule.from(copy) != Region.BLOCK
        || schedule.bytes(copy) != bytes) {
      return false;
    }
    for (int i = copy + 1; i < schedule.length(); i++) {
      byte kind = schedule.kind(i);
      if (kind == Schedule.RECEIVE) {
        return true;
      }
      boolean reads =
          kind == Schedule.SEND
              || kind == Schedule.COPY
              || kind == Schedule.REDUCE
              || kind == Schedule.REDUCE_LEFT
              || kind == Schedule.OPERAND;
      if (reads && Region.of(schedule.from(i)) == Region.BLOCK) {
        return false;
      }
    }
    return true;
  }

  private void ask(Slot slot, int source, long bytes) {
    long from = slot.asked;
    if (from < bytes) {
      // Before the send: a handler that runs within it may ask for what is next.
      slot.asked = Math.min(bytes, from + piece);
      outgoing.words(slot.context, slot.sequence, source, Header.PULL, 0, slot.pulled, 0, from);
    }
  }

  /// A receiver asks for a piece; returns whether it was the last. They need not be asked for in
  /// order.
  boolean serve(Exposures.Exposure exposure, long offset) {
    Context context = exposure.context;
    if (context == null) {
      throw new IllegalStateException("bytes are asked for that were not announced");
    }
    Block block = exposure.block;
    if (block != null && block.memory != null) {
      exposure.memory.set(block.memory, block.at + exposure.from, exposure.bytes);
    }
    long end = Math.min(exposure.bytes, offset + piece);
    for (long at = offset; at < end; ) {
      int bytes = (int) Math.min(wire.frameBytes(), end - at);
      outgoing.bytes(
          context,
          exposure.sequence,
          exposure.target,
          Header.PART,
          0,
          0,
          exposure.memory,
          at,
          bytes,
          at);
      at += bytes;
    }
    exposure.served += end - offset;
    return exposure.served == exposure.bytes;
  }

  /// Bytes that were asked for; returns whether they are the last.
  boolean take(Slot slot, int source, MemorySegment memory, long at, long bytes, long offset) {
    long all = slot.sink.bytes();
    slot.sink.copyFrom(offset, memory, at, bytes);
    slot.missing -= bytes;
    long there = offset + bytes;
    if (there % piece == 0 || there == all) {
      ask(slot, source, all);
    }
    if (slot.missing > 0) {
      return false;
    }
    slot.sink.clear();
    slot.step += slot.sinkSteps;
    return true;
  }
}
