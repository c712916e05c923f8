// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.MemorySegment;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.Header;
import weft.collective.schedule.EngineLimits;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.StepRules;

/// Moves bytes that stayed at their sender. The receiver pulls them piece by piece when it is
/// ready, straight to their destination (in *collectives without layering*, the transfer that the
/// target triggers).
final class Pulls {
  /// The number of pieces requested ahead.
  private static final int AHEAD = 2;

  private final CollectiveWire wire;
  private final OutgoingMessages outgoing;
  private final BlockPool blocks;
  private final Places places;
  private final long piece;

  Pulls(
      CollectiveWire wire,
      OutgoingMessages outgoing,
      BlockPool blocks,
      Places places,
      EngineLimits limits) {
    this.wire = wire;
    this.outgoing = outgoing;
    this.blocks = blocks;
    this.places = places;
    this.piece = limits.piece();
  }

  /// Begins to pull the `bytes` bytes that `source` keeps under `ticket` for the next receive.
  void begin(Slot slot, int source, int ticket, long bytes) {
    Schedule schedule = slot.schedule();
    int copy = slot.step + 1;
    if (StepRules.isOnlyCopied(schedule, slot.step, bytes)) {
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
    outgoing.traffic().pulled(bytes);
    slot.missing = bytes;
    slot.asked = 0;
    slot.pulled = ticket;
    for (int i = 0; i < AHEAD; i++) {
      ask(slot, source, bytes);
    }
  }

  private void ask(Slot slot, int source, long bytes) {
    long from = slot.asked;
    if (from < bytes) {
      // Before the send, because a handler within it may request the next piece.
      slot.asked = Math.min(bytes, from + piece);
      outgoing.words(slot.context, slot.sequence, source, Header.PULL, 0, slot.pulled, 0, from);
    }
  }

  /// Sends a requested piece; returns whether it was the last. Requests may arrive in any order.
  boolean serve(Exposures.Exposure exposure, long offset) {
    Context context = exposure.context;
    if (context == null) {
      throw new IllegalStateException("bytes are requested that were not announced");
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

  /// Takes requested bytes; returns whether they are the last.
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
