// SPDX-License-Identifier: Apache-2.0
package weft;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import weft.internal.send.Sender;
import weft.memory.RecordLayout;

/// A remote service request with a payload of any size: a handler registered with [World#rsrN],
/// seen from the sender.
///
/// Every call has copied the payload when it returns. A payload larger than [World#frameBytes] is
/// sent in fragments, in order with everything else sent to that target, and reassembled there.
///
/// Source: DMCS, section 4: dmcs_async_rsrN, dmcs_sync_rsrN.
public final class RsrN extends Rsr {
  RsrN(Sender sender, String name) {
    super(sender, name, RecordLayout.RSRN, 0);
  }

  /// The handler's code, which runs at the target.
  @FunctionalInterface
  public interface Handler {
    /// Runs on the target's own thread, while that polls or waits, when the last byte has arrived.
    /// `payload` can be read until this returns. It must not wait.
    void handle(int source, Frame payload);
  }

  /// Sends the whole segment. If there is no room, the call waits and may run handlers meanwhile.
  /// In a handler it never waits.
  public void send(int target, MemorySegment payload) {
    sender.payload(name, header, target, payload, 0, payload.byteSize());
  }

  /// Sends `length` bytes from `offset`.
  public void send(int target, MemorySegment payload, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, payload.byteSize());
    sender.payload(name, header, target, payload, offset, length);
  }

  /// Sends the whole array.
  public void send(int target, byte[] payload) {
    sender.payload(name, header, target, payload, 0, payload.length);
  }

  /// Sends `length` elements from `from`.
  public void send(int target, byte[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payload(name, header, target, payload, from, length);
  }

  /// Sends the whole array.
  public void send(int target, int[] payload) {
    sender.payload(name, header, target, payload, 0, 4L * payload.length);
  }

  /// Sends the whole array.
  public void send(int target, float[] payload) {
    sender.payload(name, header, target, payload, 0, 4L * payload.length);
  }

  /// Sends `length` elements from `from`.
  public void send(int target, int[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payload(name, header, target, payload, 4L * from, 4L * length);
  }

  /// Sends `length` elements from `from`.
  public void send(int target, float[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payload(name, header, target, payload, 4L * from, 4L * length);
  }

  /// Sends the whole array.
  public void send(int target, long[] payload) {
    sender.payload(name, header, target, payload, 0, 8L * payload.length);
  }

  /// Sends `length` elements from `from`.
  public void send(int target, long[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payload(name, header, target, payload, 8L * from, 8L * length);
  }

  /// Sends the whole array.
  public void send(int target, double[] payload) {
    sender.payload(name, header, target, payload, 0, 8L * payload.length);
  }

  /// Sends `length` elements from `from`.
  public void send(int target, double[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payload(name, header, target, payload, 8L * from, 8L * length);
  }

  /// Sends if there is room now, and returns whether it did. Runs no handlers.
  ///
  /// @throws WeftException when the payload is larger than [World#frameBytes]; [#send] has no limit
  public boolean trySend(int target, MemorySegment payload) {
    return sender.tryPayload(name, header, target, payload, 0, payload.byteSize());
  }

  /// Sends `length` bytes from `offset` as [#trySend(int, MemorySegment)] does.
  public boolean trySend(int target, MemorySegment payload, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, payload.byteSize());
    return sender.tryPayload(name, header, target, payload, offset, length);
  }

  /// As [#trySend(int, MemorySegment)].
  public boolean trySend(int target, byte[] payload) {
    return sender.tryPayload(name, header, target, payload, 0, payload.length);
  }

  /// Sends `length` elements from `from` as [#trySend(int, MemorySegment)] does.
  public boolean trySend(int target, byte[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    return sender.tryPayload(name, header, target, payload, from, length);
  }

  /// As [#trySend(int, MemorySegment)].
  public boolean trySend(int target, int[] payload) {
    return sender.tryPayload(name, header, target, payload, 0, 4L * payload.length);
  }

  /// As [#trySend(int, MemorySegment)].
  public boolean trySend(int target, float[] payload) {
    return sender.tryPayload(name, header, target, payload, 0, 4L * payload.length);
  }

  /// Sends `length` elements from `from` as [#trySend(int, MemorySegment)] does.
  public boolean trySend(int target, int[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    return sender.tryPayload(name, header, target, payload, 4L * from, 4L * length);
  }

  /// Sends `length` elements from `from` as [#trySend(int, MemorySegment)] does.
  public boolean trySend(int target, float[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    return sender.tryPayload(name, header, target, payload, 4L * from, 4L * length);
  }

  /// As [#trySend(int, MemorySegment)].
  public boolean trySend(int target, long[] payload) {
    return sender.tryPayload(name, header, target, payload, 0, 8L * payload.length);
  }

  /// Sends `length` elements from `from` as [#trySend(int, MemorySegment)] does.
  public boolean trySend(int target, long[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    return sender.tryPayload(name, header, target, payload, 8L * from, 8L * length);
  }

  /// As [#trySend(int, MemorySegment)].
  public boolean trySend(int target, double[] payload) {
    return sender.tryPayload(name, header, target, payload, 0, 8L * payload.length);
  }

  /// Sends `length` elements from `from` as [#trySend(int, MemorySegment)] does.
  public boolean trySend(int target, double[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    return sender.tryPayload(name, header, target, payload, 8L * from, 8L * length);
  }

  /// Sends, and returns when the target has taken the whole message, perhaps before its handler has
  /// run. May run handlers meanwhile. A handler must not call it.
  public void sendSync(int target, MemorySegment payload) {
    sender.payloadSync(name, header, target, payload, 0, payload.byteSize());
  }

  /// Sends `length` bytes from `offset` as [#sendSync(int, MemorySegment)] does.
  public void sendSync(int target, MemorySegment payload, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, payload.byteSize());
    sender.payloadSync(name, header, target, payload, offset, length);
  }

  /// As [#sendSync(int, MemorySegment)].
  public void sendSync(int target, byte[] payload) {
    sender.payloadSync(name, header, target, payload, 0, payload.length);
  }

  /// Sends `length` elements from `from` as [#sendSync(int, MemorySegment)] does.
  public void sendSync(int target, byte[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payloadSync(name, header, target, payload, from, length);
  }

  /// As [#sendSync(int, MemorySegment)].
  public void sendSync(int target, int[] payload) {
    sender.payloadSync(name, header, target, payload, 0, 4L * payload.length);
  }

  /// As [#sendSync(int, MemorySegment)].
  public void sendSync(int target, float[] payload) {
    sender.payloadSync(name, header, target, payload, 0, 4L * payload.length);
  }

  /// Sends `length` elements from `from` as [#sendSync(int, MemorySegment)] does.
  public void sendSync(int target, int[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payloadSync(name, header, target, payload, 4L * from, 4L * length);
  }

  /// Sends `length` elements from `from` as [#sendSync(int, MemorySegment)] does.
  public void sendSync(int target, float[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payloadSync(name, header, target, payload, 4L * from, 4L * length);
  }

  /// As [#sendSync(int, MemorySegment)].
  public void sendSync(int target, long[] payload) {
    sender.payloadSync(name, header, target, payload, 0, 8L * payload.length);
  }

  /// Sends `length` elements from `from` as [#sendSync(int, MemorySegment)] does.
  public void sendSync(int target, long[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payloadSync(name, header, target, payload, 8L * from, 8L * length);
  }

  /// As [#sendSync(int, MemorySegment)].
  public void sendSync(int target, double[] payload) {
    sender.payloadSync(name, header, target, payload, 0, 8L * payload.length);
  }

  /// Sends `length` elements from `from` as [#sendSync(int, MemorySegment)] does.
  public void sendSync(int target, double[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payloadSync(name, header, target, payload, 8L * from, 8L * length);
  }

  // Buffered sends.

  /// Sends now, or lets what finds no room join the backlog. It waits for nothing and runs no
  /// handlers; a poll or wait sends what is in the backlog. This is the buffered send of programs
  /// in which a sender must return whatever its receiver does.
  ///
  /// Source: AP3000 paper, section 4.3.
  ///
  /// @throws WeftException when the budget has no room for it; nothing was sent
  public void sendBuffered(int target, MemorySegment payload) {
    sender.payloadBuffered(name, header, target, payload, 0, payload.byteSize());
  }

  /// Sends `length` bytes from `offset` as [#sendBuffered(int, MemorySegment)] does.
  public void sendBuffered(int target, MemorySegment payload, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, payload.byteSize());
    sender.payloadBuffered(name, header, target, payload, offset, length);
  }

  /// As [#sendBuffered(int, MemorySegment)].
  public void sendBuffered(int target, byte[] payload) {
    sender.payloadBuffered(name, header, target, payload, 0, payload.length);
  }

  /// Sends `length` elements from `from` as [#sendBuffered(int, MemorySegment)] does.
  public void sendBuffered(int target, byte[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payloadBuffered(name, header, target, payload, from, length);
  }

  /// As [#sendBuffered(int, MemorySegment)].
  public void sendBuffered(int target, int[] payload) {
    sender.payloadBuffered(name, header, target, payload, 0, 4L * payload.length);
  }

  /// Sends `length` elements from `from` as [#sendBuffered(int, MemorySegment)] does.
  public void sendBuffered(int target, int[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payloadBuffered(name, header, target, payload, 4L * from, 4L * length);
  }

  /// As [#sendBuffered(int, MemorySegment)].
  public void sendBuffered(int target, long[] payload) {
    sender.payloadBuffered(name, header, target, payload, 0, 8L * payload.length);
  }

  /// Sends `length` elements from `from` as [#sendBuffered(int, MemorySegment)] does.
  public void sendBuffered(int target, long[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payloadBuffered(name, header, target, payload, 8L * from, 8L * length);
  }

  /// As [#sendBuffered(int, MemorySegment)].
  public void sendBuffered(int target, float[] payload) {
    sender.payloadBuffered(name, header, target, payload, 0, 4L * payload.length);
  }

  /// Sends `length` elements from `from` as [#sendBuffered(int, MemorySegment)] does.
  public void sendBuffered(int target, float[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payloadBuffered(name, header, target, payload, 4L * from, 4L * length);
  }

  /// As [#sendBuffered(int, MemorySegment)].
  public void sendBuffered(int target, double[] payload) {
    sender.payloadBuffered(name, header, target, payload, 0, 8L * payload.length);
  }

  /// Sends `length` elements from `from` as [#sendBuffered(int, MemorySegment)] does.
  public void sendBuffered(int target, double[] payload, int from, int length) {
    Objects.checkFromIndexSize(from, length, payload.length);
    sender.payloadBuffered(name, header, target, payload, 8L * from, 8L * length);
  }

  // Rows of a matrix, which are packed straight into the message.

  /// Sends rows of a matrix, without their gaps. If there is no room, the call waits and may run
  /// handlers meanwhile. In a handler it never waits.
  ///
  /// Source: AP3000 paper, section 4.3.
  public void send(int target, MatrixPart part) {
    sender.payload(name, header, target, part.span, 0, part.bytes());
  }

  /// Sends rows as [#trySend(int, MemorySegment)] does.
  public boolean trySend(int target, MatrixPart part) {
    return sender.tryPayload(name, header, target, part.span, 0, part.bytes());
  }

  /// Sends rows as [#sendSync(int, MemorySegment)] does.
  public void sendSync(int target, MatrixPart part) {
    sender.payloadSync(name, header, target, part.span, 0, part.bytes());
  }

  /// Sends rows as [#sendBuffered(int, MemorySegment)] does.
  public void sendBuffered(int target, MatrixPart part) {
    sender.payloadBuffered(name, header, target, part.span, 0, part.bytes());
  }
}
