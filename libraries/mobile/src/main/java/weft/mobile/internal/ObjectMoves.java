// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.layer.Layer;
import weft.layer.LayerCalls;
import weft.mobile.internal.protocol.Resident;
import weft.mobile.internal.protocol.Router;

/// Lets objects leave one rank, and lends those that the program uses directly, which stay
/// meanwhile.
public final class ObjectMoves {
  private final Layer layer;
  private final LayerCalls calls;
  private final Turn turn;
  private final LentObjects lent = new LentObjects(this::leave);
  private @Nullable Router router;

  /// The moves of the rank behind `layer`, which [#connect] completes.
  public ObjectMoves(Layer layer, Turn turn) {
    this.layer = layer;
    this.calls = layer.calls();
    this.turn = turn;
  }

  /// Sets the router of this rank.
  public void connect(Router router) {
    this.router = router;
  }

  private Router router() {
    return Objects.requireNonNull(router);
  }

  /// Refuses a move by `call` to a rank that does not exist, and a call that may not send.
  public void checkTarget(String call, int target) {
    calls.checkMaySend(call);
    if (target < 0 || target >= layer.size()) {
      throw new IndexOutOfBoundsException(
          call
              + " to rank "
              + target
              + " on rank "
              + layer.rank()
              + ", but the ranks of this job are 0 to "
              + (layer.size() - 1));
    }
  }

  // Moves.

  /// Ends or moves the object after its handler has returned, if the handler asked for that.
  public void after(Resident object) {
    if (object.isDying()) {
      router().destroy(object);
    } else {
      leave(object);
    }
  }

  /// Moves an object that is to leave, unless something keeps it here.
  public void leave(Resident object) {
    int target = object.leavingTo();
    if (object.pins() == 0 && target >= 0 && !handlesMailFirst(object)) {
      object.leaveTo(-1);
      router().migrate(object, target);
    }
  }

  /// Moves an object from this rank, at once or when nothing pins it.
  public void move(Resident object, int target) {
    object.leaveTo(target == layer.rank() ? -1 : target);
    if (!object.isRunning() && !object.isDying()) {
      leave(object);
    }
  }

  /// Moves an object as [#move] does for a plan made earlier, if it is still on this rank. A move
  /// that the program has requested meanwhile takes precedence.
  public void moveIfHere(long word, int target) {
    Resident object = router().find(word).here();
    if (object != null && !object.isLeaving() && !object.isDying() && !turn.suspended) {
      move(object, target);
    }
  }

  /// Whether the object can leave this rank at once.
  public boolean mayLeave(Resident object) {
    return router().isHere(object)
        && object.pins() == 0
        && !object.isRunning()
        && !object.isLeaving()
        && !object.isDying()
        && !handlesMailFirst(object)
        && !turn.suspended;
  }

  /// Whether an object here can handle mail that lies in a store: in a move that would be one long
  /// message. An object without its state may be on a rank that runs none.
  private static boolean handlesMailFirst(Resident object) {
    return object.hasStoredMail() && object.isPresent();
  }

  /// Moves an object for a call of the program.
  public void moveByCall(Resident object, int target) {
    // The request comes first, and the object is looked up again: the lent objects that go back may
    // leave, this one among them, and handlers that run meanwhile may move it.
    object.leaveTo(target == layer.rank() ? -1 : target);
    returnLentOfBody();
    if (router().isHere(object) && !object.isRunning() && !object.isDying()) {
      leave(object);
    }
  }

  // Objects that the program uses directly.

  /// Lends an object that is here to the program; null if it is not here.
  ///
  /// @param pointer the program's pointer to it, for the sentence about a failure
  public @Nullable Resident lend(long word, Object pointer) {
    calls.checkMaySend("MobileObjects.here");
    returnLentOfBody();
    Resident object = router().find(word).here();
    if (object == null) {
      return null;
    }
    if (object.isRunning() && (object != turn.object || calls.inHandler())) {
      throw new IllegalStateException(
          "MobileObjects.here of "
              + pointer
              + " on rank "
              + layer.rank()
              + " in "
              + calls.where()
              + ", while a handler of that object is under way");
    }
    lent.lend(object);
    return object;
  }

  /// Returns all objects that are lent.
  public void returnLent() {
    lent.returnAll();
  }

  /// Returns all objects that are lent, if the body calls.
  public void returnLentOfBody() {
    if (turn.object == null && !calls.inHandler()) {
      lent.returnAll();
    }
  }
}
