// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.RsrN;
import weft.WeftException;
import weft.internal.dispatch.Dispatcher;
import weft.internal.send.Payloads;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.memory.RecordLayout;
import weft.transport.Outbox;
import weft.transport.Transport;

/// The way of the messages that carry one-sided memory. Quiescence waits for each, from when it is
/// sent until its handler runs; among the messages that a program counts it is none.
final class Passage {
  /// What takes a message with bytes.
  @FunctionalInterface
  interface Receiver {
    /// The bytes are in `memory`, from `at` on, until this returns.
    void receive(int source, MemorySegment memory, long at, long bytes);
  }

  private final Engine engine;
  private final Sender sender;
  private final Dispatcher dispatcher;
  private final Outbox[] outboxes;
  private Doors.@Nullable Door door;

  Passage(Engine engine, Transport transport, Dispatcher dispatcher) {
    this.engine = engine;
    this.sender = engine.sender();
    this.dispatcher = dispatcher;
    this.outboxes = new Outbox[transport.size()];
    for (int target = 0; target < outboxes.length; target++) {
      outboxes[target] = transport.outbox(target);
    }
  }

  int size() {
    return outboxes.length;
  }

  Outbox outbox(int target) {
    return outboxes[target];
  }

  /// Takes the messages with bytes of one number.
  void install(String name, int handler, Receiver receiver) {
    RsrN.Handler whole =
        (source, payload) -> {
          Doors.Door door = door();
          long bytes = door.bytes(payload);
          came(bytes);
          receiver.receive(source, door.memory(payload), door.base(payload), bytes);
        };
    engine.handlers().addSystem(name, handler, whole);
  }

  private Doors.Door door() {
    Doors.Door known = door;
    if (known == null) {
      known = Doors.get(); // not before: worlds are made after this
      door = known;
    }
    return known;
  }

  /// A message has come whose handler runs now.
  void came(long bytes) {
    dispatcher.countSystem(bytes);
    engine.tasks().happened();
  }

  /// Sends up to four words, in the body when there is room.
  void send(String name, int handler, int words, int target, long a, long b, long c, long d) {
    engine.tasks().expect();
    long header = RecordLayout.header(RecordLayout.RSR0 + words, handler, 8 * words);
    sender.wordsSlow(name, outboxes[target], header, a, b, c, d);
  }

  /// Sends a word that `ticket` waits for.
  void answer(int target, long ticket, long value) {
    send("an answer", SystemHandlers.ANSWER, 2, target, ticket, value, 0, 0);
  }

  /// Begins a message with bytes, in the body when there is room, and returns where in [#memory]
  /// they go. Nothing else is sent before [#close].
  long open(String name, int handler, int target, long bytes) {
    engine.tasks().expect();
    return sender.open(name, outboxes[target], handler, (int) bytes);
  }

  MemorySegment memory() {
    return sender.opened();
  }

  void close() {
    sender.close();
  }

  /// Copies what a call gives, in the middle of its messages: when that fails (the segment was
  /// closed while the call waited) the job cannot go on.
  void copy(String call, Object from, long offset, MemorySegment to, long at, long bytes) {
    try {
      Payloads.copy(from, offset, to, at, bytes);
    } catch (RuntimeException e) {
      throw engine.report("one-sided memory", unfinished(call, e));
    }
  }

  /// What is thrown when a call cannot be finished.
  WeftException unfinished(String call, RuntimeException cause) {
    return new WeftException(
        "rank "
            + engine.rank()
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
            + engine.rank()
            + " "
            + what
            + "; the two must run the same version of Weft, and nobody else may write what they"
            + " send");
  }
}
