// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import weft.WeftException;
import weft.internal.dispatch.HandlerTable;
import weft.internal.dispatch.PayloadHandler;
import weft.internal.rank.Counted;
import weft.internal.rank.Rank;
import weft.internal.send.Payloads;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.transport.Outbox;
import weft.memory.Peers;
import weft.memory.RecordLayout;
import weft.transport.Transport;

/// Sends and receives the messages of one-sided memory. They count for quiescence but not in
/// `World.counters`.
final class OneSidedChannel {
  private final Rank rank;
  private final Sender sender;
  private final HandlerTable handlers;
  private final Peers<Outbox> outboxes;

  OneSidedChannel(Rank rank, Sender sender, HandlerTable handlers, Transport transport) {
    this.rank = rank;
    this.sender = sender;
    this.handlers = handlers;
    this.outboxes = Peers.of(transport.size(), transport::outbox);
  }

  int size() {
    return outboxes.size();
  }

  Outbox outbox(int target) {
    return outboxes.get(target);
  }

  /// Installs the handler of one number, for messages with bytes.
  void install(String name, int handler, PayloadHandler receiver) {
    handlers.addSystemPayload(name, handler, receiver);
  }

  /// Installs the handler of one number, for messages of words.
  void installWords(String name, int number, Object handler) {
    handlers.addSystem(name, number, handler);
  }

  /// Sends up to four words; the body waits for room.
  void send(String name, int handler, int words, int target, long a, long b, long c, long d) {
    long header = RecordLayout.header(RecordLayout.RSR0 + words, handler, 8 * words);
    sender.words(Counted.BY_QUIESCENCE, name, target, header, a, b, c, d);
  }

  /// Sends the word that `ticket` waits for.
  void answer(int target, long ticket, long value) {
    send("an answer", SystemHandlers.ANSWER, 2, target, ticket, value, 0, 0);
  }

  /// Begins a message with bytes, for which the body waits for room, and returns where in [#memory]
  /// they go. Nothing else is sent before [#close].
  long open(String name, int handler, int target, long bytes) {
    return sender.open(
        Counted.BY_QUIESCENCE, name, outboxes.get(target), handler, (int) bytes);
  }

  MemorySegment memory() {
    return sender.opened();
  }

  void close() {
    sender.close();
  }

  /// Copies a call's data into its messages. When that fails (the segment was closed while the call
  /// waited) the job cannot go on.
  void copy(String call, Object from, long offset, MemorySegment to, long at, long bytes) {
    try {
      Payloads.copy(from, offset, to, at, bytes);
    } catch (RuntimeException e) {
      throw rank.report("one-sided memory", unfinished(call, e));
    }
  }

  /// What is thrown when a call cannot be finished.
  WeftException unfinished(String call, RuntimeException cause) {
    return new WeftException(
        "rank "
            + rank.rank()
            + " could not finish its "
            + call
            + ": "
            + cause.getMessage()
            + "; keep local memory open until a fence or a Completion says that the call is done",
        cause);
  }

  /// What is thrown when a message cannot be from this Weft.
  WeftException wrong(int source, String what) {
    return new WeftException(
        "rank "
            + source
            + " has sent rank "
            + rank.rank()
            + " "
            + what
            + "; the two must run the same version of Weft, and nobody else may write what they"
            + " send");
  }
}
