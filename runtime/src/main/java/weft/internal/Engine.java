// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Counters;
import weft.Frame;
import weft.JobFailedException;
import weft.internal.agreement.Quiescence;
import weft.internal.agreement.Rounds;
import weft.internal.agreement.TableAgreement;
import weft.internal.dispatch.Dispatcher;
import weft.internal.dispatch.HandlerTable;
import weft.internal.dispatch.PayloadView;
import weft.internal.dispatch.Reassembly;
import weft.internal.dispatch.ScribblingView;
import weft.internal.rank.Blocks;
import weft.internal.rank.Budget;
import weft.internal.rank.Contexts;
import weft.internal.rank.Failures;
import weft.internal.rank.RankStatus;
import weft.internal.rank.Refusals;
import weft.internal.rank.Replies;
import weft.internal.rank.Settings;
import weft.internal.rank.Tasks;
import weft.internal.rank.Waiting;
import weft.internal.send.Sender;
import weft.memory.RecordLayout;
import weft.transport.FailureReport;
import weft.transport.Outbox;
import weft.transport.Transport;

/// One rank: its progress, its contexts, its waits, and how it fails.
@SuppressWarnings("ReferenceEquality") // threads and throwables are themselves
public final class Engine {
  private static final int FAILED = 1;
  private static final int TASKS = 2;

  /// Due at the next poll: a backlog stands.
  public static final int BACKLOG = 1;

  /// Due at the next poll: actions of completions.
  public static final int ACTIONS = 2;

  /// Due at the next poll: what one-sided memory has put off.
  static final int DELAYED = 4;

  private final Transport transport;
  private final int rank;
  private final int size;
  private final Outbox[] outboxes;
  private final Budget budget;
  private final Blocks blocks;
  private final Reassembly reassembly;
  private final Dispatcher dispatcher;
  private final Sender sender;
  private final Waiting waiting;
  private final HandlerTable handlers;
  private final Rounds rounds;
  private final Tasks tasks;
  private final Replies replies;
  private final Failures failures;
  private final Refusals refusals;
  private final Contexts contexts;
  private final OneSided oneSided;
  private final RankStatus situation;
  private final Upstairs upstairs;

  /// The thread that may send: null before `start()` and after the end.
  private @Nullable Thread mySender;

  /// The thread that may poll: null after the end.
  private @Nullable Thread myPoller = Thread.currentThread();

  private volatile int alarm;
  private long sent;
  private long polls;
  private long told;

  /// What else [#progress] must do, a bit each.
  private int due;

  /// The engine of the calling thread's rank.
  public Engine(Transport transport, Settings settings, Frame frame, PayloadView view) {
    this.transport = transport;
    this.rank = transport.rank();
    this.size = transport.size();
    this.outboxes = new Outbox[size];
    for (int target = 0; target < size; target++) {
      outboxes[target] = transport.outbox(target);
    }
    this.refusals = new Refusals(rank, size);
    this.tasks = new Tasks(this, refusals);
    this.failures = new Failures(transport);
    this.replies = new Replies(rank);
    this.budget = new Budget(settings.budget(transport));
    this.blocks = new Blocks(budget);
    this.reassembly = new Reassembly(blocks, size, transport.bulk());
    PayloadView shown = settings.check().isPresent() ? new ScribblingView(view) : view;
    this.dispatcher = new Dispatcher(this, frame, shown, reassembly);
    this.contexts = new Contexts(refusals, failures, dispatcher);
    this.handlers = new HandlerTable(this, dispatcher);
    this.waiting = new Waiting(transport, settings.isCrowded(transport));
    this.sender = new Sender(this, outboxes, transport, dispatcher, waiting, blocks);
    this.rounds = new Rounds(this, sender, dispatcher);
    this.situation = new RankStatus(this, dispatcher, waiting, sender, reassembly);
    this.upstairs = new Upstairs(this, settings, budget, waiting, situation, dispatcher, transport);
    this.oneSided = OneSided.of(this, transport, settings, dispatcher);
  }

  /// Lets the transport tell this rank of failures and ask what it does. Called once, first.
  public void connect() {
    transport.connect(situation);
  }

  public int rank() {
    return rank;
  }

  public int size() {
    return size;
  }

  public String transportName() {
    return transport.name();
  }

  public int frameBytes() {
    return transport.maxRecord() - RecordLayout.HEADER;
  }

  public HandlerTable handlers() {
    return handlers;
  }

  public Rounds rounds() {
    return rounds;
  }

  /// The operations that wait for a reply.
  public Replies replies() {
    return replies;
  }

  /// What this rank has to run besides handlers.
  public Tasks tasks() {
    return tasks;
  }

  /// Who may call what.
  public Contexts contexts() {
    return contexts;
  }

  Refusals refusals() {
    return refusals;
  }

  /// What the rooms above need besides.
  public Upstairs upstairs() {
    return upstairs;
  }

  /// The memory of all ranks.
  public OneSided oneSided() {
    return oneSided;
  }

  /// Refuses `call` by other threads, and after the end.
  public void checkOpen(String call) {
    contexts.checkOpen(call);
  }

  /// Refuses `call` where it must not wait.
  public void checkMayWait(String call) {
    contexts.checkMayWait(call);
  }

  /// The thread that may use this rank now: null after the end.
  @Nullable Thread poller() {
    return myPoller;
  }

  boolean inHandler() {
    return dispatcher.inHandler();
  }

  // Sending: the checks that every send passes, and the ways off the fast path.

  /// The outbox for `target`, when this thread may send there now; counts the message.
  public Outbox outbox(int target, String name) {
    Outbox[] outboxes = this.outboxes;
    if (Thread.currentThread() != mySender || target < 0 || target >= outboxes.length) {
      throw contexts.cannotSend(target, name);
    }
    sent++;
    return outboxes[target];
  }

  /// A `trySend` found no room; it is not counted.
  public boolean refused() {
    sent--;
    checkNotFailed();
    return false;
  }

  /// From now on every poll does what stands behind this bit.
  public void due(int bit) {
    due |= bit;
  }

  /// Ends [#due].
  public void notDue(int bit) {
    due &= ~bit;
  }

  /// What stands behind every send that is not a fast path.
  public Sender sender() {
    return sender;
  }

  // Progress.

  public int poll() {
    if (Thread.currentThread() != myPoller || dispatcher.inHandler()) {
      return pollElsewhere();
    }
    return progress() == 0 ? waiting.idled(polls, told) : ran();
  }

  /// How many handlers and tasks have run since the last poll or wait.
  private int ran() {
    long before = told;
    told = completed();
    return (int) (told - before);
  }

  private int pollElsewhere() {
    contexts.checkOpen("World.poll");
    return 0;
  }

  /// Runs a bounded batch of what has arrived and moves what waits; returns how much it did.
  public int progress() {
    polls++;
    int did = 0;
    if (alarm != 0 || due != 0) {
      did = alarmed() + sender.flush();
    }
    try {
      int taken = transport.poll(dispatcher);
      if (taken != 0) {
        dispatcher.leaveHandlers(taken);
      }
      return did + taken;
    } catch (Throwable thrown) {
      throw handlerFailed(thrown);
    }
  }

  private int alarmed() {
    checkNotFailed();
    clearTasksAlarm();
    try {
      return tasks.runAll(dispatcher) + oneSided.carryOut();
    } catch (Throwable thrown) {
      throw handlerFailed(thrown);
    }
  }

  public void pollUntil(String call, BooleanSupplier condition) {
    contexts.checkMayWait(call);
    if (!condition.getAsBoolean()) {
      await(call, "", -1, condition);
    }
  }

  /// Waits in `call` (of the operation `name`) for no one rank, progressing.
  public void await(String call, String name, BooleanSupplier condition) {
    contexts.checkMayWait(call, name);
    await(call, name, -1, condition);
  }

  /// Waits, progressing, until `condition` holds.
  public void await(String call, String name, int target, BooleanSupplier condition) {
    waiting.begin(call, name, target);
    try {
      for (; ; ) {
        int did = progress();
        if (condition.getAsBoolean()) {
          return;
        }
        waiting.pause(did);
      }
    } finally {
      waitEnded();
    }
  }

  public void waitEnded() {
    waiting.end();
    told = completed();
  }

  /// From any thread: a task is there.
  public void tasksCame() {
    raise(TASKS);
  }

  private void raise(int bit) {
    synchronized (this) {
      alarm |= bit;
    }
    transport.wake();
  }

  private synchronized void clearTasksAlarm() {
    alarm &= ~TASKS;
  }

  /// From any thread: throws the job's failure, if it has failed.
  public void checkNotFailed() {
    if ((alarm & FAILED) != 0) {
      throw failures.exception();
    }
  }

  // Beginning and end.

  /// Whether `start()` has been called.
  public boolean isStarted() {
    return contexts.isStarted();
  }

  public void start() {
    contexts.start();
    handlers.install();
    // Before the comparison: a rank that has passed it may send at once, and our handlers, which
    // run while we still wait in it, may send in turn. That such a message is here means that the
    // tables agree.
    mySender = contexts.owner();
    new TableAgreement(this, rounds).compare(handlers.text());
  }

  public void quiesce() {
    contexts.checkMayWait("World.quiesce");
    Quiescence.await(this, rounds);
  }

  /// What quiescence counts: messages, tasks handed in, actions of completions that are done.
  public long issued() {
    return sent + tasks.added();
  }

  /// What quiescence counts: handlers, tasks and actions run.
  public long completed() {
    return dispatcher.received() + tasks.run();
  }

  /// The collective end: returns when every rank's body has returned and nothing is in flight.
  public void finish() {
    upstairs.bodyReturned();
    oneSided.finish();
    Quiescence.finish(this, rounds);
    sender.drain();
    close();
    transport.finished();
    failures.check(); // Have all come?
  }

  /// Ends this rank: no call but its counters from now on.
  public void close() {
    mySender = null;
    myPoller = null;
    oneSided.close();
    contexts.close();
    blocks.close();
  }

  // Failure.

  private RuntimeException handlerFailed(Throwable thrown) {
    throw report(dispatcher.leaveFailed(), thrown);
  }

  /// Reports what was thrown at this rank, once, and throws it again.
  public RuntimeException report(String where, Throwable thrown) {
    String call = waiting.call();
    return failures.report(call == null ? where : where + " (in " + call + ")", thrown);
  }

  /// Reports what the body threw, unless that is known already, and returns what launch throws.
  public JobFailedException bodyFailed(Throwable thrown) {
    return failures.ofBody(thrown);
  }

  /// From another thread: the job has failed.
  public void failed(FailureReport report) {
    failures.learn(report);
    raise(FAILED);
  }

  public Counters counters() {
    contexts.checkThread("World.counters");
    return new Counters(
        sent,
        dispatcher.received(),
        sender.payloadBytes(),
        dispatcher.receivedBytes(),
        sender.fragmented(),
        sender.backlogged(),
        budget.used(),
        budget.peak(),
        polls,
        waiting.sleeps(),
        tasks.submittedRun());
  }
}
