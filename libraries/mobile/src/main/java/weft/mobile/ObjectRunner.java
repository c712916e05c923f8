// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.layer.Layer;
import weft.layer.LayerRecording;
import weft.layer.LayerSteps;
import weft.mobile.internal.ObjectMoves;
import weft.mobile.internal.ObjectRecording;
import weft.mobile.internal.StepLength;
import weft.mobile.internal.Turn;
import weft.mobile.internal.protocol.Resident;
import weft.mobile.internal.protocol.Router;

/// Runs the handlers of one rank's objects, in steps, and stops them for a while.
final class ObjectRunner {
  private final LayerSteps steps;
  private final @Nullable LayerRecording recording;
  private final ObjectTypes types;
  private final HostedObjects hosted;
  private final ObjectMoves moves;
  private final Router router;
  private final Turn turn;
  private final Self<Object> self;
  private final StepLength stepLength = new StepLength();

  /// Called before each step.
  private Runnable beforeSteps = () -> {};

  private @Nullable Runnable idle;
  private @Nullable Runnable afterSteps;

  /// Called before steps that have mail; null for none.
  private @Nullable Runnable whenBusy;

  /// Called in waits of the body while handlers of objects are stopped; null for none.
  private @Nullable Runnable whenWaiting;

  /// Whether a step is to handle one message alone.
  private boolean single;

  /// Whether the body is in [weft.World#quiesce].
  private boolean awaitsQuiescence;

  /// Whether the handlers of objects stop when the one that runs has returned.
  private boolean pausing;

  /// Whether handlers are timed.
  boolean measuring;

  /// Messages handled since the start.
  long handled;

  ObjectRunner(
      Layer layer,
      ObjectTypes types,
      HostedObjects hosted,
      ObjectMoves moves,
      Router router,
      Turn turn) {
    this.steps = layer.steps();
    this.recording = layer.recording();
    this.types = types;
    this.hosted = hosted;
    this.moves = moves;
    this.router = router;
    this.turn = turn;
    this.self = new Self<>(layer, types, hosted, moves, router);
    steps.set(ObjectRecording.of(layer, router.counts(), hosted::keeper, this::steps));
  }

  // What others do in steps.

  /// Sets the action before each step.
  void beforeSteps(Runnable action) {
    beforeSteps = action;
  }

  /// Sets the action for a step that finds no mail; null for none.
  void whenIdle(@Nullable Runnable idle) {
    this.idle = idle;
  }

  /// Sets the action after each step; null for none.
  void afterSteps(@Nullable Runnable action) {
    afterSteps = action;
  }

  /// Sets the action before steps that have mail; null for none.
  void whenBusy(@Nullable Runnable action) {
    whenBusy = action;
  }

  /// Sets the action in waits of the body while handlers of objects are stopped; null for none.
  void whenWaiting(@Nullable Runnable action) {
    whenWaiting = action;
  }

  // Steps.

  private int steps() {
    moves.returnLent();
    router.decide();
    beforeSteps.run();
    if (turn.suspended) {
      if (whenWaiting != null) {
        whenWaiting.run();
      }
      return 0;
    }
    if (whenBusy != null && router.owed() > 0) {
      whenBusy.run();
    }
    int brought = hosted.step();
    int did = single ? run(1) : runSlice();
    if (did == 0 && idle != null && !hosted.isDelayed()) {
      idle.run();
    }
    if (afterSteps != null) {
      afterSteps.run();
    }
    return did + brought;
  }

  /// Handles messages for a slice of time, and returns the number handled.
  private int runSlice() {
    StepLength length = stepLength;
    int most = length.first();
    int did = run(most);
    int more = did;
    while (more == most && length.goesOn(more)) {
      most = length.more();
      more = run(most);
      did += more;
    }
    return did;
  }

  /// Handles up to `most` messages, and returns the number handled.
  private int run(int most) {
    for (int did = 0; did < most; did++) {
      Resident object = turn.suspended ? null : router.run();
      if (object == null) {
        return did;
      }
      run(object);
    }
    return most;
  }

  /// Lets one object handle one message, for the body.
  int stepOnce() {
    long before = handled;
    single = true;
    try {
      steps.run();
    } finally {
      single = false;
    }
    return (int) (handled - before); // a step counts objects that it has brought, too
  }

  private void run(Resident object) {
    var mail = object.mail();
    Request request = types.request(mail.request());
    Self<Object> self = this.self;
    self.object = object;
    self.request = request;
    self.sender = mail.sender();
    turn.object = object;
    steps.enter(self);
    if (recording != null) {
      recording.running(types.recorded(request));
    }
    if (request.kind().number != object.type()) {
      throw wrongType(object, request);
    }
    if (measuring && object.isSampled()) {
      long began = System.nanoTime();
      request.invoker().run(self, object.state(), mail.memory(), mail.at(), mail.payload());
      object.sampled(System.nanoTime() - began);
    } else {
      request.invoker().run(self, object.state(), mail.memory(), mail.at(), mail.payload());
    }
    handled++;
    moves.returnLent();
    router.ran(object);
    if (object.isLeaving() || object.isDying()) {
      moves.after(object);
    }
    if (hosted.isKept()) {
      hosted.ran(object, !request.kind().reads(request));
    }
    steps.leave();
    turn.object = null;
    self.object = null;
    if (pausing) {
      suspend(true);
    }
  }

  private WeftException wrongType(Resident object, Request request) {
    return new WeftException(
        "a message \""
            + request.name()
            + "\" for objects of type "
            + request.kind()
            + " has reached "
            + types.name(object)
            + "; its sender made a pointer of the wrong type from its word");
  }

  // Pauses.

  /// Stops or resumes the handlers of objects, and moves by balancing: messages of balancing are
  /// not counted, so they may arrive at a quiet point.
  void suspend(boolean suspend) {
    pausing = false;
    if (turn.suspended == suspend) {
      return;
    }
    turn.suspended = suspend;
    if (suspend) {
      router.suspend();
    } else {
      router.resume(awaitsQuiescence);
    }
  }

  /// Stops the handlers of objects, when the one that runs has returned.
  void pause() {
    if (turn.object != null) {
      pausing = true;
    } else {
      moves.returnLentOfBody();
      suspend(true);
    }
  }

  /// Whether mail waits here, and is handled.
  boolean isBusy() {
    return !turn.suspended && router.owed() > 0;
  }

  /// The body begins to wait for quiescence, or has found it.
  void awaitsQuiescence(boolean awaits) {
    awaitsQuiescence = awaits;
  }
}
