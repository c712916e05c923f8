// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.lang.foreign.MemorySegment;
import weft.Frame;
import weft.RsrN;
import weft.World;
import weft.internal.Doors;
import weft.internal.Engine;
import weft.internal.send.Sender;
import weft.memory.RecordLayout;
import weft.transport.Outbox;

/// Messages of up to [#maxBytes] bytes that are written straight into the way to their target, and
/// read where they arrive. They are not counted: quiescence does not wait for them.
public final class Frames {
  /// What runs at the target.
  @FunctionalInterface
  public interface Handler {
    /// Runs as any handler does. The bytes, `bytes` from `at` on, are gone when this returns.
    void handle(int source, MemorySegment memory, long at, long bytes);
  }

  private final Engine engine;
  private final Sender sender;
  private final RsrN rsr;

  /// Known once the world has started.
  private long header;

  Frames(Engine engine, World world, String name, Handler handler) {
    this.engine = engine;
    this.sender = engine.sender();
    Doors.Door door = Doors.get();
    RsrN.Handler whole =
        (int source, Frame frame) -> {
          engine.upstairs().uncountReceived(door.bytes(frame));
          handler.handle(source, door.memory(frame), door.base(frame), door.bytes(frame));
        };
    this.rsr = world.rsrN(name, whole);
  }

  /// The most bytes of one message.
  public int maxBytes() {
    return engine.frameBytes();
  }

  /// Begins a message of `bytes` bytes to `target`, and returns where in [#memory] they go. When
  /// there is no room it waits, and meanwhile may run handlers; called from a handler it never
  /// waits. Nothing else may be sent before [#close].
  public long open(int target, int bytes) {
    if (header == 0) {
      header = Doors.get().header(rsr);
    }
    Outbox out = engine.outbox(target, rsr.name());
    long at = sender.open(rsr.name(), out, RecordLayout.handler(header), bytes);
    engine.upstairs().uncountSent();
    return at;
  }

  /// Where the bytes of the message begun are to be written.
  public MemorySegment memory() {
    return sender.opened();
  }

  /// Sends the message begun.
  public void close() {
    sender.close();
  }
}
