// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import weft.internal.Engine;
import weft.internal.dispatch.Dispatcher;

/// What one rank has to run besides the handlers of messages: the tasks that worker threads handed
/// to it, and the actions of its own completions.
@SuppressWarnings("ReferenceEquality") // threads are themselves
public final class Tasks {
  private final Engine engine;
  private final Refusals refusals;
  private final Queue<Work> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong submitted = new AtomicLong();
  private long submittedRun;

  // Linked through the operations themselves, so that nothing is allocated.
  private @Nullable Pending first;
  private @Nullable Pending last;
  private long actions;
  private long actionsRun;

  public Tasks(Engine engine, Refusals refusals) {
    this.engine = engine;
    this.refusals = refusals;
  }

  /// From any thread: `work` is run by the rank's.
  public void submit(Work work) {
    engine.checkNotFailed();
    if (engine.contexts().isClosed()) {
      throw refusals.over("World.submit");
    }
    // Counted first, so that quiescence never misses one that is in the queue.
    submitted.incrementAndGet();
    queue.add(work);
    engine.tasksCame();
  }

  /// From any thread: waits until a task has counted `done` down.
  public void await(CountDownLatch done) throws InterruptedException {
    if (Thread.currentThread() == engine.contexts().owner()) {
      engine.pollUntil("Task.await", () -> done.getCount() == 0);
      return;
    }
    while (!done.await(20, TimeUnit.MILLISECONDS)) {
      engine.checkNotFailed();
      if (engine.contexts().isClosed() && done.getCount() > 0) {
        throw refusals.taskNeverRan();
      }
    }
  }

  /// From the rank's thread: the action of an operation that is done.
  void add(Pending pending) {
    actions++;
    Pending last = this.last;
    if (last == null) {
      first = pending;
      engine.due(Engine.ACTIONS);
    } else {
      last.nextReady = pending;
    }
    this.last = pending;
  }

  /// From the rank's thread: something that quiescence has to wait for will happen.
  public void expect() {
    actions++;
  }

  /// From the rank's thread: it has happened.
  public void happened() {
    actionsRun++;
  }

  public int runAll(Dispatcher dispatcher) throws Exception {
    int did = runActions(dispatcher);
    for (@Nullable Work work = queue.poll(); work != null; work = queue.poll()) {
      dispatcher.runTask(work);
      submittedRun++;
      did++;
    }
    return did;
  }

  /// Runs the actions that are there now; what they add runs the next time.
  private int runActions(Dispatcher dispatcher) throws Exception {
    Pending pending = first;
    if (pending == null) {
      return 0;
    }
    first = null;
    last = null;
    engine.notDue(Engine.ACTIONS);
    int did = 0;
    while (pending != null) {
      Pending next = pending.nextReady;
      pending.nextReady = null;
      dispatcher.runAction(pending);
      actionsRun++;
      did++;
      pending = next;
    }
    return did;
  }

  public long added() {
    return submitted.get() + actions;
  }

  public long run() {
    return submittedRun + actionsRun;
  }

  /// The tasks of worker threads that have run.
  public long submittedRun() {
    return submittedRun;
  }
}
