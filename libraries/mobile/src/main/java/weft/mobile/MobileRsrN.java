// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import weft.Frame;

/// A request to objects with a payload of any size: [MobileType#rsrN].
///
/// @param <T> the type of the objects
public final class MobileRsrN<T> extends MobileRequest<T> {
  @SuppressWarnings("unchecked") // the rank checks the type of the object
  MobileRsrN(ObjectRank rank, Kind kind, String name, Handler<T> handler) {
    super(
        rank,
        rank.types.addRequest(
            kind,
            name,
            "rsrN",
            (self, state, memory, at, bytes) -> {
              handler.handle((Self<T>) self, (T) state, rank.frames.show(memory, at, bytes));
              rank.frames.hide();
            }));
  }

  /// The handler, which runs where the object is.
  @FunctionalInterface
  public interface Handler<T> {
    /// Runs in object context. `payload` is valid until this method returns.
    void handle(Self<T> self, T object, Frame payload);
  }

  /// Sends a whole segment.
  public void send(MobilePointer<T> target, MemorySegment payload) {
    send(target, payload, 0, payload.byteSize());
  }

  /// Sends `bytes` bytes from `offset`.
  public void send(MobilePointer<T> target, MemorySegment payload, long offset, long bytes) {
    Objects.checkFromIndexSize(offset, bytes, payload.byteSize());
    rank.checkSend(target, request);
    if (!payload.scope().isAlive() || !payload.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalStateException(
          "rank "
              + rank.rank()
              + " sends \""
              + name()
              + "\" from a segment whose arena is closed or belongs to another thread");
    }
    long at = rank.begin(target, request, bytes);
    try {
      MemorySegment.copy(payload, offset, rank.opened(), at, bytes);
    } catch (RuntimeException e) {
      // A handler closed the arena while the send waited. A begun message cannot be taken back.
      throw rank.layer.calls().fail("send of \"" + name() + "\"", e);
    }
    rank.end();
  }

  /// Sends a whole array.
  public void send(MobilePointer<T> target, byte[] payload) {
    send(target, MemorySegment.ofArray(payload));
  }

  /// Sends a whole array.
  public void send(MobilePointer<T> target, long[] payload) {
    send(target, MemorySegment.ofArray(payload));
  }

  /// Sends a whole array.
  public void send(MobilePointer<T> target, double[] payload) {
    send(target, MemorySegment.ofArray(payload));
  }

  /// Sends to every element of an array: once to each element that its home knows when the
  /// broadcast arrives there. It is not ordered with other messages of the sender.
  public void broadcast(MobileArray<T> targets, MemorySegment payload) {
    targets.broadcast(request, payload, payload.byteSize());
  }
}
