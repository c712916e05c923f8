// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.job.Connection;
import weft.transport.job.Message;
import weft.transport.job.WatchedRank;

/// Decides that the job has failed, and sees to it that all know, with one report.
///
/// Whoever notices something tells its elders (the hub, and the hub's deputy). The first elder that
/// can acts: it tells all, and prints the report. The others, and a rank without elders, act only
/// when nobody has for a moment: the elder may be stopped, which is no failure. So there are two
/// reports at most where the network is in pieces, and one else.
///
/// For any thread.
final class PeerVerdict {
  /// How long an elder may take to act.
  static final long PATIENCE = 1_000_000_000;

  private final Peer self;
  private final Star star;
  private final Link[] links;
  private final Keepalive keepalive;
  private final WatchedRank watched;

  // Guarded by this, as are the links.
  private boolean watching;
  private boolean finished;
  private boolean told;
  private boolean ending;
  private @Nullable FailureReport suspicion;
  private long suspectedAt;
  private @Nullable FailureReport failure;
  private long failedAt;
  private boolean settled;
  private @Nullable FailureReport unprinted;

  /// Whether this rank has acted, and the others do not know it yet.
  private boolean untold;

  private long actedAt;

  /// The verdict of `self` on those to whom it has `links`, by rank (null at ranks without one).
  PeerVerdict(Peer self, Star star, Link[] links, Keepalive keepalive, WatchedRank watched) {
    this.self = self;
    this.star = star;
    this.links = links;
    this.keepalive = keepalive;
    this.watched = watched;
  }

  // What is known of the others.

  /// `connection` belongs to `link` now.
  synchronized void join(Link link, Connection connection, boolean isLifeline) {
    link.join(connection, isLifeline);
  }

  /// All ranks have gathered: from now on the absence of one is a failure.
  synchronized void begin(long now) {
    watching = true;
    for (Link link : links) {
      for (int missing = link == null ? 2 : link.joined(); missing < 2; missing++) {
        link.state.end(false, now);
      }
    }
  }

  /// A connection of `link` has ended.
  synchronized void lost(Link link, Connection connection, long now) {
    if (!watching) {
      link.drop(connection);
    } else if (link.has(connection)) {
      link.lost(connection, now);
    }
  }

  /// The rank at the other end has finished; the hub says so when all have.
  synchronized void finish(Link link) {
    link.state.finish();
    tellFinished();
    notifyAll();
  }

  /// The process at the other end ends in order.
  synchronized void leave(Link link, long now) {
    link.state.leave(now);
  }

  /// Whether nobody is left who could say anything.
  synchronized boolean isAlone() {
    for (Link link : links) {
      if (link != null && !(link.state.isOver() && link.isFlushed())) {
        return false;
      }
    }
    return true;
  }

  // What this rank does.

  /// It has taken part in the job's end.
  synchronized void finished() {
    finished = true;
    tellFinished();
  }

  private void tellFinished() {
    if (finished && !told && (self.rank() != Star.HUB || haveOthersFinished())) {
      told = true;
      tellAll(new Message.Finished(), null);
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

  /// Waits until all ranks have finished, and says whether they have: else the job has failed.
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

  /// Whether this rank knows that all have finished.
  synchronized boolean haveAllFinished() {
    return told && (self.rank() == Star.HUB || links[Star.HUB].state.hasFinished());
  }

  /// Its process ends.
  synchronized void end() {
    ending = true;
    if (!told && failure == null) {
      tellAll(new Message.Leaving(), null);
    }
  }

  /// It fails.
  synchronized void fail(FailureReport report, long now) {
    if (failure == null) {
      know(report, now);
      suspect(report, now);
      judge(now);
    }
  }

  // What comes of it.

  /// Somebody says that the job has failed.
  synchronized void suspect(FailureReport report, long now) {
    if (suspicion == null && !settled) {
      suspicion = report;
      suspectedAt = now;
      for (int elder : star.elders(self.rank())) {
        links[elder].tell(new Message.Failed(report));
      }
    }
  }

  /// Who has acted, at the other end of `from`, says that the job has failed.
  synchronized void abort(FailureReport report, Link from, long now) {
    if (!settled) {
      settle(report, now);
      if (star.isCentre(self.rank())) {
        tellAll(new Message.Abort(report), from);
      }
    }
  }

  /// Weighs what is known.
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
    if (report != null && !settled && (now - suspectedAt >= PATIENCE || !canElderAct())) {
      unprinted = report;
      untold = true;
      actedAt = now;
      settle(report, now);
      tellDeputy(new Message.Abort(report));
    }
  }

  /// Before all others, because it tells them if this process has no time to: some launchers end
  /// all processes within a millisecond.
  private void tellDeputy(Message message) {
    Link deputy = links[star.deputy()];
    if (deputy != null) {
      deputy.tell(message);
    }
  }

  /// After how many nanoseconds [#judge] can say more without anything happening, or
  /// [LinkState#NEVER].
  synchronized long next(long now) {
    if (settled) {
      return LinkState.NEVER;
    }
    if (suspicion != null) {
      return canElderAct() ? Math.max(0, suspectedAt + PATIENCE - now) : 0;
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

  private boolean canElderAct() {
    for (int elder : star.elders(self.rank())) {
      if (links[elder].state.canAct()) {
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

  private void tellAll(Message message, @Nullable Link but) {
    for (Link link : links) {
      if (link != null && link != but) {
        link.tell(message);
      }
    }
  }

  /// Whether this rank knows that the job has failed.
  synchronized boolean hasFailed() {
    return failure != null;
  }

  /// Whether an elder has acted, or this rank itself: nothing is left to be said. Who cannot print
  /// its report, because nobody reads it, has had its time.
  synchronized boolean isSettled() {
    return settled && (!untold || System.nanoTime() - actedAt >= PATIENCE);
  }

  /// When it came to know, by [System#nanoTime].
  synchronized long failedAt() {
    return failedAt;
  }

  /// Waits until a failure that this rank knows of is known to all, for as long as an elder may
  /// take to act.
  synchronized void awaitSettled() {
    await(() -> failure == null || settled);
    if (failure != null) {
      judge(System.nanoTime());
    }
  }

  /// Waits until the others know what another thread of this rank reports, for a moment: whoever
  /// misses this process before it is told acts itself.
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

  /// If this rank has acted: prints the report, once, and then tells all the others.
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
    tellAll(new Message.Abort(report), links[star.deputy()]);
    untold = false;
    notifyAll();
  }
}
