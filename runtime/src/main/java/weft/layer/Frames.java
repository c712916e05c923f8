// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.lang.foreign.MemorySegment;
import weft.internal.Engine;
import weft.internal.dispatch.PayloadHandler;
import weft.internal.rank.Counted;
import weft.internal.rank.Ledger;
import weft.internal.send.Sender;
import weft.memory.RecordLayout;
import weft.transport.Outbox;

/// Messages that are read where they arrive. Those of up to [#maxBytes] bytes are written straight
/// into the way to their target. Those of [Layer#frames] are not counted: quiescence does not wait
/// for them. It waits for those of [Layer#countedFrames]. Those of [Layer#messages] count as the
/// program's own, and may have any size; a handler may send on what it is given, undecoded.
public final class Frames {
  private final Sender sender;
  private final String name;
  private final int maxBytes;
  private final Counted counted;

  /// Known once the world has started.
  private int number;

  /// What a room above does with a message, in place.
  @FunctionalInterface
  public interface Receiver {
    /// Runs as any handler does. The bytes, `bytes` from `at` on, are gone when this returns.
    void handle(int source, MemorySegment memory, long at, long bytes);
  }

  Frames(Engine engine, String name, String shape, Counted counted, Receiver handler) {
    this.sender = engine.sender();
    this.name = name;
    this.maxBytes = engine.frameBytes();
    this.counted = counted;
    Ledger ledger = engine.ledger();
    // What is counted shows by itself that the rank does not stand still.
    PayloadHandler whole =
        counted == Counted.BY_PROGRAM
            ? handler::handle
            : (source, memory, at, bytes) -> {
              ledger.move();
              handler.handle(source, memory, at, bytes);
            };
    engine.handlers().addPayload(name, shape, counted, whole, given -> number = given);
  }

  /// The most bytes of a message that is written in place.
  public int maxBytes() {
    return maxBytes;
  }

  /// Begins a message of `bytes` bytes to `target`, and returns where in [#memory] they go. If
  /// there is no room, the call waits and may run handlers meanwhile. In a handler it never waits.
  /// Nothing else may be sent before [#close].
  public long open(int target, int bytes) {
    Outbox out = sender.outbox(target, name);
    return sender.open(counted, name, out, number, bytes);
  }

  /// Begins a message as [#open] does if there is room now, and returns −1 if there is none. Runs
  /// nothing.
  public long tryOpen(int target, int bytes) {
    Outbox out = sender.outbox(target, name);
    return sender.tryOpen(counted, out, number, bytes);
  }

  /// Refuses a message to `target` where a send would be refused.
  public void check(int target) {
    sender.check(target, name);
  }

  /// Asks to be woken when `bytes` more fit into the way to `target`, and returns whether they do
  /// already.
  public boolean requestWake(int target, int bytes) {
    Outbox out = sender.outbox(target, name);
    // A held outbox is released by what holds it, which has its own wish to be woken.
    return !out.isHeld() && out.requestWake(bytes);
  }

  /// The memory into which the bytes of the message begun are to be written.
  public MemorySegment memory() {
    return sender.opened();
  }

  /// Sends the message begun.
  public void close() {
    sender.close();
  }

  /// Sends a message of the program: `bytes` bytes of `memory` from `at` on, as many as there are.
  /// It has copied them when it returns.
  ///
  /// @throws IllegalStateException when these messages are not the program's
  public void send(int target, MemorySegment memory, long at, long bytes) {
    if (counted != Counted.BY_PROGRAM) {
      throw new IllegalStateException(
          "messages of \"" + name + "\" are not the program's: open them");
    }
    long header = RecordLayout.header(RecordLayout.RSRN, number, 0);
    sender.payload(name, header, target, memory, at, bytes);
  }
}
