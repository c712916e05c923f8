// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.layer.Layer;
import weft.layer.LayerCalls;
import weft.mobile.internal.ObjectMoves;
import weft.mobile.internal.protocol.ObjectWord;
import weft.mobile.internal.protocol.Resident;
import weft.mobile.internal.protocol.Router;

/// The object whose handler runs, as its handler sees it. Each rank has one instance, reused for
/// every message. It is valid only until the handler returns.
///
/// @param <T> the type of the object
public final class Self<T> {
  /// A request whose handler can run once more ([Self#again]), as that of a [MobileRsr0] can.
  ///
  /// @param <T> the type of the objects
  public interface Repeatable<T> {
    /// The number of the request among all requests of the job.
    int number();
  }

  private final LayerCalls calls;
  private final ObjectTypes types;
  private final HostedObjects hosted;
  private final ObjectMoves moves;
  private final Router router;
  @Nullable Resident object;
  @Nullable Request request;
  long sender;

  Self(Layer layer, ObjectTypes types, HostedObjects hosted, ObjectMoves moves, Router router) {
    this.calls = layer.calls();
    this.types = types;
    this.hosted = hosted;
    this.moves = moves;
    this.router = router;
  }

  private Resident object(String call) {
    if (!calls.isHere()) {
      calls.checkThread("Self." + call);
    }
    Resident object = this.object;
    if (object == null) {
      throw new IllegalStateException(
          "Self."
              + call
              + " on rank "
              + types.rank()
              + " was called after the handler had returned; keep pointer() instead of Self");
    }
    return object;
  }

  /// The word of this object.
  public long word() {
    return object("word").word();
  }

  /// The index of this object in its array.
  ///
  /// @throws IllegalStateException if the object is not an element of an array
  public long index() {
    long word = word();
    if (!ObjectWord.isElement(word)) {
      throw new IllegalStateException(this + " is not an element of an array, and has no index");
    }
    return ObjectWord.serial(word);
  }

  /// Returns the pointer to this object.
  @SuppressWarnings("unchecked") // the pointer was made for this type
  public MobilePointer<T> pointer() {
    Resident object = object("pointer");
    Object made = object.pointer();
    if (made == null) {
      made = new MobilePointer<T>(types.kind(object.type()), object.word());
      object.setPointer(made);
    }
    return (MobilePointer<T>) made;
  }

  /// The rank on which the object is now.
  public int rank() {
    return types.rank();
  }

  /// The word of the object that sent this message, or 0 if a rank sent it.
  public long sender() {
    object("sender");
    return ObjectWord.isRank(sender) ? 0 : sender;
  }

  /// Moves the object to `target` after its handler has returned, as soon as nothing pins it.
  public void migrate(int target) {
    moves.checkTarget("Self.migrate", target);
    object("migrate").leaveTo(target == types.rank() ? -1 : target);
  }

  /// Makes `state` the object from the next message on, in place of the one that this handler got.
  /// It is for objects that cannot change, such as a record of numbers. Other objects are changed
  /// in place.
  ///
  /// @throws IllegalStateException in a handler that only reads ([MobileRequest#reads]): the change
  ///   would be lost
  public void replace(T state) {
    Resident object = object("replace");
    Objects.requireNonNull(state, "Self.replace with null; an object ends by Self.destroy");
    Request request = this.request;
    if (request != null && request.kind().reads(request)) {
      throw new IllegalStateException(
          this + " calls Self.replace, but it only reads its object; remove MobileRequest.reads");
    }
    object.setState(state);
  }

  /// Lets the handler of `request` run once more for this object, when no object on its rank has
  /// mail. So work that an object does in pieces does not delay the messages of others, as a
  /// message to itself would. An object has at most one such run pending for each request. It moves
  /// with the object, is saved, and [weft.World#quiesce] waits for it; it ends with the object. The
  /// sender of the run is the object itself.
  ///
  /// @throws IllegalArgumentException if the request is for objects of another type
  public void again(Repeatable<T> request) {
    Resident object = object("again");
    int number = request.number();
    if (types.request(number).kind().number != object.type()) {
      throw new IllegalArgumentException(
          this + " calls Self.again with " + request + ", a request of another type");
    }
    router.again(object, number);
  }

  /// Ends the object after its handler has returned. Later messages to it are undelivered.
  public void destroy() {
    Resident object = object("destroy");
    if (object.isDying()) {
      throw new IllegalStateException(
          this + " calls Self.destroy twice on rank " + types.rank() + "; an object ends once");
    }
    object.die();
  }

  /// Keeps the object on this rank until [#unpin] has been called once for each pin.
  public void pin() {
    object("pin").pin(1);
  }

  /// Removes one [#pin]. After the last one, an object that is leaving moves.
  public void unpin() {
    Resident object = object("unpin");
    if (object.pins() == 0) {
      throw new IllegalStateException(this + " calls Self.unpin more often than Self.pin");
    }
    object.pin(-1);
  }

  /// Says that an object will be needed soon: if it is on this rank and on disk (`--objects`), it
  /// is read when nothing else waits for the disk.
  public void expect(MobilePointer<?> pointer) {
    object("expect");
    hosted.expect(pointer.word);
  }

  /// Returns whether the object moves to another rank as soon as nothing pins it. Such an object
  /// should accept no new work that pins it.
  public boolean isLeaving() {
    return object("isLeaving").isLeaving();
  }

  /// Contributes `value` to the next round of a reduction over the object's array, or over a
  /// section of it to which the object belongs.
  ///
  /// @throws IllegalArgumentException if the reduction is of `long` values
  /// @throws IllegalStateException if the object does not belong to the array or section
  public void contribute(MobileReduction reduction, double value) {
    reduction.contribute(object("contribute"), false, Double.doubleToRawLongBits(value));
  }

  /// Contributes a `long` value to the next round of a reduction of `long` values.
  ///
  /// @throws IllegalArgumentException if the reduction is of `double` values
  /// @throws IllegalStateException if the object does not belong to the array or section
  public void contributeLong(MobileReduction reduction, long value) {
    reduction.contribute(object("contributeLong"), true, value);
  }

  @Override
  public String toString() {
    Resident object = this.object;
    Request request = this.request;
    if (object == null || request == null) {
      return "no object";
    }
    return "handler \""
        + request.name()
        + "\" of "
        + types.name(object)
        + " for a message from "
        + types.names.sender(sender);
  }
}
