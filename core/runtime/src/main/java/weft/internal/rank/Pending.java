// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The state of one pending operation, which a [weft.Completion] shows to users. It belongs to its
/// rank's thread, and is reused for one operation after the other.
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

  /// An action to run once when the rank sees that the operation is done, or null.
  private @Nullable Runnable seen;

  /// The next operation whose action is to be run; used by [Tasks].
  @Nullable Pending nextReady;

  /// Is notified when operations are done.
  public interface Gathering {
    /// Called when `pending` is done or has failed.
    void done(Pending pending);
  }

  /// Creates a reusable operation; `handle` is the object that users hold.
  public Pending(int rank, Tasks tasks, Object handle) {
    this.rank = rank;
    this.tasks = tasks;
    this.handle = handle;
  }

  /// The object that users hold.
  public Object handle() {
    return handle;
  }

  // Calls of the operation.

  /// Begins an operation of `call`.
  ///
  /// @throws IllegalStateException when another operation is not done yet
  public void begin(String call) {
    checkFree(call);
    reportSeen();
    this.call = call;
    this.state = ISSUED;
    this.result = null;
    this.failure = null;
  }

  /// Begins an operation of `call` that is already done.
  public void pass(String call) {
    pass(call, 0);
  }

  /// Begins an operation of `call` that is already done, with this word as the result.
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
              + " that is still in use for "
              + this.call
              + ", which is not done; await it first, or use another completion");
    }
  }

  /// Marks the operation as done at the source.
  public void sourceDone() {
    if (state == ISSUED) {
      state = SOURCE_DONE;
    }
  }

  /// Marks the operation as done, with this word as the result.
  public void done(long value) {
    this.value = value;
    end();
  }

  /// Marks the operation as done, with this object as the result.
  public void done(@Nullable Object result) {
    this.result = result;
    end();
  }

  /// Marks the operation as failed.
  public void failed(RuntimeException failure) {
    this.failure = failure;
    end();
  }

  /// Runs `action` once when the rank has seen that the pending operation is done.
  public void whenSeen(Runnable action) {
    seen = action;
  }

  private void reportSeen() {
    Runnable action = seen;
    if (action != null) {
      seen = null;
      action.run();
    }
  }

  private void end() {
    state = DONE;
    if (gathering != null) {
      reportSeen();
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

  // Calls of users.

  /// Whether an operation is pending.
  public boolean isBusy() {
    return state == ISSUED || state == SOURCE_DONE;
  }

  /// Whether the source may be used again.
  public boolean isSourceDone() {
    return state != ISSUED;
  }

  /// Whether no operation is pending.
  public boolean isDone() {
    if (isBusy()) {
      return false;
    }
    if (seen != null) {
      reportSeen();
    }
    return true;
  }

  /// The call of the operation, for messages.
  public String call() {
    return call;
  }

  /// The resulting word; throws the operation's failure.
  public long value() {
    check("value");
    return value;
  }

  /// The resulting object; throws the operation's failure.
  public @Nullable Object result() {
    check("result");
    return result;
  }

  /// The failure of the operation, or null.
  public @Nullable RuntimeException failure() {
    return failure;
  }

  /// Throws its failure, if it has one, with the stack trace of the caller.
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
    reportSeen();
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
    reportSeen();
    return action;
  }

  /// Sets the one `gathering` that is notified when the operation is done, or null.
  public void gatherIn(@Nullable Gathering gathering) {
    this.gathering = gathering;
  }

  /// The gathering that is notified when the operation is done.
  public @Nullable Gathering gathering() {
    return gathering;
  }
}
