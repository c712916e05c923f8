// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import org.jspecify.annotations.Nullable;
import weft.JobFailedException;
import weft.WeftException;

/// The code that the rank's thread runs now: the body, a step of an object, a handler, a task, the
/// action of a completion, or another part of the program that the rank calls.
///
/// A step runs below the handlers: it may send and poll, and handlers run inside it as they do
/// inside the body. It must not wait.
///
/// Such a part is either *pure* or runs as a handler does. A pure part, such as a codec or a load,
/// computes: it may neither send, wait, poll nor step, because it runs in the middle of another
/// operation. A part that runs as a handler does, such as the result of a reduction, may send. Each
/// call of a part is between [#enterPure] or [#enterPart] and [#leave(long)] or [#failed].
///
/// The dispatcher sets it at each record. It ends a handler's context once per batch, so a single
/// message pays nothing.
@SuppressWarnings("ReferenceEquality") // exceptions are compared by identity
public final class CurrentContext {
  /// In place of a record's header: the program's body.
  private static final long BODY = 0;

  /// In place of a record's header: a task that a worker thread submitted.
  private static final long TASK = -1;

  /// In place of a record's header: the action of a completion.
  private static final long ACTION = -2;

  /// In place of a record's header: part 0 of the program, pure. The following negative numbers are
  /// this part as a handler, then part 1, pure, and so on.
  private static final long PART = -3;

  private static final int CONDITION = ProgramParts.number("the condition of a wait");

  private final HandlerNames names;
  private final Owner owner;
  private long current = BODY;
  private int source;

  /// The operation whose completion's action runs.
  private String actionOf = "";

  /// The running step, described by its `toString`; null while none runs.
  private @Nullable Object step;

  /// The last exception that left a part of the program, and where that was.
  private @Nullable Throwable thrown;

  private String thrownIn = "";

  CurrentContext(HandlerNames names, Owner owner) {
    this.names = names;
    this.owner = owner;
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

  // Parts of the program.

  /// Enters a pure part of the program, by its number in [ProgramParts]. Returns what
  /// [#leave(long)] needs. Inside another pure part that one stays the current one.
  public long enterPure(int part) {
    long outer = current;
    if (!isPure(outer)) {
      current = PART - 2L * part;
      owner.shut();
    }
    return outer;
  }

  /// Enters a part of the program that runs as a handler does; see [#enterPure].
  public long enterPart(int part) {
    long outer = current;
    if (!isPure(outer)) {
      current = PART - 1 - 2L * part;
    }
    return outer;
  }

  /// Enters the condition of a wait of the body, which runs as a handler does; see [#enterPure].
  long enterCondition() {
    return enterPart(CONDITION);
  }

  /// Whether the body runs, or the condition that it waits for.
  boolean isBodyOrCondition() {
    long code = current;
    return step == null && (code == BODY || code == PART - 1 - 2L * CONDITION);
  }

  /// Leaves a part of the program that has returned.
  public void leave(long outer) {
    current = outer;
    if (!isPure(outer)) {
      owner.reopen();
    }
  }

  /// Leaves a part of the program that has thrown, and rethrows its exception. A report of this
  /// exception names the part.
  public RuntimeException failed(long outer, Throwable thrown) {
    blame(nameOf(current), outer, thrown);
    leave(outer);
    throw Failures.<RuntimeException>sneak(thrown);
  }

  /// Lets a report of `thrown` name the part, which returned a wrong value or read the wrong bytes.
  public void blame(int part, Throwable thrown) {
    blame(ProgramParts.name(part), current, thrown);
  }

  private void blame(String part, long outer, Throwable thrown) {
    if (thrown instanceof JobFailedException) {
      return;
    }
    String around = isWeftsOwn(outer) ? "" : where(outer);
    this.thrown = thrown;
    thrownIn = around.isEmpty() || around.startsWith(part) ? part : part + ", in " + around;
  }

  /// Where `thrown` was thrown: the part of the program that it has left, or `where`.
  public String place(String where, Throwable thrown) {
    @Nullable Throwable it = thrown;
    while (it != null && it != this.thrown) {
      it = isWefts(it) ? it.getCause() : null;
    }
    return it == null ? where : thrownIn;
  }

  /// Whether `thrown` is Weft's own, such as the exception that names a codec. An exception of the
  /// program may have any `getCause`.
  private static boolean isWefts(Throwable thrown) {
    return thrown instanceof WeftException
        && thrown.getClass().getModule() == CurrentContext.class.getModule()
        && thrown.getClass().getPackageName().startsWith("weft");
  }

  private static boolean isPure(long code) {
    return code <= PART && (code & 1) != 0;
  }

  private static String nameOf(long code) {
    return ProgramParts.name((int) ((PART - code) >> 1));
  }

  private boolean isWeftsOwn(long code) {
    return code > BODY && names.isWeftsOwn(code);
  }

  /// Whether a part of the program runs that may neither send nor wait.
  public boolean isPure() {
    return isPure(current);
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
    return where(current);
  }

  private String where(long current) {
    if (current <= PART) {
      return nameOf(current);
    }
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
    leave(BODY);
    leaveStep();
    return where;
  }
}
