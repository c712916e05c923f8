// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

/// What the rank's thread runs now: the body, a handler, a task, or the action of a completion.
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

  /// The body runs again.
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
      return "";
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
    return where;
  }
}
