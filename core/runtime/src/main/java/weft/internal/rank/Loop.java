// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.transport.RecordSink;
import weft.transport.Transport;

/// The progress loop of one rank: it takes records that have arrived, does due work, and waits.
///
/// The packages above take records and do due work through the interfaces [Taker] and [Chore].
@SuppressWarnings("ReferenceEquality") // chores are compared by identity
public final class Loop {
  /// Takes the records of the transport, and runs their handlers.
  public interface Taker extends RecordSink {
    /// Called at the end of a batch of `taken` records, outside any handler.
    void endBatch(int taken);
  }

  /// Due work: run when a bit of [DueWork] is set.
  @FunctionalInterface
  public interface Chore {
    /// Does some of the work, and returns the number of things done.
    int run();
  }

  private final Transport transport;
  private final Owner owner;
  private final CallChecks checks;
  private final CurrentContext context;
  private final DueWork due;
  private final Tasks tasks;
  private final Waiting waiting;
  private final Failures failures;
  private final Ledger ledger;

  private static final Chore NONE = () -> 0;

  private @Nullable Taker taker;
  private Chore delayed = NONE;
  private Chore backlog = NONE;
  private Chore buffers = NONE;

  /// Runs steps of objects; or null.
  private @Nullable Chore steps;

  private @Nullable Chore laterSteps;

  private long polls;

  /// [Ledger#completed] at the last poll or wait.
  private long completed;

  Loop(
      Transport transport,
      Owner owner,
      CallChecks checks,
      CurrentContext context,
      DueWork due,
      Tasks tasks,
      Waiting waiting,
      Failures failures,
      Ledger ledger) {
    this.transport = transport;
    this.owner = owner;
    this.checks = checks;
    this.context = context;
    this.due = due;
    this.tasks = tasks;
    this.waiting = waiting;
    this.failures = failures;
    this.ledger = ledger;
  }

  /// Sets the taker of records. Called once, before the first poll.
  public void setTaker(Taker taker) {
    this.taker = taker;
  }

  /// Sets the chore for delayed work of one-sided memory.
  public void setDelayed(Chore delayed) {
    this.delayed = first(this.delayed, delayed, "delayed work of one-sided memory");
  }

  /// Returns `chore`, unless another part of Weft has set one: a second one would silently replace
  /// the first.
  private static Chore first(Chore before, Chore chore, String what) {
    if (before != NONE) {
      throw new IllegalStateException(
          "this rank has a chore for " + what + " already, and takes one; combine the two");
    }
    return chore;
  }

  /// Sets the chore that runs steps of objects, in waits of the body from [#letStep] on.
  public void setSteps(Chore steps) {
    laterSteps = first(laterSteps == null ? NONE : laterSteps, steps, "steps of objects");
  }

  /// Allows steps, which may send: the tables of all ranks agree.
  public void letStep() {
    steps = laterSteps;
  }

  /// Runs steps of objects, if the body runs, and returns their number.
  public int step() {
    if (!context.isBody()) {
      return 0;
    }
    try {
      Chore steps = this.steps;
      return steps == null ? 0 : steps.run();
    } catch (Throwable thrown) {
      throw handlerFailed(thrown);
    }
  }

  /// Sets the chore that flushes the backlog.
  public void setBacklog(Chore backlog) {
    this.backlog = first(this.backlog, backlog, "the backlog");
  }

  /// Sets the chore for partly filled buffers of a library. It must not wait.
  public void setBuffers(Chore buffers) {
    this.buffers = first(this.buffers, buffers, "buffers of libraries");
  }

  /// Runs a bounded batch, and returns the number of handlers and tasks run since the last poll or
  /// wait.
  public int poll() {
    if (!owner.mayPoll() || context.inHandler()) {
      checks.checkMaySend("World.poll");
      return 0;
    }
    return progress() == 0 ? waiting.idled(polls, completed) : ran();
  }

  private int ran() {
    long before = completed;
    completed = ledger.completed();
    return (int) (completed - before);
  }

  /// Takes a bounded batch of records, does due work, and returns the number of things done.
  public int progress() {
    polls++;
    int did = 0;
    if (due.isAny()) {
      did = doDueWork();
    }
    try {
      Taker taker = Objects.requireNonNull(this.taker);
      int taken = transport.poll(taker);
      if (taken != 0) {
        taker.endBatch(taken);
      }
      return did + taken;
    } catch (Throwable thrown) {
      throw handlerFailed(thrown);
    }
  }

  private int doDueWork() {
    failures.check();
    if (due.isRaised(DueWork.TASKS)) {
      due.clear(DueWork.TASKS);
    }
    int did;
    try {
      did = tasks.runAll() + delayed.run();
    } catch (Throwable thrown) {
      throw handlerFailed(thrown);
    }
    did += backlog.run();
    return did + buffers.run();
  }

  private RuntimeException handlerFailed(Throwable thrown) {
    throw failures.report(context.leaveFailed(), thrown);
  }

  /// Waits in `call` until the program's `condition` holds, and makes progress meanwhile. The
  /// condition runs as a handler does.
  public void pollUntil(String call, BooleanSupplier condition) {
    checks.checkMayWait(call);
    if (!holds(condition)) {
      await(call, "", -1, steps != null, true, condition);
    }
  }

  private boolean holds(BooleanSupplier condition) {
    long outer = context.enterCondition();
    boolean holds;
    try {
      holds = condition.getAsBoolean();
    } catch (Throwable thrown) {
      throw context.failed(outer, thrown);
    }
    context.leave(outer);
    return holds;
  }

  /// Waits in `call` of the operation `name`, for no particular rank, and makes progress meanwhile.
  public void await(String call, String name, BooleanSupplier condition) {
    checks.checkMayWait(call, name);
    await(call, name, -1, condition);
  }

  /// Waits for `target` until `condition` holds, and makes progress meanwhile. A `target` of −1 is
  /// no particular rank.
  public void await(String call, String name, int target, BooleanSupplier condition) {
    await(call, name, target, steps != null, false, condition);
  }

  /// Waits in a send, until `room` holds. Every call that sends and may wait for room uses this
  /// wait. It runs handlers, and never steps of objects, so that a send does the same on every
  /// transport. A step may call it.
  public void awaitRoom(String call, String name, int target, BooleanSupplier room) {
    await(call, name, target, false, false, room);
  }

  private void await(
      String call,
      String name,
      int target,
      boolean withSteps,
      boolean ofProgram,
      BooleanSupplier condition) {
    waiting.begin(call, name, target);
    try {
      for (; ; ) {
        int did = progress();
        if (withSteps) {
          did += step();
        }
        if (ofProgram ? holds(condition) : condition.getAsBoolean()) {
          return;
        }
        waiting.pause(did);
      }
    } finally {
      waiting.end();
      completed = ledger.completed();
    }
  }

  /// From any thread: waits until a task has counted `done` down.
  public void await(CountDownLatch done) throws InterruptedException {
    if (owner.isHere()) {
      pollUntil("Task.await", () -> done.getCount() == 0);
    } else {
      tasks.await(done);
    }
  }

  /// The number of polls of the rank.
  public long polls() {
    return polls;
  }
}
