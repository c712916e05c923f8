// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import weft.RsrN;
import weft.layer.Frames;
import weft.layer.LayerCalls;

/// Sends the records of one channel that are larger than a buffer, each alone. A record whose push
/// waits is an entry of its [Outgoing], so that it keeps its place.
final class LargeRecords {
  private final LayerCalls calls;
  private final Frames frames;
  private final RsrN requests;
  private final BufferSender sender;

  LargeRecords(LayerCalls calls, Frames frames, RsrN requests, BufferSender sender) {
    this.calls = calls;
    this.frames = frames;
    this.requests = requests;
    this.sender = sender;
  }

  /// Sends a record after all records before it. The body waits until the record may be changed
  /// again.
  void push(Outgoing out, MemorySegment record, long length) {
    if (!calls.mayWait()) {
      sender.sendAll(out);
      requests.send(out.target, record, 0, length);
      return;
    }
    if (out.used > 0) {
      sender.seal(out);
    }
    out.setLarge(record, length);
    sender.hold(out);
    if (!isNext(out)) {
      sender.await("a push to the channel ", out, () -> isNext(out));
    }
    // A handler that flushed has sent it already. If not, its first bytes find room, and while the
    // others wait for room, nothing else gets ahead of them.
    if (out.hasLarge()) {
      send(out);
    }
    if (out.isEmpty()) {
      sender.release(out);
    }
  }

  /// Sends a record of at most a frame if all records before it are sent, and there is room.
  boolean tryPush(Outgoing out, MemorySegment record, long length) {
    return sender.trySend(out) && requests.trySend(out.target, record, 0, length);
  }

  /// Sends the record that is next. In the body, call it when there is room for its first bytes.
  void send(Outgoing out) {
    long length = out.largeBytes();
    requests.send(out.target, out.removeLarge(), 0, length);
  }

  /// Sends the buffers before the record. Returns whether all were sent, and there is room for the
  /// first bytes of the record, or it was sent too.
  private boolean isNext(Outgoing out) {
    while (out.hasLarge() && !out.isLargeNext()) {
      if (!sender.sendOldest(out)) {
        return false;
      }
    }
    return !out.hasLarge() || requestWake(out);
  }

  /// Requests a wake-up when there is room for the first bytes of the record. Returns whether there
  /// is room now.
  boolean requestWake(Outgoing out) {
    // Its first message, at most: with its length before it.
    int first = (int) Math.min(out.largeBytes() + Long.BYTES, frames.maxBytes());
    return frames.requestWake(out.target, first);
  }
}
