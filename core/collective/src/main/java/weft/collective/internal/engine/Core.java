// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.Header;
import weft.collective.internal.wire.Signature;
import weft.collective.internal.wire.WorldWire;
import weft.collective.schedule.Collective;
import weft.collective.schedule.EngineLimits;
import weft.collective.schedule.Shape;
import weft.memory.span.Span;

/// The collective engine of one rank: takes calls and messages, and holds the control structures
/// that both use (*collectives without layering*).
///
/// It belongs to the rank's thread. A handler advances its operation as far as possible, whether or
/// not the rank has called it yet.
@SuppressWarnings("EnumOrdinal")
public final class Core implements WorldWire.Receiver {
  private final CollectiveWire wire;
  private final EngineLimits limits;
  private final Forwarding forwarding;
  private final Library library;
  private final EarlyBuffers early;
  private final Credits credits;
  private final OutgoingMessages outgoing;
  private final WorkspacePool workspaces = new WorkspacePool();
  private final ArrivalPool arrivals = new ArrivalPool();
  private final Exposures exposures = new Exposures();
  private final BlockPool blocks;
  private final ChunkPool chunks;
  private final Pulls pulls;
  private final Executor executor;
  private final Disagreements disagreements;
  private final CallQueue calls;
  private final Shape shape = new Shape();
  private final GroupTable groups;

  /// Creates the engine of the rank behind `wire`.
  public Core(CollectiveWire wire, EngineLimits limits, Forwarding forwarding, Library library) {
    this.library = library;
    this.wire = wire;
    this.limits = limits;
    this.forwarding = forwarding;
    this.disagreements = new Disagreements(wire);
    this.calls = new CallQueue(wire, disagreements);
    this.early = new EarlyBuffers(wire, limits);
    this.credits = new Credits(wire.size(), limits.tokens());
    this.outgoing = new OutgoingMessages(wire, credits, limits.window());
    this.groups = new GroupTable(outgoing);
    this.blocks = new BlockPool(wire, early, outgoing, workspaces);
    this.chunks = new ChunkPool(wire, limits.share());
    var places = new Places(workspaces);
    this.pulls = new Pulls(wire, outgoing, blocks, places, limits);
    this.executor =
        new Executor(
            limits,
            outgoing,
            blocks,
            chunks,
            exposures,
            pulls,
            workspaces,
            places,
            new LocalSteps(places, wire),
            arrivals,
            new Announcer(wire, limits, outgoing, chunks, exposures, places),
            disagreements,
            calls);
    calls.connect(executor);
  }

  /// Makes this rank a member of a group of the world ranks `members`. All members use the same
  /// number and generation, and none sends before all have called this.
  public Context join(int id, int generation, int[] members) {
    var context =
        new Context(id, generation, members, wire.rank(), wire.size(), limits.window(), library);
    groups.add(context);
    return context;
  }

  /// The groups of this rank.
  public GroupTable groups() {
    return groups;
  }

  /// What this rank has sent and read.
  public TrafficCounts traffic() {
    return outgoing.traffic();
  }

  /// The calls of this rank.
  public CallQueue calls() {
    return calls;
  }

  /// Ends an operation that [CallQueue#pass] began.
  public void passed(Slot slot) {
    slot.passing = false;
    executor.over(slot);
  }

  /// Handles a message of a world rank; its bytes are invalid afterwards.
  @Override
  public void arrive(
      int source, long a, long b, long c, long d, MemorySegment memory, long at, long bytes) {
    Context context = context(source, a);
    int kind = Header.kind(b);
    credits.learn(source, Header.tokens(c));
    if (context == null) {
      if (kind == Header.DONE) {
        done(source, b, d);
      }
      return;
    }
    int peer = context.rankOf(source);
    learnDone(context, peer, Header.done(c));
    switch (kind) {
      case Header.BYTES -> bytes(context, peer, source, a, b, c, memory, at, bytes);
      case Header.PLACE, Header.KEPT -> announced(context, peer, a, b, c, d);
      case Header.PULL -> {
        int ticket = Header.ticket(b);
        if (pulls.serve(exposures.get(ticket, source), d)) {
          executor.served(ticket);
        }
      }
      case Header.PART -> {
        Slot slot = context.slot(Header.sequence(a));
        if (pulls.take(slot, source, memory, at, bytes, d)) {
          executor.advance(slot);
        }
      }
      case Header.DONE -> done(source, b, d);
      case Header.CREDIT -> {
        context.progress.get(peer).asked = false;
        learn(context, peer, (int) d);
        switch (Header.ticket(b)) {
          case Header.CALLED, Header.POSTED -> called(context, peer, a, b, c);
          case Header.LEFT -> groups.left(context);
          case Header.OVER -> context.isOver = true;
          default -> {}
        }
      }
      case Header.ASK -> outgoing.asked(context, peer, (int) d);
      default -> throw new IllegalStateException("a message of kind " + kind);
    }
  }

  /// Returns the group of a message; null for a late message to a group that is over.
  private @Nullable Context context(int source, long a) {
    int id = Header.group(a);
    Context context = groups.get(id);
    if (context == null || context.generation != Header.generation(a)) {
      return null;
    }
    if (context.rankOf(source) < 0) {
      throw new IllegalStateException("rank " + source + " is not in group " + id);
    }
    return context;
  }

  private void done(int source, long b, long d) {
    served(source, Header.ticket(b));
    if (d != 0) {
      served(source, (int) d - 1);
    }
  }

  private void served(int source, int ticket) {
    exposures.get(ticket, source);
    executor.served(ticket);
  }

  private void learnDone(Context context, int peer, int low) {
    int known = context.progress.get(peer).done;
    int delta = (low - known) & 0xFF;
    if (delta != 0) {
      learn(context, peer, known + delta);
    }
  }

  private void learn(Context context, int peer, int done) {
    Context.Member member = context.progress.get(peer);
    if (done - member.done > 0) {
      member.done = done;
    }
    if (context.stalled > 0) {
      executor.advanceStalled(context);
    }
  }

  private void bytes(
      Context context,
      int peer,
      int source,
      long a,
      long b,
      long c,
      MemorySegment memory,
      long at,
      long bytes) {
    Slot slot = slot(context, peer, a, b, c);
    if (slot == null) {
      return;
    }
    if (executor.awaits(slot, peer)) {
      if (bytes == 0) {
        executor.deliver(slot, null, 0, Header.bytes(c));
        return;
      }
      Block block = blocks.inFrame(slot, source, memory, at, bytes);
      block.readers++;
      executor.deliver(slot, block, bytes, Header.bytes(c));
      if (block.readers > 1) {
        blocks.keep(block);
      }
      blocks.release(block);
      return;
    }
    int buffer = bytes == 0 ? -1 : blocks.copyEarly(memory, at, bytes);
    slot.add(peer, arrivals.take(Header.BYTES, -1, 0, bytes, buffer, Header.bytes(c)));
  }

  private void announced(Context context, int peer, long a, long b, long c, long d) {
    Slot slot = slot(context, peer, a, b, c);
    if (slot == null) {
      return;
    }
    slot.add(peer, arrivals.take(Header.kind(b), Header.ticket(b), d, 0, -1, Header.bytes(c)));
    executor.advance(slot);
  }

  /// Returns the slot of a message's operation, and begins the operation if the call has not;
  /// returns null if ranks disagree about it.
  private @Nullable Slot slot(Context context, int peer, long a, long b, long c) {
    int sequence = Header.sequence(a);
    long signature = Header.signature(b);
    boolean isPairwise = Signature.isPairwise(signature);
    long agreed = isPairwise ? 0 : Header.bytes(c);
    Slot slot = context.slot(sequence);
    boolean isCalled = sequence - context.next < 0;
    if (isCalled && slot.sequence != sequence) {
      disagreements.over(context, sequence, peer, signature, agreed);
      return null;
    }
    if (!slot.active) {
      if (isCalled) {
        // The operation completed here without this message: its call or length was different.
        if (isPairwise && Signature.agree(slot.signature, signature)) {
          disagreements.lengths(slot, peer, Header.bytes(c), 0);
        } else {
          disagreements.differ(slot, peer, signature, agreed);
        }
        return null;
      }
      if (disagreements.isOver() && context.waiting == 0) {
        disagreements.ended(context, sequence, peer, signature, agreed);
        return null;
      }
      slot.begin(sequence, signature, agreed, peer);
      forward(slot);
    } else if (slot.sequence != sequence) {
      throw new IllegalStateException(
          "operation " + sequence + " is beyond the window of group " + context.id);
    } else if (slot.passing) {
      disagreements.differ(slot, peer, signature, agreed);
      return null;
    } else if (!Signature.agree(slot.signature, signature) || slot.agreed != agreed) {
      disagreements.differ(slot, peer, signature, agreed);
      return null;
    }
    return slot;
  }

  /// Announces the pending calls of this rank, which has waited for long, to all members of all
  /// groups. Without this, a rank may wait forever for another that has called something else.
  /// Sends only if there is room, and never waits.
  public void sendCalled() {
    groups.announceEnds();
    for (Context context : groups.all()) {
      if (context != null) {
        outgoing.sendCalled(context);
        context.waitedSince = context.isLeft();
      }
    }
  }

  /// Handles the pending call of a member that has waited for long.
  private void called(Context context, int peer, long a, long b, long c) {
    int sequence = Header.sequence(a);
    long signature = Header.signature(b);
    long agreed = Header.bytes(c);
    boolean byBoard = Header.ticket(b) == Header.POSTED;
    Slot slot = context.slot(sequence);
    boolean isCalled = sequence - context.next < 0;
    if (slot.sequence == sequence && (slot.active || isCalled)) {
      if (slot.byBoard != byBoard
          || !Signature.agree(slot.signature, signature)
          || slot.agreed != agreed) {
        disagreements.differ(slot, peer, signature, agreed);
      }
    } else if (!slot.active && !isCalled) {
      context.awaitedBy = peer;
      context.awaited = sequence;
      if (makesNoMoreCalls(context)) {
        disagreements.ended(context, sequence, peer, signature, agreed);
      }
    }
  }

  /// Whether a member waits in vain for a call of this rank. A rank that has left the group may be
  /// on its way out with an exception, which is the better report. So it must first have waited.
  private boolean makesNoMoreCalls(Context context) {
    return context.waitedSince || (disagreements.isOver() && context.waiting == 0);
  }

  /// Begins the part of an operation that can run before this rank's call.
  private void forward(Slot slot) {
    long signature = slot.signature;
    Collective collective = Signature.collective(signature);
    boolean isScatter = collective == Collective.SCATTER && !Signature.hasParts(signature);
    if (collective != Collective.BROADCAST && !isScatter) {
      return;
    }
    Context context = slot.context;
    shape.set(collective, context.members.length, context.rank, Signature.root(signature));
    int element = Signature.type(signature).bytes();
    shape.amount(slot.agreed, element);
    Forwarding how = context.forwarding == null ? forwarding : context.forwarding;
    if (how.shape(shape, Signature.algorithm(signature), element)) {
      CallQueue.compile(slot, shape);
    }
  }

  /// The rank's body has returned, so it makes no more calls; others may wait for one.
  public void bodyReturned() {
    disagreements.bodyReturned(groups.all());
  }

  @Override
  public String begun(int group, int sequence) {
    Context context = groups.get(group);
    if (context == null) {
      return "";
    }
    if (context.isLeft() && sequence - context.next >= 0) {
      return "which freed the group" + context.leftAt();
    }
    Slot slot = context.slot(sequence);
    return slot.sequence != sequence || slot.begunAt.isEmpty()
        ? ""
        : "which began it at " + slot.begunAt;
  }

  // State.

  public Disagreements disagreements() {
    return disagreements;
  }

  /// The number of resources in use; 0 if nothing is pending.
  public int open() {
    return exposures.open()
        + blocks.taken()
        + arrivals.taken()
        + early.taken()
        + workspaces.taken()
        + chunks.taken();
  }

  /// Describes the pending operations for reports; readable from any thread.
  public String describe() {
    return PendingCalls.describe(groups.all());
  }

  /// Describes the pending operations of a group.
  public String describe(Context context) {
    return PendingCalls.describe(context);
  }

  /// Whether ranks read each other's memory in place.
  public boolean shares() {
    return chunks.shared();
  }

  /// Whether others can read this memory in place.
  public boolean shares(Span span) {
    MemorySegment segment = span.contiguous();
    return limits.share() && segment != null && wire.offsetOf(segment) >= 0;
  }

  /// Returns the budget and frees the registered memory.
  public void close() {
    early.close();
    chunks.close();
  }
}
