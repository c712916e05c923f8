// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The tasks that worker threads have submitted to a rank, and the actions of its own completions.
public class Tasks {
  private final CurrentContext context;
  private final CallChecks checks;
  private final Refusals refusals;
  private final Failures failures;
  private final DueWork due;
  private final Ledger ledger;
  private final Queue<Work> queue = new ConcurrentLinkedQueue<>();

  // A list linked through the operations, so that nothing is allocated.
  private @Nullable Pending first;
  private @Nullable Pending last;

  Tasks(
      CurrentContext context,
      CallChecks checks,
      Refusals refusals,
      Failures failures,
      DueWork due,
      Ledger ledger) {
    this.context = context;
    this.checks = checks;
    this.refusals = refusals;
    this.failures = failures;
    this.due = due;
    this.ledger = ledger;
  }

  /// From any thread: the rank's thread runs `work` in its next poll or wait.
  public void submit(Work work) {
    failures.check();
    if (checks.isClosed()) {
      throw refusals.over("World.submit");
    }
    if (!add(work)) {
      throw refusals.taskNeverRan();
    }
  }

  /// From any thread of a library: as [#submit], but does nothing once the rank or its job is over.
  public void offer(Work work) {
    if (!checks.isClosed() && !failures.isKnown()) {
      boolean _ = add(work);
    }
  }

  /// Returns whether `work` can still run: the rank may have ended since the caller's check.
  private boolean add(Work work) {
    ledger.submitted();
    queue.add(work);
    due.raise(DueWork.TASKS);
    return !checks.isClosed() || !queue.remove(work);
  }

  /// From a worker thread: waits until a task has counted `done` down.
  void await(CountDownLatch done) throws InterruptedException {
    while (!done.await(20, TimeUnit.MILLISECONDS)) {
      failures.check();
      if (checks.isClosed() && done.getCount() > 0) {
        throw refusals.taskNeverRan();
      }
    }
  }

  /// From the rank's thread: queues the action of an operation that is done.
  void add(Pending pending) {
    ledger.expect();
    Pending last = this.last;
    if (last == null) {
      first = pending;
      due.add(DueWork.ACTIONS);
    } else {
      last.nextReady = pending;
    }
    this.last = pending;
  }

  /// Runs the queued tasks and actions, in handler context, and returns their number.
  int runAll() throws Exception {
    int did = runActions();
    for (@Nullable Work work = queue.poll(); work != null; work = queue.poll()) {
      context.enterTask();
      work.run();
      context.leave();
      ledger.taskRun();
      did++;
    }
    return did;
  }

  /// Runs the actions that are queued now; actions that these queue run at the next call.
  private int runActions() throws Exception {
    Pending pending = first;
    if (pending == null) {
      return 0;
    }
    first = null;
    last = null;
    due.remove(DueWork.ACTIONS);
    int did = 0;
    while (pending != null) {
      Pending next = pending.nextReady;
      pending.nextReady = null;
      context.enterAction(pending.call());
      pending.takeAction().run();
      context.leave();
      ledger.happened();
      did++;
      pending = next;
    }
    return did;
  }
}
