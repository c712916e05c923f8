// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.util.ArrayList;
import java.util.List;
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
import weft.internal.rank.Settings;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
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

  /// The transport's name.
  public String transportName() {
    return transport.name();
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

  /// The program's `codec`, which may neither send nor wait when the rank calls it. `part` is what
  /// it is the codec of, such as `the codec of "move"`.
  public <T extends @Nullable Object> Codec<T> guarded(String part, Codec<T> codec) {
    return new ProgramCodec<>(rank.context(), part, codec);
  }

  // Calls of the program.

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
      recording.started();
    }
    rank.loop().letStep();
  }

  /// Flushes buffered messages.
  public void flush() {
    rank.checks().checkMaySend("World.flush");
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
    rank.checks().checkMayWait("World.quiesce");
    rank.checks().checkStarted("World.quiesce");
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
        rank.waiting().policy().yields(),
        rank.waiting().sleeps(),
        ledger.tasksRun(),
        rank.waiting().nanoTime() - began - idle,
        idle,
        sender.refused());
  }

  // The end.

  /// The collective end: returns when every rank's body has returned and nothing is in flight, nor
  /// will be. No rank waits for another after that, so each may stop to poll.
  public void finish() {
    if (recording != null) {
      recording.compareClocks(false);
      recording.deliver();
    }
    Quiescence.finish(rank, rounds);
    rank.quiescent();
    rank.over();
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
