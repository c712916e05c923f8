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

/// Messages that are read in place. Messages of up to [#maxBytes] bytes are written directly into
/// the outbox of their target. Messages of [LayerMessages#frames] are not counted, so quiescence
/// does not wait for them, but the end of the job does. Quiescence waits for those of
/// [LayerMessages#countedFrames]. Messages of [LayerMessages#programFrames] count as the program's
/// own, and may have any size; a handler may forward the bytes without decoding them.
public final class Frames {
  private final Sender sender;
  private final String name;
  private final int maxBytes;
  private final Counted counted;

  /// Known once the world has started.
  private int number;

  /// A library's handler, which reads messages in place.
  @FunctionalInterface
  public interface Receiver {
    /// Runs as any handler does. The bytes, `bytes` from `at` on, are gone when this returns.
    void handle(int source, MemorySegment memory, long at, long bytes);
  }

  Frames(Engine engine, String name, String shape, Counted counted, Receiver handler) {
    this.sender = engine.sender();
    this.name = name;
    this.maxBytes = engine.sender().frameBytes();
    this.counted = counted;
    Ledger ledger = engine.self().ledger();
    // Counted messages already show that the rank makes progress.
    PayloadHandler whole =
        counted == Counted.BY_PROGRAM
            ? handler::handle
            : (source, memory, at, bytes) -> {
              ledger.move();
              handler.handle(source, memory, at, bytes);
            };
    engine.handlers().addPayload(name, shape, counted, whole, given -> number = given);
  }

  /// The maximum size of a message that is written in place, in bytes.
  public int maxBytes() {
    return maxBytes;
  }

  /// Begins a message of `bytes` bytes to `target`, and returns their offset in [#memory]. If there
  /// is no room, the call waits and may run handlers meanwhile. In a handler it never waits. Until
  /// [#close], every other send of this rank throws an IllegalStateException.
  public long open(int target, int bytes) {
    Outbox out = sender.outbox(target, name);
    return sender.open(counted, name, out, number, bytes);
  }

  /// Begins a message as [#open] does if there is room now, and returns −1 if there is none. Runs
  /// no handlers.
  public long tryOpen(int target, int bytes) {
    Outbox out = sender.outbox(target, name);
    return sender.tryOpen(counted, name, out, number, bytes);
  }

  /// Refuses a message to `target` if a send would be refused.
  public void check(int target) {
    sender.check(target, name);
  }

  /// Asks to be woken when a message of `bytes` bytes fits into the outbox of `target`, and returns
  /// whether it fits already.
  public boolean requestWake(int target, int bytes) {
    Outbox out = sender.outbox(target, name);
    int record = RecordLayout.length(RecordLayout.header(RecordLayout.RSRN, number, bytes));
    // The holder of a held outbox releases it, and requests its own wake-up.
    return !out.isHeld() && out.requestWake(record);
  }

  /// The memory for the bytes of the open message.
  public MemorySegment memory() {
    return sender.opened();
  }

  /// Sends the open message.
  public void close() {
    sender.close();
  }

  /// Sends a message of the program, of any size: `bytes` bytes of `memory` from `at` on. The bytes
  /// are copied when this returns.
  ///
  /// @throws IllegalStateException when these are not messages of the program
  public void send(int target, MemorySegment memory, long at, long bytes) {
    if (counted != Counted.BY_PROGRAM) {
      throw new IllegalStateException(
          "messages of \"" + name + "\" are not the program's: open them");
    }
    long header = RecordLayout.header(RecordLayout.RSRN, number, 0);
    sender.payload(name, header, target, memory, at, bytes);
  }
}
