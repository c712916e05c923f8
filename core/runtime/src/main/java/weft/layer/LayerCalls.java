// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import weft.internal.rank.Owner;
import weft.internal.rank.Program;
import weft.internal.rank.Rank;

/// Checks of calls, and where a rank is, for one of Weft's own libraries.
public final class LayerCalls {
  private final Rank rank;
  private final Owner owner;

  LayerCalls(Rank rank) {
    this.rank = rank;
    this.owner = rank.owner();
  }

  /// Whether [weft.World#start] has been called.
  public boolean isStarted() {
    return rank.checks().isStarted();
  }

  /// Whether the calling thread is the rank's own.
  public boolean isHere() {
    return owner.isHere();
  }

  /// Whether the calling thread may send now: it is the rank's own, between the start and the end,
  /// and no pure part of the program runs.
  public boolean maySend() {
    return owner.maySend();
  }

  /// 0 while the rank's own thread may send, else −1; see [Owner#mask].
  public int mask() {
    return owner.mask();
  }

  /// Whether a call may wait now: no handler runs.
  public boolean mayWait() {
    return !rank.context().inHandler();
  }

  /// Whether a handler, a task or an action runs.
  public boolean inHandler() {
    return rank.context().inHandler();
  }

  /// Whether the job is in the debug mode, in which reports may know more and calls may take
  /// longer.
  public boolean isChecking() {
    return rank.isChecking();
  }

  /// Refuses `call` by other threads.
  public void checkThread(String call) {
    rank.checks().checkThread(call);
  }

  /// Refuses `call` by other threads, and after the end.
  public void checkOpen(String call) {
    rank.checks().checkOpen(call);
  }

  /// Refuses `call` in a pure part of the program too; see [ProgramCalls#enterPure].
  public void checkMaySend(String call) {
    rank.checks().checkMaySend(call);
  }

  /// Refuses `call` in a handler too.
  public void checkMayWait(String call) {
    rank.checks().checkMayWait(call);
  }

  /// The current context, for a report; empty for the body.
  public String where() {
    return rank.context().where();
  }

  /// The line of the program that this rank is at, for reports; empty if there is none.
  public String line() {
    return line(Thread.currentThread());
  }

  /// The line of the program that `thread` is at, for reports; empty if there is none.
  public static String line(Thread thread) {
    StackTraceElement line = Program.line(thread);
    return line == null ? "" : line.toString();
  }

  /// Ends the job with the exception `thrown`; the report names `where`.
  public RuntimeException fail(String where, Throwable thrown) {
    throw rank.failures().report(where, thrown);
  }
}
