// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.lang.foreign.MemorySegment;
import weft.internal.Engine;
import weft.internal.dispatch.PayloadHandler;
import weft.internal.rank.Counted;
import weft.internal.send.Sender;
import weft.memory.RecordLayout;
import weft.transport.Outbox;

/// Messages of any size that are read where they arrive, and counted as the program's own. Those of
/// up to [#maxBytes] bytes can be written straight into the way to their target. A handler may send
/// on what it is given, without decoding it.
public final class Messages {
  private final Sender sender;
  private final String name;
  private final int maxBytes;

  /// Known once the world has started.
  private int number;

  private long header;

  Messages(Engine engine, String name, Frames.Receiver handler) {
    this.sender = engine.sender();
    this.name = name;
    this.maxBytes = engine.frameBytes();
    PayloadHandler whole = handler::handle;
    engine.handlers().addPayload(name, "messages", Counted.BY_PROGRAM, whole, this::numbered);
  }

  private void numbered(int number) {
    this.number = number;
    this.header = RecordLayout.header(RecordLayout.RSRN, number, 0);
  }

  /// The most bytes of a message that is written in place.
  public int maxBytes() {
    return maxBytes;
  }

  /// Begins a message of `bytes` bytes to `target`, and returns where in [#memory] they go. When
  /// there is no room it waits, and meanwhile may run handlers; called from a handler it never
  /// waits. Nothing else may be sent before [#close].
  public long open(int target, int bytes) {
    Outbox out = sender.outbox(target, name);
    return sender.open(Counted.BY_PROGRAM, name, out, number, bytes);
  }

  /// The memory into which the bytes of the message begun are to be written.
  public MemorySegment memory() {
    return sender.opened();
  }

  /// Sends the message begun.
  public void close() {
    sender.close();
  }

  /// Sends `bytes` bytes of `memory` from `at` on, as many as there are; it has copied them when it
  /// returns.
  public void send(int target, MemorySegment memory, long at, long bytes) {
    sender.payload(name, header, target, memory, at, bytes);
  }
}
