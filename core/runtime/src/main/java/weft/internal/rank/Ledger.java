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

  /// Messages of libraries for which only the end of the job waits.
  private long sentAside;

  private long handledAside;

  /// Pieces of work that count as completed here, or as issued, only since they have gone to
  /// another rank, or come from one.
  private long handedOver;

  private long takenOver;

  /// The maintenance messages sent here, less those handled here.
  private long maintenance;

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
      case BY_END -> sentAside++;
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

  /// Counts a message as one that keeps a library's own knowledge up to date, such as a move of an
  /// object: +1 where it is sent, −1 where it is handled. It is counted as sent and handled too.
  public void maintenance(int change) {
    maintenance += change;
  }

  /// Counts `works` pieces of work that go to another rank. They are counted as completed here too.
  public void handedOver(int works) {
    handedOver += works;
  }

  /// Counts `works` pieces of work that have come from another rank. They are counted as issued
  /// here too.
  public void takenOver(int works) {
    takenOver += works;
  }

  // Completed.

  /// Counts handled messages of the program.
  public void handled(long messages) {
    handled += messages;
  }

  /// Counts a handled message of this kind that is not the program's.
  public void handled(Counted counted) {
    switch (counted) {
      case BY_QUIESCENCE -> done++;
      case BY_END -> handledAside++;
      case BY_PROGRAM, NOT -> {}
    }
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

  /// The number of issued events for the end of the job, which waits for all messages.
  public long issuedToEnd() {
    return issued() + sentAside;
  }

  /// The number of completed events for the end of the job.
  public long completedToEnd() {
    return completed() + handledAside;
  }

  /// The pieces of work that count as completed here only since they have gone to another rank.
  public long handedOver() {
    return handedOver;
  }

  /// The pieces of work that count as issued here only since they have come from another rank.
  public long takenOver() {
    return takenOver;
  }

  /// What this rank adds to the number of the program's messages in flight: the sum over all ranks
  /// is that number. Neither tasks nor maintenance are among them.
  public long programsInFlight() {
    return sent + owed - handled - done - maintenance;
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
