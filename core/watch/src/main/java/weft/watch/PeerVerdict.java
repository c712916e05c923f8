// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.job.Connection;
import weft.transport.job.Message;
import weft.transport.job.WatchedRank;

/// Decides that the job has failed, and notifies all ranks, with one report.
///
/// A rank that detects a failure notifies its supervisors: the hub and the hub's deputy. The first
/// supervisor that can act notifies all ranks and prints the report. A stopped supervisor has not
/// failed, so other ranks act themselves if no supervisor has acted for [#PATIENCE]. A rank without
/// supervisors acts at once. Normally there is one report; two if the network is partitioned.
///
/// Any thread may call the methods.
final class PeerVerdict {
  /// The time within which a supervisor must act, in nanoseconds.
  static final long PATIENCE = 1_000_000_000;

  private final Peer self;
  private final WatchTopology topology;
  private final Link[] links;
  private final Keepalive keepalive;
  private final WatchedRank watched;

  // Guarded by this, as are the links.
  private boolean watching;
  private boolean finished;
  private boolean announced;
  private boolean ending;
  private @Nullable FailureReport suspicion;
  private long suspectedAt;
  private @Nullable FailureReport failure;
  private long failedAt;
  private boolean settled;
  private @Nullable FailureReport unprinted;

  /// Whether this rank has acted and has not yet notified the others.
  private boolean untold;

  private long actedAt;

  /// Creates the verdict of `self` on the ranks to which it has `links`. The array is indexed by
  /// rank and null at ranks without a link.
  PeerVerdict(
      Peer self, WatchTopology topology, Link[] links, Keepalive keepalive, WatchedRank watched) {
    this.self = self;
    this.topology = topology;
    this.links = links;
    this.keepalive = keepalive;
    this.watched = watched;
  }

  // Events at other ranks.

  /// Adds `connection` to `link`.
  synchronized void join(Link link, Connection connection, boolean isLifeline) {
    link.join(connection, isLifeline);
  }

  /// Starts to treat the absence of a rank as a failure, since all ranks have gathered.
  synchronized void begin(long now) {
    watching = true;
    for (Link link : links) {
      for (int missing = link == null ? 2 : link.joined(); missing < 2; missing++) {
        link.state.end(LinkState.End.CLOSED, now);
      }
    }
  }

  /// Records that a connection of `link` has ended.
  synchronized void lost(Link link, Connection connection, long now) {
    if (!watching) {
      link.drop(connection);
    } else if (link.has(connection)) {
      link.lost(connection, now);
    }
  }

  /// Records that the rank at the other end has finished, or, from the hub, that all ranks have.
  synchronized void finish(Link link) {
    link.state.finish();
    sendFinished();
    notifyAll();
  }

  /// Records that the process at the other end announced its end.
  synchronized void leave(Link link, long now) {
    link.state.leave(now);
  }

  /// Returns whether no other rank can send a message any more.
  synchronized boolean isAlone() {
    for (Link link : links) {
      if (link != null && !(link.state.isOver() && link.isFlushed())) {
        return false;
      }
    }
    return true;
  }

  // Events at this rank.

  /// Records that this rank took part in the job's end.
  synchronized void finished() {
    finished = true;
    sendFinished();
  }

  private void sendFinished() {
    if (finished && !announced && (self.rank() != WatchTopology.HUB || haveOthersFinished())) {
      announced = true;
      sendAll(new Message.Finished(), null);
    }
  }

  private boolean haveOthersFinished() {
    for (Link link : links) {
      if (link != null && !link.state.hasFinished()) {
        return false;
      }
    }
    return true;
  }

  /// Waits until all ranks have finished or the job has failed. Returns whether all have finished.
  synchronized boolean awaitAllFinished() {
    boolean interrupted = false;
    while (!haveAllFinished() && failure == null) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return haveAllFinished();
  }

  /// Returns whether this rank knows that all have finished.
  synchronized boolean haveAllFinished() {
    return announced
        && (self.rank() == WatchTopology.HUB || links[WatchTopology.HUB].state.hasFinished());
  }

  /// Records that the process of this rank ends.
  synchronized void end() {
    ending = true;
    if (!announced && failure == null) {
      sendAll(new Message.Leaving(), null);
    }
  }

  /// Records that this rank failed.
  synchronized void fail(FailureReport report, long now) {
    if (failure == null) {
      know(report, now);
      suspect(report, now);
      judge(now);
    }
  }

  // Decisions about failures.

  /// Records a message that the job has failed.
  synchronized void suspect(FailureReport report, long now) {
    if (suspicion == null && !settled) {
      suspicion = report;
      suspectedAt = now;
      for (int supervisor : topology.supervisors(self.rank())) {
        links[supervisor].send(new Message.Failed(report));
      }
    }
  }

  /// Records that the rank at the other end of `from` has acted, because the job has failed.
  synchronized void abort(FailureReport report, Link from, long now) {
    if (!settled) {
      settle(report, now);
      if (topology.isSupervisor(self.rank())) {
        sendAll(new Message.Abort(report), from);
      }
    }
  }

  /// Decides, from the known events, whether the job has failed and whether this rank must act.
  synchronized void judge(long now) {
    if (suspicion == null && isWatching()) {
      for (Link link : links) {
        if (link != null && link.state.due(ending, now) == 0) {
          suspect(link.report(self, keepalive.seconds()), now);
          break;
        }
      }
    }
    FailureReport report = suspicion;
    if (report != null && !settled && (now - suspectedAt >= PATIENCE || !canSupervisorAct())) {
      unprinted = report;
      untold = true;
      actedAt = now;
      settle(report, now);
      sendDeputy(new Message.Abort(report));
    }
  }

  /// Notifies the deputy first, so that it can notify the others if this process has no time left.
  /// Some launchers end all processes within a millisecond.
  private void sendDeputy(Message message) {
    Link deputy = links[topology.deputy()];
    if (deputy != null) {
      deputy.send(message);
    }
  }

  /// The number of nanoseconds after which [#judge] can decide more without a new event, or
  /// [LinkState#NEVER].
  synchronized long next(long now) {
    if (settled) {
      return LinkState.NEVER;
    }
    if (suspicion != null) {
      return canSupervisorAct() ? Math.max(0, suspectedAt + PATIENCE - now) : 0;
    }
    long next = LinkState.NEVER;
    if (isWatching()) {
      for (Link link : links) {
        if (link != null) {
          next = Math.min(next, link.state.due(ending, now));
        }
      }
    }
    return next;
  }

  private boolean isWatching() {
    return watching && failure == null;
  }

  private boolean canSupervisorAct() {
    for (int supervisor : topology.supervisors(self.rank())) {
      if (links[supervisor].state.canAct()) {
        return true;
      }
    }
    return false;
  }

  private void know(FailureReport report, long now) {
    if (failure == null) {
      failure = report;
      failedAt = now;
      notifyAll();
      watched.deliver(report);
    }
  }

  private void settle(FailureReport report, long now) {
    settled = true;
    know(report, now);
    notifyAll();
  }

  private void sendAll(Message message, @Nullable Link but) {
    for (Link link : links) {
      if (link != null && link != but) {
        link.send(message);
      }
    }
  }

  /// Returns whether this rank knows that the job has failed.
  synchronized boolean hasFailed() {
    return failure != null;
  }

  /// Returns whether a supervisor or this rank has acted and notified the others. A rank that
  /// cannot print its report, because nothing reads it, counts as done after [#PATIENCE].
  synchronized boolean isSettled() {
    return settled && (!untold || System.nanoTime() - actedAt >= PATIENCE);
  }

  /// The time when this rank learned of the failure, by [System#nanoTime].
  synchronized long failedAt() {
    return failedAt;
  }

  /// Waits until a supervisor has acted on a failure that this rank knows, for [#PATIENCE] at most.
  /// After that this rank acts itself.
  synchronized void awaitSettled() {
    await(() -> failure == null || settled);
    if (failure != null) {
      judge(System.nanoTime());
    }
  }

  /// Waits briefly until another thread of this rank has notified the others. A rank that loses
  /// this process before it is notified would act itself.
  synchronized void awaitSpread() {
    await(() -> !untold);
  }

  private synchronized void await(BooleanSupplier isSo) {
    long deadline = System.nanoTime() + PATIENCE;
    try {
      for (long left = PATIENCE;
          !isSo.getAsBoolean() && left > 0;
          left = deadline - System.nanoTime()) {
        wait(left / 1_000_000 + 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// If this rank has acted, prints the report once, and then notifies all others.
  void publish(Consumer<FailureReport> print) {
    FailureReport report = takeReport();
    if (report != null) {
      try {
        print.accept(report);
      } finally {
        spread(report);
      }
    }
  }

  private synchronized @Nullable FailureReport takeReport() {
    FailureReport report = unprinted;
    unprinted = null;
    return report;
  }

  private synchronized void spread(FailureReport report) {
    sendAll(new Message.Abort(report), links[topology.deputy()]);
    untold = false;
    notifyAll();
  }
}
