// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.concurrent.atomic.AtomicLong;

/// What one rank has issued and completed, for quiescence, the counters, and reports of standstill.
///
/// No number in it ever falls: nothing is counted before it has happened, so nothing is taken back.
/// A message is counted as issued when its record is committed or in the backlog. It is counted as
/// completed when the batch in which its handler ran has ended. Which messages count, [Counted]
/// says, once for each handler.
///
/// All but [#submitted] belongs to the rank's thread.
public final class Ledger {
  /// The program's messages.
  private long sent;

  private long handled;

  /// What else quiescence waits for: the runtime's own messages, actions of completions, and work
  /// that a library owes.
  private long owed;

  private long done;

  private final AtomicLong submitted = new AtomicLong();
  private long submittedRun;
  private long moves;

  Ledger() {}

  // Issued.

  /// A message of the program was sent.
  public void sent() {
    sent++;
  }

  /// A message was sent to a handler that counts like this.
  public void sent(Counted counted) {
    switch (counted) {
      case BY_PROGRAM -> sent++;
      case BY_QUIESCENCE -> owed++;
      case NOT -> {}
    }
  }

  /// Something will happen that quiescence has to wait for: [#happened] follows.
  public void expect() {
    owed++;
  }

  /// From any thread: a task is about to be queued. Counted first, so that quiescence never misses
  /// one that is in the queue.
  void submitted() {
    submitted.incrementAndGet();
  }

  /// As much will happen: [#happened(int)] follows.
  public void expect(int works) {
    owed += works;
  }

  // Completed.

  /// Handlers of the program's messages have run.
  public void handled(long messages) {
    handled += messages;
  }

  /// What [#expect] announced has happened.
  public void happened() {
    done++;
  }

  /// As much of what was announced has happened.
  public void happened(int works) {
    done += works;
  }

  void taskRun() {
    submittedRun++;
  }

  /// Something moved on that nothing else here shows: the rank does not stand still.
  public void move() {
    moves++;
  }

  // What was counted.

  /// What quiescence counts as issued.
  public long issued() {
    return sent + owed + submitted.get();
  }

  /// What quiescence counts as completed.
  public long completed() {
    return handled + done + submittedRun;
  }

  /// The program's messages that were sent.
  public long messagesSent() {
    return sent;
  }

  /// The program's messages whose handlers ran in batches that have ended.
  public long messagesHandled() {
    return handled;
  }

  /// The tasks of worker threads that have run.
  public long tasksRun() {
    return submittedRun;
  }

  /// A number that grows with whatever moves.
  long activity() {
    return issued() + completed() + moves;
  }
}
