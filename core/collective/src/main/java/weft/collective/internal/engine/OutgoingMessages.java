// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.MemorySegment;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.Header;
import weft.memory.span.Span;

/// Sends the messages of one rank's collectives within the limits of their receivers.
final class OutgoingMessages {
  private final CollectiveWire wire;
  private final Credits credits;
  private final int window;
  private final TrafficCounts traffic = new TrafficCounts();

  OutgoingMessages(CollectiveWire wire, Credits credits, int window) {
    this.wire = wire;
    this.credits = credits;
    this.window = window;
  }

  /// What was sent and read.
  TrafficCounts traffic() {
    return traffic;
  }

  /// Sends a message without bytes to a world rank.
  void words(
      Context context,
      int sequence,
      int target,
      int kind,
      long signature,
      int ticket,
      long bytes,
      long d) {
    long a = Header.a(context.id, context.generation, sequence);
    long b = Header.b(kind, signature, ticket);
    traffic.sent(kind, 0);
    if (!wire.trySend(target, a, b, Header.c(bytes, credits.report(target), context.done), d)) {
      // Handlers may run before there is room and send the target a newer count. This message must
      // not carry an older one, so the header is created after `open`.
      wire.open(target, 0);
      wire.close(a, b, Header.c(bytes, credits.report(target), context.done), d);
    }
  }

  /// Sends `bytes` bytes of `from` to a world rank.
  void bytes(
      Context context,
      int sequence,
      int target,
      int kind,
      long signature,
      long agreed,
      Span from,
      long offset,
      int bytes,
      long d) {
    traffic.sent(kind, bytes);
    MemorySegment frame = wire.open(target, bytes);
    from.copyTo(offset, frame, wire.at(), bytes);
    wire.close(
        Header.a(context.id, context.generation, sequence),
        Header.b(kind, signature, 0),
        Header.c(agreed, credits.report(target), context.done),
        d);
  }

  /// Takes a token for an eager message to `target`; returns false if there is none.
  boolean takeToken(int target) {
    return credits.take(target);
  }

  /// Whether a member has a slot for this operation yet. Asks it to report its progress if that is
  /// needed soon.
  boolean hasSlot(Context context, int peer, int sequence) {
    int half = (window + 1) / 2;
    Context.Member member = context.progress.get(peer);
    while (sequence - member.done >= half && !member.asked) {
      member.asked = true;
      // At most the progress of this rank, so that the answer does not depend on an operation that
      // is blocked here. It exceeds the known progress, so that the answer is news.
      int known = member.done;
      int news = Math.min(sequence - half + 1 - known, context.done - known);
      int least = known + Math.max(1, news);
      // The answer may arrive during this send, so the loop checks again.
      words(context, sequence, context.members[peer], Header.ASK, 0, 0, 0, least);
    }
    return sequence - member.done < window;
  }

  /// Handles a member's request for a message when `least` operations are complete here.
  void asked(Context context, int peer, int least) {
    Context.Member member = context.progress.get(peer);
    if (context.done - least >= 0) {
      sendDone(context, peer);
    } else if (!member.wants) {
      member.wants = true;
      member.wanted = least;
      context.wanting++;
    }
  }

  /// Sends the progress of this rank to members that have requested it.
  void doneGrew(Context context) {
    for (int peer = 0; context.wanting > 0 && peer < context.members.length; peer++) {
      Context.Member member = context.progress.get(peer);
      if (member.wants && context.done - member.wanted >= 0) {
        member.wants = false;
        context.wanting--;
        sendDone(context, peer);
      }
    }
  }

  /// Announces the pending calls of this rank to all members, if there is room.
  void sendCalled(Context context) {
    for (Slot slot : context.slots) {
      for (int peer = 0; slot.active && slot.entered && peer < context.members.length; peer++) {
        if (peer != context.rank) {
          sendCalled(slot, peer);
        }
      }
    }
  }

  private void sendCalled(Slot slot, int peer) {
    int ticket = slot.byBoard ? Header.POSTED : Header.CALLED;
    tryCredit(slot.context, peer, slot.sequence, slot.signature, ticket, slot.agreed);
  }

  /// Tells a member about the end of a group, if there is room; returns whether there was.
  boolean tryTell(Context context, int peer, int ticket) {
    return tryCredit(context, peer, context.next, 0, ticket, 0);
  }

  private boolean tryCredit(
      Context context, int peer, int sequence, long signature, int ticket, long agreed) {
    int target = context.members[peer];
    // The progress must not count as reported if the send may fail.
    return wire.trySend(
        target,
        Header.a(context.id, context.generation, sequence),
        Header.b(Header.CREDIT, signature, ticket),
        Header.c(agreed, credits.consumed(target), context.done),
        context.done);
  }

  private void sendDone(Context context, int peer) {
    words(context, context.done, context.members[peer], Header.CREDIT, 0, 0, 0, context.done);
  }

  /// Counts a consumed eager message of `source`, and returns tokens if many are due.
  void consumed(Context context, int source) {
    if (credits.consume(source)) {
      words(context, context.done, source, Header.CREDIT, 0, 0, 0, context.done);
    }
  }
}
