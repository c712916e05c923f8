// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import weft.JobFailedException;
import weft.recording.RecordedTransport;
import weft.recording.Recorder;
import weft.transport.Transport;

/// One rank without its messages: its number, progress loop, accepted calls, waits, counts, and
/// failure.
///
/// The packages above (sending, dispatch, one-sided memory, libraries) are built on this class. It
/// depends on none of them.
public final class Rank {
  private final Transport transport;
  private final Owner owner = new Owner();
  private final HandlerNames handlerNames = new HandlerNames();
  private final CurrentContext context = new CurrentContext(handlerNames, owner);
  private final Ledger ledger = new Ledger();
  private final DueWork due;
  private final Waiting waiting;
  private final Failures failures;
  private final OtherThreads otherThreads;
  private final CallChecks checks;
  private final Tasks tasks;
  private final Replies replies;
  private final Loop loop;
  private final RankStatus status;
  private final Budget budget;
  private final Blocks blocks;
  private final boolean checking;
  private final LibrarySettings libraries;
  private final Map<Class<?>, Object> kept = new HashMap<>();
  private final List<Runnable> atEnd = new ArrayList<>();
  private final List<Runnable> whenAllReturned = new ArrayList<>();
  private final List<Runnable> whenQuiescent = new ArrayList<>();
  private final List<Runnable> whenOver = new ArrayList<>();
  private final List<Runnable> whenClosed = new ArrayList<>();

  /// The rank that uses `transport`; it belongs to the calling thread.
  public Rank(Transport transport, Settings settings) {
    int rank = transport.rank();
    this.transport = transport;
    this.checking = settings.check().isPresent();
    this.libraries = new LibrarySettings(settings.given());
    this.due = new DueWork(transport);
    RecordedTransport recorded = RecordedTransport.of(transport);
    Recorder recorder = recorded == null ? null : recorded.recorder();
    this.waiting =
        recorder == null ? new Waiting(transport) : new RecordingWaiting(transport, recorder);
    this.failures = new Failures(transport, context);
    var refusals = new Refusals(rank, transport.size());
    this.otherThreads = new OtherThreads(transport, failures);
    this.checks = new CallChecks(owner, context, refusals, failures, otherThreads);
    this.tasks =
        recorder == null
            ? new Tasks(context, checks, refusals, failures, due, ledger)
            : new RecordingTasks(context, checks, refusals, failures, due, ledger, recorder);
    this.replies = new Replies(rank);
    this.loop = new Loop(transport, owner, checks, context, due, tasks, waiting, failures, ledger);
    this.status = new RankStatus(rank, owner, context, waiting, failures, due, ledger);
    this.budget = new Budget(settings.budget(transport));
    this.blocks = new Blocks(budget);
  }

  // Parts.

  /// This rank's number.
  public int rank() {
    return transport.rank();
  }

  /// The number of ranks.
  public int size() {
    return transport.size();
  }

  /// The thread that may use the rank now.
  public Owner owner() {
    return owner;
  }

  /// The names of the handlers.
  public HandlerNames handlerNames() {
    return handlerNames;
  }

  /// The current context of the rank's thread.
  public CurrentContext context() {
    return context;
  }

  /// What happens when another thread calls this rank.
  public OtherThreads otherThreads() {
    return otherThreads;
  }

  /// The numbers of issued and completed messages.
  public Ledger ledger() {
    return ledger;
  }

  /// The work of the next poll besides taking messages.
  public DueWork due() {
    return due;
  }

  /// The rank's waits.
  public Waiting waiting() {
    return waiting;
  }

  /// The failure of the job.
  public Failures failures() {
    return failures;
  }

  /// The checks of calls.
  public CallChecks checks() {
    return checks;
  }

  /// Tasks of worker threads, and actions of completions.
  public Tasks tasks() {
    return tasks;
  }

  /// The operations that wait for a reply.
  public Replies replies() {
    return replies;
  }

  /// The progress loop.
  public Loop loop() {
    return loop;
  }

  /// The status report.
  public RankStatus status() {
    return status;
  }

  /// The bytes that early arrivals, backlogs and reassembly may take together.
  public Budget budget() {
    return budget;
  }

  /// The memory of backlogs and reassembly, taken from the budget.
  public Blocks blocks() {
    return blocks;
  }

  /// Whether the job is in the debug mode.
  public boolean isChecking() {
    return checking;
  }

  /// A reusable operation of this rank; `handle` is the object that users hold.
  public Pending pending(Object handle) {
    return new Pending(rank(), tasks, handle);
  }

  // Settings, state and actions of libraries.

  /// The settings of libraries.
  public LibrarySettings libraries() {
    return libraries;
  }

  /// The one object of `type` that a library keeps for this rank; `maker` creates it at the first
  /// call.
  public <T> T keep(Class<T> type, Supplier<T> maker) {
    T made = type.cast(kept.get(type));
    if (made == null) {
      made = maker.get();
      kept.put(type, made);
    }
    return made;
  }

  /// Runs `action` when the rank's body has returned without an exception, before the collective
  /// end of the job.
  public void atEnd(Runnable action) {
    atEnd.add(action);
  }

  /// Runs `action` when the bodies of all ranks have returned, before the end of the job is agreed
  /// upon: libraries stop what they do by themselves.
  public void whenAllReturned(Runnable action) {
    whenAllReturned.add(action);
  }

  /// Runs the actions of [#whenAllReturned].
  public void allReturned() {
    whenAllReturned.forEach(Runnable::run);
  }

  /// Runs `action` whenever quiescence has been found.
  public void whenQuiescent(Runnable action) {
    whenQuiescent.add(action);
  }

  /// Runs the actions of [#whenQuiescent].
  public void quiescent() {
    whenQuiescent.forEach(Runnable::run);
  }

  /// Runs `action` at the end of the job, when it is agreed upon: no message is in flight any more,
  /// counted or not.
  public void whenOver(Runnable action) {
    whenOver.add(action);
  }

  /// Runs the actions of [#whenOver].
  public void over() {
    whenOver.forEach(Runnable::run);
  }

  /// Runs `action` at the very end of this rank, whether the job has succeeded or failed. It must
  /// not throw.
  public void whenClosed(Runnable action) {
    whenClosed.add(action);
  }

  // Beginning and end.

  /// Lets the transport report failures to this rank, and ask for its status. Called once, first.
  public void connect() {
    transport.connect(status);
  }

  /// Ends registration.
  public void start() {
    checks.start();
    String unused = libraries.unused();
    if (unused != null && rank() == 0) {
      System.err.println("weft: " + unused);
    }
  }

  /// Runs the actions of [#atEnd]: the body has returned without an exception.
  public void bodyReturned() {
    atEnd.forEach(Runnable::run);
  }

  /// Reports the body's exception, unless it is known already, and returns the exception that
  /// launch throws.
  public JobFailedException bodyFailed(Throwable thrown) {
    return failures.ofBody(thrown);
  }

  /// From now on refuses every call except those for counters.
  public void close() {
    owner.end();
    checks.close();
    blocks.close();
    whenClosed.forEach(Runnable::run);
    whenClosed.clear();
  }
}
