// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.concurrent.atomic.AtomicLong;

/// The numbers of messages that one rank has issued and completed, for quiescence, the counters,
/// and reports of standstill.
///
/// No number in it ever falls: an event is counted after it has happened, so no count is ever
/// undone. A message is counted as issued when its record is committed or in the backlog. It is
/// counted as completed when the batch in which its handler ran has ended. [Counted] says, once for
/// each handler, whether its messages count.
///
/// Only [#submitted] may be called from other threads.
public final class Ledger {
  /// The program's messages.
  private long sent;

  private long handled;

  /// The other things that quiescence waits for: the runtime's own messages, actions of
  /// completions, and pending work of libraries.
  private long owed;

  private long done;

  private final AtomicLong submitted = new AtomicLong();
  private long submittedRun;
  private long moves;
  private long reports;

  Ledger() {}

  // Issued.

  /// Counts a sent message of the program.
  public void sent() {
    sent++;
  }

  /// Counts a message sent to a handler of this kind.
  public void sent(Counted counted) {
    switch (counted) {
      case BY_PROGRAM -> sent++;
      case BY_QUIESCENCE -> owed++;
      case NOT -> {}
    }
  }

  /// Announces an event that quiescence must wait for; [#happened] follows.
  public void expect() {
    owed++;
  }

  /// From any thread: counts a task that is about to be queued. It is counted first, so quiescence
  /// never misses a queued task.
  void submitted() {
    submitted.incrementAndGet();
  }

  /// Announces `works` events; [#happened(int)] follows.
  public void expect(int works) {
    owed += works;
  }

  // Completed.

  /// Counts handled messages of the program.
  public void handled(long messages) {
    handled += messages;
  }

  /// Counts one event that [#expect] announced.
  public void happened() {
    done++;
  }

  /// Counts `works` announced events.
  public void happened(int works) {
    done += works;
  }

  void taskRun() {
    submittedRun++;
  }

  /// Counts progress that no other number here shows, so that the rank does not seem to stand
  /// still.
  public void move() {
    moves++;
  }

  /// Counts one report of the two sums below to the other ranks.
  public void reported() {
    reports++;
  }

  /// How often this rank has reported its sums.
  public long reports() {
    return reports;
  }

  // The counts.

  /// The number of issued events for quiescence.
  public long issued() {
    return sent + owed + submitted.get();
  }

  /// The number of completed events for quiescence.
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

  /// A number that grows with any progress.
  long activity() {
    return issued() + completed() + moves;
  }
}
