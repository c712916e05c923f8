// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import org.jspecify.annotations.Nullable;

/// What the rank's thread runs now: the body, a step of an object, a handler, a task, or the action
/// of a completion.
///
/// A step runs below the handlers: it may send and poll, and handlers run inside it as they do
/// inside the body. It must not wait.
///
/// The dispatcher sets it at each record. It ends a handler's context once a batch, which costs the
/// single message nothing.
public final class CurrentContext {
  /// In place of a record's header: the program's body.
  private static final long BODY = 0;

  /// In place of a record's header: a task that a worker thread submitted.
  private static final long TASK = -1;

  /// In place of a record's header: the action of a completion.
  private static final long ACTION = -2;

  private final HandlerNames names;
  private long current = BODY;
  private int source;

  /// The operation whose completion's action runs.
  private String actionOf = "";

  /// What the running step says of itself, by its `toString`; null while none runs.
  private @Nullable Object step;

  CurrentContext(HandlerNames names) {
    this.names = names;
  }

  /// A handler runs for the record with this header.
  public void enterHandler(long header, int source) {
    current = header;
    this.source = source;
  }

  void enterTask() {
    current = TASK;
  }

  void enterAction(String call) {
    current = ACTION;
    actionOf = call;
  }

  /// A step of an object runs; `step` says which by its `toString`. Steps never nest.
  public void enterStep(Object step) {
    this.step = step;
  }

  /// The step has ended.
  public void leaveStep() {
    step = null;
  }

  /// Whether a step of an object runs, in which a handler may run.
  public boolean inStep() {
    return step != null;
  }

  /// Whether only the body runs.
  boolean isBody() {
    return current == BODY && step == null;
  }

  /// The body, or the step under the handler, runs again.
  public void leave() {
    current = BODY;
  }

  /// Whether something runs that must not wait.
  public boolean inHandler() {
    return current != BODY;
  }

  /// What runs, for a report; empty for the body.
  public String where() {
    if (current == BODY) {
      Object step = this.step;
      return step == null ? "" : step.toString();
    }
    if (current == TASK) {
      return "a task submitted by a worker thread";
    }
    if (current == ACTION) {
      return "the action of a completion of \"" + actionOf + "\"";
    }
    return "handler \"" + names.nameOf(current) + "\" for a message from rank " + source;
  }

  /// Returns to the body after an exception, and returns what had run.
  String leaveFailed() {
    String where = where();
    leave();
    leaveStep();
    return where;
  }
}
