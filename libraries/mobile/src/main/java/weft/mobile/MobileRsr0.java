// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// A request to objects without arguments: [MobileType#rsr0].
///
/// @param <T> the type of the objects
public final class MobileRsr0<T> extends MobileRequest<T> implements Self.Repeatable<T> {
  @SuppressWarnings("unchecked") // the rank checks the type of the object
  MobileRsr0(ObjectRank rank, Kind kind, String name, Handler<T> handler) {
    super(
        rank,
        rank.types.addRequest(
            kind,
            name,
            "rsr0",
            (self, state, memory, at, bytes) -> handler.handle((Self<T>) self, (T) state)));
  }

  /// The handler, which runs where the object is.
  @FunctionalInterface
  public interface Handler<T> {
    /// Runs in object context: while the rank's body waits, and with lower priority than handlers
    /// of messages between ranks. It may send and poll, but must not wait in any other way.
    void handle(Self<T> self, T object);
  }

  @Override
  public int number() {
    return request.number();
  }

  /// Sends to one object.
  public void send(MobilePointer<T> target) {
    words(target, 0, 0, 0, 0);
  }

  /// Sends to every element of an array: once to each element that its home knows when the
  /// broadcast arrives there. It is not ordered with other messages of the sender.
  public void broadcast(MobileArray<T> targets) {
    words(targets, 0, 0, 0, 0);
  }

  /// Sends to every element of a section, in order with other messages of the sender.
  public void broadcast(MobileSection<T> targets) {
    words(targets, 0, 0, 0, 0);
  }
}
