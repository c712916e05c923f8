// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One operation under way, as a [weft.Completion] shows it to users. It belongs to its rank's
/// thread, and is used again for one operation after the other.
public final class Pending {
  private static final int IDLE = 0;
  private static final int ISSUED = 1;
  private static final int SOURCE_DONE = 2;
  private static final int DONE = 3;

  private final int rank;
  private final Tasks tasks;
  private final Object handle;
  private int state;
  private String call = "";
  private long value;
  private @Nullable Object result;
  private @Nullable RuntimeException failure;
  private @Nullable Work then;
  private boolean queued;
  private @Nullable Gathering gathering;

  /// Run once when the rank sees that it is done; null where nobody wants to know.
  private @Nullable Runnable seen;

  /// The next one whose action is to be run; kept by [Tasks].
  @Nullable Pending nextReady;

  /// Who wants to know when it is done.
  public interface Gathering {
    /// `pending` is done, well or not.
    void done(Pending pending);
  }

  /// A reusable one; `handle` is what users hold.
  public Pending(int rank, Tasks tasks, Object handle) {
    this.rank = rank;
    this.tasks = tasks;
    this.handle = handle;
  }

  /// What users hold for it.
  public Object handle() {
    return handle;
  }

  // What an operation says.

  /// It stands for `call` from now on.
  ///
  /// @throws IllegalStateException when another operation is not done yet
  public void begin(String call) {
    checkFree(call);
    tellSeen();
    this.call = call;
    this.state = ISSUED;
    this.result = null;
    this.failure = null;
  }

  /// It stands for `call` from now on, which is done already.
  public void pass(String call) {
    pass(call, 0);
  }

  /// It stands for `call` from now on, which is done already and brought this word.
  public void pass(String call, long value) {
    begin(call);
    done(value);
  }

  /// Refuses `call` while another operation is not done.
  public void checkFree(String call) {
    if (isBusy()) {
      throw new IllegalStateException(
          "rank "
              + rank
              + " passes a completion to "
              + call
              + " that still stands for "
              + this.call
              + ", which is not done; await it first, or use another completion");
    }
  }

  /// The source may be used again.
  public void sourceDone() {
    if (state == ISSUED) {
      state = SOURCE_DONE;
    }
  }

  /// It is done, and this word is what came of it.
  public void done(long value) {
    this.value = value;
    end();
  }

  /// It is done, and this object is what came of it.
  public void done(@Nullable Object result) {
    this.result = result;
    end();
  }

  /// It cannot be done.
  public void failed(RuntimeException failure) {
    this.failure = failure;
    end();
  }

  /// Runs `action` once when the rank has seen that the operation under way is done.
  public void whenSeen(Runnable action) {
    seen = action;
  }

  private void tellSeen() {
    Runnable action = seen;
    if (action != null) {
      seen = null;
      action.run();
    }
  }

  private void end() {
    state = DONE;
    if (gathering != null) {
      tellSeen();
      gathering.done(this);
    }
    queueAction();
  }

  private void queueAction() {
    if (then != null && !queued) {
      queued = true;
      tasks.add(this);
    }
  }

  // What users ask.

  /// Whether an operation is under way.
  public boolean isBusy() {
    return state == ISSUED || state == SOURCE_DONE;
  }

  /// Whether the source may be used again.
  public boolean isSourceDone() {
    return state != ISSUED;
  }

  /// Whether no operation is under way.
  public boolean isDone() {
    if (isBusy()) {
      return false;
    }
    if (seen != null) {
      tellSeen();
    }
    return true;
  }

  /// What it stands for, for messages.
  public String call() {
    return call;
  }

  /// The word that came of it; its failure is thrown.
  public long value() {
    check("value");
    return value;
  }

  /// The object that came of it; its failure is thrown.
  public @Nullable Object result() {
    check("result");
    return result;
  }

  /// Why it could not be done, or null.
  public @Nullable RuntimeException failure() {
    return failure;
  }

  /// Throws its failure, if it has one, with the trace of who asks.
  public void throwFailure() {
    RuntimeException failure = this.failure;
    if (failure != null) {
      failure.fillInStackTrace();
      throw failure;
    }
  }

  private void check(String what) {
    if (state != DONE) {
      throw new IllegalStateException(
          state == IDLE
              ? "this completion has no " + what + ": it was passed to no operation yet"
              : "the " + what + " of " + call + " is not there yet; await it, or ask isDone()");
    }
    tellSeen();
    throwFailure();
  }

  /// Runs `action` once, as a handler, when the operation is done: in a later poll or wait.
  public void then(Work action) {
    if (then != null) {
      throw new IllegalStateException(
          "this completion has an action already, which has not run yet; it takes one at a time");
    }
    then = action;
    if (state == DONE) {
      queueAction();
    }
  }

  /// The action, once.
  public Work takeAction() {
    Work action = Objects.requireNonNull(then);
    then = null;
    queued = false;
    tellSeen();
    return action;
  }

  /// Tells `gathering`, and nobody else, when it is done; null for nobody.
  public void gatherIn(@Nullable Gathering gathering) {
    this.gathering = gathering;
  }

  /// Who is told when it is done.
  public @Nullable Gathering gathering() {
    return gathering;
  }
}
