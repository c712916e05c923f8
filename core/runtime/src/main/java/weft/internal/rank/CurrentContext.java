// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import org.jspecify.annotations.Nullable;

/// The code that the rank's thread runs now: the body, a step of an object, a handler, a task, or
/// the action of a completion.
///
/// A step runs below the handlers: it may send and poll, and handlers run inside it as they do
/// inside the body. It must not wait.
///
/// The dispatcher sets it at each record. It ends a handler's context once per batch, so a single
/// message pays nothing.
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

  /// The running step, described by its `toString`; null while none runs.
  private @Nullable Object step;

  CurrentContext(HandlerNames names) {
    this.names = names;
  }

  /// Enters the handler of the record with this header.
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

  /// Enters a step of an object; the `toString` of `step` describes it. Steps never nest.
  public void enterStep(Object step) {
    this.step = step;
  }

  /// Leaves the step.
  public void leaveStep() {
    step = null;
  }

  /// Whether a step of an object runs, perhaps with a handler inside it.
  public boolean inStep() {
    return step != null;
  }

  /// Whether only the body runs.
  boolean isBody() {
    return current == BODY && step == null;
  }

  /// Returns to the body, or to the step under the handler.
  public void leave() {
    current = BODY;
  }

  /// Whether the current code must not wait.
  public boolean inHandler() {
    return current != BODY;
  }

  /// The running code, for a report; empty for the body.
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

  /// Resets the context to the body after an exception, and returns a description of the code that
  /// ran.
  String leaveFailed() {
    String where = where();
    leave();
    leaveStep();
    return where;
  }
}
