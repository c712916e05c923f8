// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.wire.Header;
import weft.collective.schedule.EngineLimits;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;

/// Executes schedules, each as far as possible.
///
/// A rank's own call advances an operation, and so does every handler that may unblock it. A send
/// in the body may run handlers, so an operation may be advanced while its steps run. It is then
/// checked once more.
final class Executor {
  /// Begins the calls that wait for a slot.
  interface Turn {
    /// An operation of this group has left its slot.
    void next(Context context);
  }

  private final EngineLimits limits;
  private final OutgoingMessages outgoing;
  private final BlockPool blocks;
  private final ChunkPool chunks;
  private final Exposures exposures;
  private final Pulls pulls;
  private final WorkspacePool workspaces;
  private final Places places;
  private final LocalSteps local;
  private final ArrivalPool arrivals;
  private final Announcer announcer;
  private final Disagreements disagreements;
  private final Turn turn;

  Executor(
      EngineLimits limits,
      OutgoingMessages outgoing,
      BlockPool blocks,
      ChunkPool chunks,
      Exposures exposures,
      Pulls pulls,
      WorkspacePool workspaces,
      Places places,
      LocalSteps local,
      ArrivalPool arrivals,
      Announcer announcer,
      Disagreements disagreements,
      Turn turn) {
    this.limits = limits;
    this.outgoing = outgoing;
    this.blocks = blocks;
    this.chunks = chunks;
    this.exposures = exposures;
    this.pulls = pulls;
    this.workspaces = workspaces;
    this.places = places;
    this.local = local;
    this.arrivals = arrivals;
    this.announcer = announcer;
    this.disagreements = disagreements;
    this.turn = turn;
  }

  /// Advances an operation.
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
      slot.step++; // The following part runs once.
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
      case Schedule.OFFER -> {
        return offer(slot, schedule.peer(at), schedule.to(at), schedule.bytes(at));
      }
      case Schedule.TARGET -> {
        return target(slot, schedule.peer(at), schedule.bytes(at));
      }
      case Schedule.OPERAND -> slot.keepBlock(schedule.peer(at));
      case Schedule.FOLD -> {
        local.fold(slot, schedule, at);
        blocks.release(slot.operands);
      }
      case Schedule.COPY -> {
        if (local.copyAndReduce(slot, schedule, at)) {
          slot.step++; // This includes the reduction.
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
          context, slot.sequence, target, Header.BYTES, slot.signature, 0, slot.agreedTo(peer), 0);
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
          slot.agreedTo(peer),
          places.span(slot, from, slot.staged),
          Region.offset(from),
          (int) bytes,
          0);
      return true;
    }
    if (!announcer.announce(slot, peer, from, bytes)) {
      stall(slot);
      return false;
    }
    return true;
  }

  private boolean offer(Slot slot, int peer, long to, long bytes) {
    if (outgoing.hasSlot(slot.context, peer, slot.sequence)
        && announcer.offer(slot, peer, to, bytes)) {
      return true;
    }
    stall(slot);
    return false;
  }

  /// Ends the announcement of a ticket.
  void served(int ticket) {
    Exposures.Exposure exposure = exposures.get(ticket);
    Slot slot = exposure.slot;
    Chunk chunk = exposure.chunk;
    Block block = exposure.block;
    Context context = exposure.context;
    exposures.give(ticket);
    if (context != null && context.stalled > 0) {
      advanceStalled(context); // Perhaps no ticket was free.
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

  /// Whether the next step of an operation receives from `peer`, and no earlier message of it is
  /// queued.
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

  /// Delivers a block to the receive that is the next step. `agreed` is the length that the sender
  /// gives, if only the two ranks know it.
  void deliver(Slot slot, @Nullable Block block, long bytes, long agreed) {
    Schedule schedule = slot.schedule();
    int peer = schedule.peer(slot.step);
    if (!agrees(slot, peer, agreed)) {
      return;
    }
    Misuse.checkLength(slot, peer, bytes, schedule.bytes(slot.step));
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
    long agreed = arrival.agreed;
    arrivals.give(arrival);
    if (!agrees(slot, peer, agreed)) {
      return false;
    }
    switch (kind) {
      case Header.BYTES -> {
        Misuse.checkLength(slot, peer, came, bytes);
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

  /// Receives memory of another rank to write to.
  private boolean target(Slot slot, int peer, long bytes) {
    if (!receive(slot, peer, bytes)) {
      return false;
    }
    slot.aimAtBlock();
    return true;
  }

  /// Checks that a block of a rank has the expected length; reports it if not.
  private boolean agrees(Slot slot, int peer, long agreed) {
    if (slot.isPairwise() && agreed != slot.agreedFrom(peer)) {
      disagreements.lengths(slot, peer, agreed, slot.agreedFrom(peer));
      return false;
    }
    return true;
  }

  /// Releases the block of the last receive.
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

  // Stalls and completion.

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

  /// Advances the operations that wait for the progress of a member.
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
      leftOver(slot);
      return;
    }
    GroupCall call = slot.call;
    over(slot);
    if (call != null) {
      call.done();
    }
  }

  /// Reports messages that no step receives.
  private void leftOver(Slot slot) {
    for (int peer = 0; slot.isPairwise() && peer < slot.context.size(); peer++) {
      Arrival arrival = slot.take(peer);
      if (arrival != null) {
        disagreements.lengths(slot, peer, arrival.agreed, slot.agreedFrom(peer));
        return;
      }
    }
    throw Misuse.leftOver(slot);
  }

  /// Ends an operation and frees its slot.
  void over(Slot slot) {
    Context context = slot.context;
    slot.end();
    if (context.growDone()) {
      outgoing.doneGrew(context);
    }
    turn.next(context);
  }
}
