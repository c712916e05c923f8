// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.Header;
import weft.collective.internal.wire.HeapPlace;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Collective;
import weft.collective.schedule.EngineLimits;
import weft.collective.schedule.Region;
import weft.memory.span.Span;

/// Announces bytes that are not in the message itself. It sends their place if the receiver can
/// read them there; else the receiver pulls them.
final class Announcer {
  private final CollectiveWire wire;
  private final boolean share;
  private final OutgoingMessages outgoing;
  private final ChunkPool chunks;
  private final Exposures exposures;
  private final Places places;

  Announcer(
      CollectiveWire wire,
      EngineLimits limits,
      OutgoingMessages outgoing,
      ChunkPool chunks,
      Exposures exposures,
      Places places) {
    this.wire = wire;
    this.share = limits.share();
    this.outgoing = outgoing;
    this.chunks = chunks;
    this.exposures = exposures;
    this.places = places;
  }

  /// Announces `bytes` bytes of an operation to a member; returns false if no ticket is free.
  boolean announce(Slot slot, int peer, long from, long bytes) {
    int ticket = expose(slot, peer, bytes);
    if (ticket < 0) {
      return false;
    }
    Exposures.Exposure exposure = exposures.get(ticket);
    int stage = Region.stageOf(from);
    long region = Region.of(from);
    long place;
    if (stage >= 0) {
      Chunk chunk = slot.chunk(stage);
      chunk.holders++;
      exposure.chunk = chunk;
      place =
          chunks.shared()
              ? HeapPlace.rewritten(HeapPlace.of(wire.rank(), chunk.at + Region.offset(from)))
              : 0;
    } else if (region == Region.BLOCK) {
      Block block = slot.received();
      block.readers++;
      exposure.block = block;
      place = block.place == 0 ? 0 : block.place + Region.offset(from);
    } else {
      slot.unserved++;
      exposure.slot = slot;
      place = placeOf(places.span(slot, from, slot.staged), Region.offset(from));
      // The next operation overwrites a result; it may never overwrite the user's contribution.
      if (place != 0
          && region == Region.OUT
          && Signature.collective(slot.signature) != Collective.BROADCAST) {
        place = HeapPlace.rewritten(place);
      }
    }
    exposure.from = Region.offset(from);
    if (place == 0 && exposure.block == null) {
      exposure.memory.set(places.span(slot, from, slot.staged), exposure.from, bytes);
    }
    say(slot, peer, ticket, place);
    return true;
  }

  /// Offers a member memory to write `bytes` bytes to; returns false if no ticket is free.
  boolean offer(Slot slot, int peer, long to, long bytes) {
    int ticket = expose(slot, peer, bytes);
    if (ticket < 0) {
      return false;
    }
    slot.unserved++;
    exposures.get(ticket).slot = slot;
    int stage = Region.stageOf(to);
    long offset = Region.offset(to);
    long place =
        stage >= 0
            ? HeapPlace.of(wire.rank(), slot.chunk(stage).at + offset)
            : placeOf(places.span(slot, to, slot.staged), offset);
    if (place == 0) {
      throw new IllegalStateException(
          Region.describe(to) + " is offered, but no other rank can reach it");
    }
    say(slot, peer, ticket, place);
    return true;
  }

  /// Returns a ticket for `bytes` bytes of an operation, or −1 if none is free.
  private int expose(Slot slot, int peer, long bytes) {
    int ticket = exposures.take();
    if (ticket >= 0) {
      Exposures.Exposure exposure = exposures.get(ticket);
      exposure.target = slot.context.members[peer];
      exposure.context = slot.context;
      exposure.sequence = slot.sequence;
      exposure.bytes = bytes;
    }
    return ticket;
  }

  private void say(Slot slot, int peer, int ticket, long place) {
    outgoing.words(
        slot.context,
        slot.sequence,
        slot.context.members[peer],
        place == 0 ? Header.KEPT : Header.PLACE,
        slot.signature,
        ticket,
        slot.agreedTo(peer),
        place);
  }

  /// Returns the place where other ranks can read memory of the call, or 0.
  private long placeOf(Span span, long offset) {
    var segment = share ? span.contiguous() : null;
    long at = segment == null ? -1 : wire.offsetOf(segment);
    return at < 0 ? 0 : HeapPlace.of(wire.rank(), at + span.offset() + offset);
  }
}
