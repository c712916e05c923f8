// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import org.jspecify.annotations.Nullable;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;

/// Carries out schedules, as far as each can go.
///
/// It is called by the rank's own call of an operation and by every handler that may let one go on.
/// A send of the body may run handlers, so an operation can be told to go on while its steps are
/// being carried out: then it looks once more.
final class Executor {
  private final Wire wire;
  private final Limits limits;
  private final Outgoing outgoing;
  private final Blocks blocks;
  private final Chunks chunks;
  private final Exposures exposures;
  private final Pulls pulls;
  private final Workspaces workspaces;
  private final Places places;
  private final LocalSteps local;
  private final Arrivals arrivals;

  Executor(
      Wire wire,
      Limits limits,
      Outgoing outgoing,
      Blocks blocks,
      Chunks chunks,
      Exposures exposures,
      Pulls pulls,
      Workspaces workspaces,
      Places places,
      Arrivals arrivals) {
    this.wire = wire;
    this.limits = limits;
    this.outgoing = outgoing;
    this.blocks = blocks;
    this.chunks = chunks;
    this.exposures = exposures;
    this.pulls = pulls;
    this.workspaces = workspaces;
    this.places = places;
    this.local = new LocalSteps(places);
    this.arrivals = arrivals;
  }

  /// Goes on with an operation.
  void advance(Slot slot) {
    if (slot.advancing) {
      slot.again = true;
      return;
    }
    slot.advancing = true;
    do {
      slot.again = false;
      run(slot);
    } while (slot.again);
    slot.advancing = false;
  }

  private void run(Slot slot) {
    Compiled compiled = slot.compiled;
    if (compiled == null || slot.missing > 0) {
      return;
    }
    Schedule schedule = compiled.schedule;
    int length = schedule.length();
    unstall(slot);
    while (slot.step < length) {
      if (!carryOut(slot, schedule, slot.step)) {
        return;
      }
      slot.step++;
    }
    if (slot.step == length) {
      slot.step++; // what follows is done once
      finishSteps(slot);
    }
    if (slot.unserved == 0) {
      complete(slot);
    }
  }

  private boolean carryOut(Slot slot, Schedule schedule, int at) {
    switch (schedule.kind(at)) {
      case Schedule.SEND -> {
        return send(slot, schedule.peer(at), schedule.from(at), schedule.bytes(at));
      }
      case Schedule.RECEIVE -> {
        return receive(slot, schedule.peer(at), schedule.bytes(at));
      }
      case Schedule.COPY -> {
        if (local.copyAndReduce(slot, schedule, at)) {
          slot.step++; // the reduction too
        } else {
          local.copy(slot, schedule, at);
        }
      }
      case Schedule.REDUCE -> local.reduce(slot, schedule, at, false);
      case Schedule.REDUCE_LEFT -> local.reduce(slot, schedule, at, true);
      case Schedule.ENTER -> {
        return slot.entered;
      }
      case Schedule.FRESH -> {
        return fresh(slot, Region.stageOf(schedule.to(at)), schedule.bytes(at));
      }
      case Schedule.DRAIN -> {
        letGo(slot);
        return slot.unserved == 0;
      }
      default -> throw new IllegalStateException("no step is of kind " + schedule.kind(at));
    }
    return true;
  }

  // Sends.

  private boolean send(Slot slot, int peer, long from, long bytes) {
    Context context = slot.context;
    if (!outgoing.hasSlot(context, peer, slot.sequence)) {
      stall(slot);
      return false;
    }
    int target = context.members[peer];
    if (bytes == 0) {
      outgoing.words(
          context, slot.sequence, target, Header.BYTES, slot.signature, 0, slot.agreed, 0);
      return true;
    }
    if (bytes <= Math.min(limits.eager(), slot.compiled().shape.eager())
        && outgoing.takeToken(target)) {
      outgoing.bytes(
          context,
          slot.sequence,
          target,
          Header.BYTES,
          slot.signature,
          slot.agreed,
          places.span(slot, from, slot.staged),
          Region.offset(from),
          (int) bytes,
          0);
      return true;
    }
    return announce(slot, target, from, bytes);
  }

  private boolean announce(Slot slot, int target, long from, long bytes) {
    int ticket = exposures.take();
    if (ticket < 0) {
      stall(slot);
      return false;
    }
    Exposures.Exposure exposure = exposures.get(ticket);
    exposure.target = target;
    exposure.context = slot.context;
    exposure.sequence = slot.sequence;
    int stage = Region.stageOf(from);
    long region = Region.of(from);
    long place;
    if (stage >= 0) {
      Chunk chunk = Places.chunk(slot, stage);
      chunk.holders++;
      exposure.chunk = chunk;
      place =
          chunks.shared()
              ? Place.rewritten(Place.of(wire.rank(), chunk.at + Region.offset(from)))
              : 0;
    } else if (region == Region.BLOCK) {
      Block block = Places.block(slot);
      block.readers++;
      exposure.block = block;
      place = block.place == 0 ? 0 : block.place + Region.offset(from);
    } else {
      slot.unserved++;
      exposure.slot = slot;
      place = placeOf(places.span(slot, from, slot.staged), Region.offset(from));
      // A result is written again by the next operation, what the user contributes perhaps never.
      if (place != 0
          && region == Region.OUT
          && Signature.collective(slot.signature) != Collective.BROADCAST) {
        place = Place.rewritten(place);
      }
    }
    exposure.from = Region.offset(from);
    exposure.bytes = bytes;
    if (place == 0 && exposure.block == null) {
      exposure.memory.set(places.span(slot, from, slot.staged), exposure.from, bytes);
    }
    outgoing.words(
        slot.context,
        slot.sequence,
        target,
        place == 0 ? Header.KEPT : Header.PLACE,
        slot.signature,
        ticket,
        slot.agreed,
        place);
    return true;
  }

  /// Where others can read memory of the call, or 0.
  private long placeOf(Span span, long offset) {
    var segment = limits.share() ? span.contiguous() : null;
    long at = segment == null ? -1 : wire.offsetOf(segment);
    return at < 0 ? 0 : Place.of(wire.rank(), at + span.offset() + offset);
  }

  /// What was announced under a ticket is not needed any more.
  void served(int ticket) {
    Exposures.Exposure exposure = exposures.get(ticket);
    Slot slot = exposure.slot;
    Chunk chunk = exposure.chunk;
    Block block = exposure.block;
    Context context = exposure.context;
    exposures.give(ticket);
    if (context != null && context.stalled > 0) {
      advanceStalled(context); // perhaps for want of a ticket
    }
    if (chunk != null) {
      release(chunk);
    } else if (block != null) {
      blocks.release(block);
    } else if (slot != null && --slot.unserved == 0) {
      advance(slot);
    }
  }

  // Receives.

  /// Whether the next step of an operation is to receive from `peer`, and nothing came before.
  boolean awaits(Slot slot, int peer) {
    Compiled compiled = slot.compiled;
    return compiled != null
        && !slot.advancing
        && slot.missing == 0
        && slot.step < compiled.schedule.length()
        && compiled.schedule.kind(slot.step) == Schedule.RECEIVE
        && compiled.schedule.peer(slot.step) == peer
        && !slot.has(peer);
  }

  /// The receive that is next takes this.
  void deliver(Slot slot, @Nullable Block block, long bytes) {
    Schedule schedule = slot.schedule();
    checkLength(slot, schedule.peer(slot.step), bytes, schedule.bytes(slot.step));
    letGo(slot);
    slot.block = block;
    slot.step++;
    advance(slot);
  }

  private boolean receive(Slot slot, int peer, long bytes) {
    letGo(slot);
    Arrival arrival = slot.take(peer);
    if (arrival == null) {
      return false;
    }
    int source = slot.context.members[peer];
    int kind = arrival.kind;
    int ticket = arrival.ticket;
    long place = arrival.place;
    int buffer = arrival.buffer;
    long came = arrival.bytes;
    arrivals.give(arrival);
    switch (kind) {
      case Header.BYTES -> {
        checkLength(slot, peer, came, bytes);
        slot.block = bytes == 0 ? null : blocks.inBuffer(slot, source, buffer, bytes);
      }
      case Header.PLACE -> slot.block = blocks.atPlace(slot, source, place, ticket, bytes);
      default -> {
        pulls.begin(slot, source, ticket, bytes);
        return false;
      }
    }
    return true;
  }

  private static void checkLength(Slot slot, int peer, long came, long bytes) {
    if (came != bytes) {
      throw Misuse.length(slot, peer, came, bytes);
    }
  }

  /// The operation reads the block it has received no more.
  private void letGo(Slot slot) {
    Block block = slot.block;
    if (block != null) {
      slot.block = null;
      blocks.release(block);
    }
  }

  private boolean fresh(Slot slot, int k, long bytes) {
    letGo(slot);
    Chunk old = slot.stage(k);
    if (old != null) {
      slot.stage(k, null);
      release(old);
    }
    if (slot.chunks >= slot.compiled().shape.chunks()) {
      stall(slot);
      return false;
    }
    slot.chunks++;
    slot.stage(k, chunks.take(bytes, slot));
    return true;
  }

  private void release(Chunk chunk) {
    Slot taker = chunks.release(chunk);
    if (taker != null && taker.stalled) {
      advance(taker);
    }
  }

  // Being held up, and the end.

  private static void stall(Slot slot) {
    if (!slot.stalled) {
      slot.stalled = true;
      slot.context.stalled++;
    }
  }

  private static void unstall(Slot slot) {
    if (slot.stalled) {
      slot.stalled = false;
      slot.context.stalled--;
    }
  }

  /// A member has come further: goes on with what waited for that.
  void advanceStalled(Context context) {
    for (int i = 0; context.stalled > 0 && i < context.slots.length; i++) {
      Slot slot = context.slots[i];
      if (slot.active && slot.stalled) {
        advance(slot);
      }
    }
  }

  private void finishSteps(Slot slot) {
    letGo(slot);
    for (int k = 0; k < slot.stagesUsed(); k++) {
      Chunk chunk = slot.stage(k);
      if (chunk != null) {
        slot.stage(k, null);
        release(chunk);
      }
    }
    slot.noStages();
    Workspace workspace = slot.workspace;
    if (workspace != null && slot.unserved == 0) {
      slot.workspace = null;
      workspaces.give(workspace);
    }
  }

  private void complete(Slot slot) {
    Workspace workspace = slot.workspace;
    if (workspace != null) {
      slot.workspace = null;
      workspaces.give(workspace);
    }
    if (slot.arrivals > 0) {
      throw Misuse.leftOver(slot);
    }
    Call call = slot.call;
    over(slot);
    if (call != null) {
      call.done();
    }
  }

  /// An operation has left its slot.
  void over(Slot slot) {
    Context context = slot.context;
    slot.end();
    int done = context.done;
    while (context.done != context.next && !isUnderWay(context, context.done)) {
      context.done++;
    }
    if (context.done != done) {
      outgoing.doneGrew(context);
    }
  }

  private static boolean isUnderWay(Context context, int sequence) {
    Slot slot = context.slot(sequence);
    return slot.active && slot.sequence == sequence;
  }
}
