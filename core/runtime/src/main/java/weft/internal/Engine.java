// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Counters;
import weft.Frame;
import weft.Rsr0;
import weft.codec.Codec;
import weft.internal.agreement.AgreementRounds;
import weft.internal.agreement.Quiescence;
import weft.internal.agreement.TableAgreement;
import weft.internal.dispatch.Dispatcher;
import weft.internal.dispatch.HandlerTable;
import weft.internal.dispatch.PayloadView;
import weft.internal.dispatch.Reassembly;
import weft.internal.dispatch.RecordingDispatcher;
import weft.internal.dispatch.ScribblingView;
import weft.internal.rank.Ledger;
import weft.internal.rank.Rank;
import weft.internal.rank.Replies;
import weft.internal.rank.Settings;
import weft.internal.rank.Tasks;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.memory.RecordLayout;
import weft.recording.RecordedTransport;
import weft.recording.Recorder;
import weft.transport.Transport;
import weft.transport.Waits;

/// One rank with its messages: a [Rank], its senders and receivers, and its rounds. One-sided
/// memory and libraries are built on this class; it does not depend on them.
public final class Engine {
  private final Transport transport;
  private final Rank rank;

  /// The time at which this rank was created, by its transport's clock.
  private final long began;

  private final Sender sender;
  private final Dispatcher dispatcher;
  private final HandlerTable handlers;
  private final AgreementRounds rounds;
  private final List<Runnable> beforeQuiesce = new ArrayList<>();
  private final @Nullable SharedRecording recording;

  /// The engine of the calling thread's rank; `view` points `frame` at payloads.
  public Engine(Transport transport, Settings settings, Frame frame, PayloadView view) {
    this.transport = transport;
    this.rank = new Rank(transport, settings);
    this.began = rank.waiting().nanoTime();
    this.sender = new Sender(rank, transport);
    var reassembly = new Reassembly(rank.blocks(), rank.size(), transport.bulk());
    PayloadView shown = rank.isChecking() ? new ScribblingView(view) : view;
    this.dispatcher = new Dispatcher(rank, sender, frame, shown, reassembly);
    this.handlers = new HandlerTable(rank, dispatcher);
    this.rounds = new AgreementRounds(rank, sender, handlers, transport::flush);
    Rsr0.Handler onAcknowledgement = source -> sender.acknowledged();
    handlers.addSystem("acknowledgement", SystemHandlers.ACKNOWLEDGE, onAcknowledgement);
    RecordedTransport recorded = RecordedTransport.of(transport);
    if (recorded == null) {
      this.recording = null;
      rank.loop().setTaker(dispatcher);
    } else {
      this.recording = new SharedRecording(rank, sender, handlers, dispatcher, recorded);
      Recorder recorder = recorded.recorder();
      rank.loop().setTaker(new RecordingDispatcher(dispatcher, reassembly, recorder));
    }
    sender.connect(rank);
    rank.status().add(reassembly::describe);
    rank.status()
        .add(text -> {
          long sent = sender.payloadBytes();
          long received = dispatcher.receivedBytes();
          if (sent + received > 0) {
            text.append("; ").append(sent).append(" payload bytes sent, ").append(received);
            text.append(" received");
          }
        });
  }

  // Parts.

  /// The rank without its messages.
  public Rank self() {
    return rank;
  }

  /// This rank's number.
  public int rank() {
    return rank.rank();
  }

  /// The number of ranks.
  public int size() {
    return rank.size();
  }

  /// The transport's name.
  public String transportName() {
    return transport.name();
  }

  /// The largest payload, in bytes, that is sent in one piece.
  public int frameBytes() {
    return transport.maxRecord() - RecordLayout.HEADER;
  }

  /// The recorder of this rank, or null.
  public @Nullable Recorder recorder() {
    RecordedTransport recorded = RecordedTransport.of(transport);
    return recorded == null ? null : recorded.recorder();
  }

  /// The handlers, by name.
  public HandlerTable handlers() {
    return handlers;
  }

  /// The sender of the rank's messages.
  public Sender sender() {
    return sender;
  }

  /// The rounds of all ranks.
  public AgreementRounds rounds() {
    return rounds;
  }

  // Shortcuts to often used parts of the rank.

  /// The operations that wait for a reply.
  public Replies replies() {
    return rank.replies();
  }

  /// Tasks of worker threads, and actions of completions.
  public Tasks tasks() {
    return rank.tasks();
  }

  /// The counts of issued and completed work.
  public Ledger ledger() {
    return rank.ledger();
  }

  /// Refuses `call` by other threads, and after the end.
  public void checkOpen(String call) {
    rank.checkOpen(call);
  }

  /// The program's `codec`, which may neither send nor wait when the rank calls it. `part` is what
  /// it is the codec of, such as `the codec of "move"`.
  public <T extends @Nullable Object> Codec<T> guarded(String part, Codec<T> codec) {
    return new ProgramCodec<>(rank.context(), part, codec);
  }

  /// Refuses `call` where it must not send.
  public void checkMaySend(String call) {
    rank.checkMaySend(call);
  }

  /// Refuses `call` where it must not wait.
  public void checkMayWait(String call) {
    rank.checkMayWait(call);
  }

  /// Whether the current context must not wait.
  public boolean inHandler() {
    return rank.context().inHandler();
  }

  /// Makes every poll do the chore of this bit of [weft.internal.rank.DueWork], until [#notDue].
  public void due(int bit) {
    rank.due().add(bit);
  }

  /// Ends [#due].
  public void notDue(int bit) {
    rank.due().remove(bit);
  }

  /// From any thread: waits until a task has counted `done` down.
  public void await(CountDownLatch done) throws InterruptedException {
    rank.loop().await(done);
  }

  /// Waits in `call` of the operation `name`, for no particular rank, and makes progress meanwhile.
  public void await(String call, String name, BooleanSupplier condition) {
    rank.loop().await(call, name, condition);
  }

  /// Waits for `target` until `condition` holds, and makes progress meanwhile. A `target` of −1 is
  /// no particular rank.
  public void await(String call, String name, int target, BooleanSupplier condition) {
    rank.loop().await(call, name, target, condition);
  }

  /// Reports an exception of this rank, once, and rethrows it.
  public RuntimeException report(String where, Throwable thrown) {
    throw rank.report(where, thrown);
  }

  // Calls of the program.

  /// Whether `start()` has been called.
  public boolean isStarted() {
    return rank.checks().isStarted();
  }

  /// Ends registration, and compares the tables of all ranks.
  public void start() {
    rank.start();
    handlers.install();
    // This precedes the comparison, because a rank that has passed it may send at once. Its
    // messages run our handlers while we still wait, and these may send too. Such a message proves
    // that the tables agree.
    rank.owner().letSend();
    if (recording != null) {
      recording.installed();
    }
    new TableAgreement(rank, rounds).compare(handlers.text());
    if (recording != null) {
      recording.compareClocks(true);
    }
    rank.loop().letStep();
  }

  /// Runs a bounded batch, and returns the number of handlers and tasks run since the last call.
  public int poll() {
    return rank.loop().poll();
  }

  /// Waits in `call` until `condition` holds, and makes progress meanwhile.
  public void pollUntil(String call, BooleanSupplier condition) {
    rank.loop().pollUntil(call, condition);
  }

  /// Flushes buffered messages.
  public void flush() {
    rank.checkMaySend("World.flush");
    transport.flush();
  }

  /// The waits and the clock of this rank.
  public Waits waits() {
    return transport.waits();
  }

  /// Wakes `target`, if it sleeps, to read memory that was written for it.
  public void wake(int target) {
    transport.outbox(target).wake();
  }

  /// Waits until nothing is in flight anywhere and no handler is left to run.
  public void quiesce() {
    rank.checkMayWait("World.quiesce");
    beforeQuiesce.forEach(Runnable::run);
    Quiescence.await(rank, rounds);
    rank.quiescent();
  }

  /// Runs `action` at the beginning of each [#quiesce].
  public void beforeQuiesce(Runnable action) {
    beforeQuiesce.add(action);
  }

  /// A snapshot of this rank's work so far.
  public Counters counters() {
    rank.checks().checkThread("World.counters");
    Ledger ledger = rank.ledger();
    long idle = rank.waiting().idleNanos();
    return new Counters(
        ledger.messagesSent(),
        ledger.messagesHandled(),
        sender.payloadBytes(),
        dispatcher.receivedBytes(),
        sender.fragmented(),
        sender.backlogged(),
        rank.budget().used(),
        rank.budget().peak(),
        rank.loop().polls(),
        rank.waiting().sleeps(),
        ledger.tasksRun(),
        rank.waiting().nanoTime() - began - idle,
        idle);
  }

  // The end.

  /// The collective end: returns when every rank's body has returned and nothing is in flight.
  public void finish() {
    if (recording != null) {
      recording.compareClocks(false);
      recording.deliver();
    }
    Quiescence.finish(rank, rounds);
    rank.quiescent();
    rank.over();
    sender.drain();
  }

  /// Ends this rank's part of a job that has not failed elsewhere.
  ///
  /// @throws weft.JobFailedException when it has
  public void finished() {
    transport.finished();
    rank.failures().check(); // Whether all have arrived.
  }

  /// Ends this rank: from now on only its counters may be called.
  public void close() {
    if (recording != null && !rank.checks().isOver()) {
      recording.end(counters());
    }
    rank.close();
    dispatcher.close();
  }
}
