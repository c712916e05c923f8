// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// A request to objects with two `long` values: [MobileType#rsr2].
///
/// @param <T> the type of the objects
public final class MobileRsr2<T> extends MobileRequest<T> {
  @SuppressWarnings("unchecked") // the rank checks the type of the object
  MobileRsr2(ObjectRank rank, Kind kind, String name, Handler<T> handler) {
    super(
        rank,
        rank.types.addRequest(
            kind,
            name,
            "rsr2",
            (self, state, memory, at, bytes) ->
                handler.handle(
                    (Self<T>) self, (T) state, memory.get(WORD, at), memory.get(WORD, at + 8))));
  }

  /// The handler, which runs where the object is.
  @FunctionalInterface
  public interface Handler<T> {
    /// Runs in object context: while the rank's body waits, and with lower priority than handlers
    /// of messages between ranks. It may send and poll, but must not wait in any other way.
    void handle(Self<T> self, T object, long a, long b);
  }

  /// Sends to one object.
  public void send(MobilePointer<T> target, long a, long b) {
    words(target, 2, a, b, 0);
  }

  /// Sends to every element of an array: once to each element that its home knows when the
  /// broadcast arrives there. It is not ordered with other messages of the sender.
  public void broadcast(MobileArray<T> targets, long a, long b) {
    words(targets, 2, a, b, 0);
  }

  /// Sends to every element of a section, in order with other messages of the sender.
  public void broadcast(MobileSection<T> targets, long a, long b) {
    words(targets, 2, a, b, 0);
  }
}
