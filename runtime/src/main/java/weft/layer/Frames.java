// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.lang.foreign.MemorySegment;
import weft.internal.Engine;
import weft.internal.dispatch.PayloadHandler;
import weft.internal.rank.Counted;
import weft.internal.rank.Ledger;
import weft.internal.send.Sender;
import weft.transport.Outbox;

/// Messages of up to [#maxBytes] bytes that are written straight into the way to their target, and
/// read where they arrive. They are not counted: quiescence does not wait for them.
public final class Frames {
  private final Sender sender;
  private final String name;
  private final int maxBytes;

  /// Known once the world has started.
  private int number;

  /// What a room above does with a message, in place.
  @FunctionalInterface
  public interface Receiver {
    /// Runs as any handler does. The bytes, `bytes` from `at` on, are gone when this returns.
    void handle(int source, MemorySegment memory, long at, long bytes);
  }

  Frames(Engine engine, String name, Receiver handler) {
    this.sender = engine.sender();
    this.name = name;
    this.maxBytes = engine.frameBytes();
    Ledger ledger = engine.ledger();
    PayloadHandler whole =
        (source, memory, at, bytes) -> {
          ledger.move();
          handler.handle(source, memory, at, bytes);
        };
    engine.handlers().addPayload(name, "frames", Counted.NOT, whole, given -> number = given);
  }

  /// The most bytes of one message.
  public int maxBytes() {
    return maxBytes;
  }

  /// Begins a message of `bytes` bytes to `target`, and returns where in [#memory] they go. When
  /// there is no room it waits, and meanwhile may run handlers; called from a handler it never
  /// waits. Nothing else may be sent before [#close].
  public long open(int target, int bytes) {
    Outbox out = sender.outbox(target, name);
    return sender.open(Counted.NOT, name, out, number, bytes);
  }

  /// The memory into which the bytes of the message begun are to be written.
  public MemorySegment memory() {
    return sender.opened();
  }

  /// Sends the message begun.
  public void close() {
    sender.close();
  }
}
