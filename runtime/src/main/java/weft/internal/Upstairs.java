// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import weft.internal.dispatch.Dispatcher;
import weft.internal.rank.Budget;
import weft.internal.rank.Program;
import weft.internal.rank.RankStatus;
import weft.internal.rank.Settings;
import weft.internal.rank.Waiting;
import weft.transport.Transport;
import weft.transport.Waits;

/// What the rooms above the runtime need of a rank besides its calls; they reach it through
/// [weft.layer.Layer].
public final class Upstairs {
  private final Engine engine;
  private final Budget budget;
  private final Waiting waiting;
  private final RankStatus situation;
  private final Dispatcher dispatcher;
  private final Transport transport;
  private final boolean checking;
  private final Map<Class<?>, Object> kept = new HashMap<>();
  private final List<Runnable> atEnd = new ArrayList<>();
  private long moved;

  Upstairs(
      Engine engine,
      Settings settings,
      Budget budget,
      Waiting waiting,
      RankStatus situation,
      Dispatcher dispatcher,
      Transport transport) {
    this.engine = engine;
    this.dispatcher = dispatcher;
    this.budget = budget;
    this.waiting = waiting;
    this.situation = situation;
    this.transport = transport;
    this.checking = settings.check().isPresent();
  }

  /// The bytes that early arrivals, backlogs and reassembly may take together.
  public Budget budget() {
    return budget;
  }

  /// Says what else is under way here, when somebody asks.
  public void describe(Supplier<String> underWay) {
    situation.alsoUnderWay(underWay);
  }

  /// Does this when the rank's body has returned well, before the collective end of the job.
  public void atEnd(Runnable action) {
    atEnd.add(action);
  }

  /// Does this in waits that last long; see [Waiting#whenLong].
  public void whenWaitingLong(Runnable action) {
    waiting.whenLong(action);
  }

  /// Lets leave what was sent so far.
  public void flush() {
    engine.checkOpen("World.flush");
    transport.flush();
  }

  void bodyReturned() {
    atEnd.forEach(Runnable::run);
  }

  /// Whether ranks outnumber processors, so that one that spins keeps others from working.
  public boolean isCrowded() {
    return waiting.isCrowded();
  }

  /// How this rank waits, and its clock.
  public Waits waits() {
    return transport.waits();
  }

  /// Whether the job is in the debug mode.
  public boolean isChecking() {
    return checking;
  }

  /// The line of the program that the calling thread, the rank's own, is at; empty when there is
  /// none.
  public String line() {
    StackTraceElement line = Program.line(Thread.currentThread());
    return line == null ? "" : line.toString();
  }

  /// A message that was sent is of a room's own: neither counted nor waited for by quiescence.
  public void uncountSent() {
    engine.refused();
  }

  /// The same of a message of `bytes` bytes whose handler runs.
  public void uncountReceived(long bytes) {
    uncountReceivedIdle(bytes);
    moved++;
  }

  /// The same of one that moves nothing on: who only gets such messages stands still.
  public void uncountReceivedIdle(long bytes) {
    dispatcher.countSystem(bytes);
  }

  /// Something moved that no message shows: the rank does not stand still.
  public void move() {
    moved++;
  }

  /// A number that grows with whatever moves up there.
  public long moved() {
    return moved;
  }

  /// Whether a call may wait now: no handler runs.
  public boolean mayWait() {
    return !dispatcher.inHandler();
  }

  /// Wakes `target`, if it sleeps, to look at memory that was written for it.
  public void wake(int target) {
    transport.outbox(target).wake();
  }

  /// What a room above keeps for this rank, one object of each type, which `maker` makes at the
  /// first call. For the rank's own thread.
  public <T> T keep(Class<T> type, Supplier<T> maker) {
    T made = type.cast(kept.get(type));
    if (made == null) {
      made = maker.get();
      kept.put(type, made);
    }
    return made;
  }
}
