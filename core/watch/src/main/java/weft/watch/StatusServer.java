// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.job.Connection;
import weft.transport.job.ControlServer;
import weft.transport.job.Hex;
import weft.transport.job.Inquiry;
import weft.transport.job.JobDirectory;
import weft.transport.job.JobInfo;
import weft.transport.job.Message;
import weft.transport.job.Proc;
import weft.transport.job.Standstill;
import weft.transport.job.WatchedRank;

/// The job's interface to its user, at rank 0. It has a directory and a control socket, with which
/// commands find and query the job. It also reports a standstill.
///
/// A job that ends at once is never listed, and creates neither directory nor socket. If one of
/// them cannot be created, the job still runs, but is not listed. Only the watching thread calls
/// the methods, except [#close].
final class StatusServer {
  /// Shorter jobs end before a user can query them.
  private static final long OPENS_AFTER = 100_000_000;

  private static final int BACKLOG = 16;

  private final Peer[] peers;
  private final Link[] links;
  private final ControlServer server;
  private final WatchSettings settings;
  private final String token;
  private final WatchedRank self;
  private final Standstill standstill;
  private final boolean[] finished;
  private final List<Inquiry> inquiries = new ArrayList<>();
  private long opensAt;

  // Guarded by this.
  private @Nullable JobDirectory directory;
  private boolean closed;

  /// Creates the interface for the rank `self`, which reaches the other `peers` over `links`.
  StatusServer(
      Peer[] peers,
      Link[] links,
      ControlServer server,
      WatchSettings settings,
      String token,
      WatchedRank self) {
    this.peers = peers;
    this.links = links;
    this.server = server;
    this.settings = settings;
    this.token = token;
    this.self = self;
    long now = System.nanoTime();
    this.opensAt = now + OPENS_AFTER;
    this.finished = new boolean[peers.length];
    this.standstill = new Standstill(peers.length, settings.stall(), now);
  }

  /// The number of nanoseconds until [#act] has something to do.
  long next(long now) {
    long next = standstill.next(now);
    if (opensAt != LinkState.NEVER) {
      next = Math.min(next, Math.max(0, opensAt - now));
    }
    for (Inquiry inquiry : inquiries) {
      next = Math.min(next, inquiry.next(now));
    }
    return next;
  }

  /// Performs the actions that are due.
  void act(long now) {
    if (opensAt != LinkState.NEVER && now - opensAt >= 0) {
      opensAt = LinkState.NEVER;
      open();
      if (settings.launcher() == 0 && !settings.launcherAt().isEmpty()) {
        LauncherConnection.open(settings.launcherAt(), token, server);
      }
    }
    if (standstill.isTimeToAsk(now)) {
      watch(now);
    }
    for (int i = inquiries.size() - 1; i >= 0; i--) {
      if (answered(inquiries.get(i), now)) {
        inquiries.remove(i);
      }
    }
  }

  private synchronized void open() {
    if (closed) {
      return;
    }
    try {
      // Hidden until it is complete: a rank that is killed before then leaves a directory that
      // others can attribute by its process number.
      JobDirectory made = JobDirectory.prepare();
      directory = made;
      // The socket is created first, so that a process that finds the job can query it.
      server.listen(made.path(), BACKLOG);
      long pid = peers[WatchTopology.HUB].pid();
      made.describe(
          new JobInfo(
              made.id(),
              made.place(),
              pid,
              Proc.started(pid),
              Instant.now(),
              peers.length,
              settings.program(),
              null,
              token,
              settings.launcher()));
      directory = made.publish();
      made.removeKilled();
    } catch (IOException | WeftException | UnsupportedOperationException e) {
      close();
    }
  }

  /// Removes the directory and the socket at the end of the job. Any thread may call this, and more
  /// than once.
  synchronized void close() {
    closed = true;
    if (directory != null) {
      JobDirectory.remove(directory.path());
      directory = null;
    }
  }

  private void watch(long now) {
    for (Peer peer : peers) {
      if (canAsk(peer.rank()) && standstill.ask(peer.rank())) {
        if (peer.rank() == WatchTopology.HUB) {
          described(WatchTopology.HUB, self.answer(false), now);
        } else {
          links[peer.rank()].send(new Message.Describe(false));
        }
      }
    }
  }

  private boolean canAsk(int rank) {
    return rank == WatchTopology.HUB ? !finished[rank] : !links[rank].state.isOver();
  }

  /// Records that `rank` took part in the job's end.
  void finished(int rank) {
    if (!finished[rank]) {
      finished[rank] = true;
      standstill.finished(rank, System.nanoTime());
    }
  }

  /// Records the answer of `rank`.
  void described(int rank, Message.Description description, long now) {
    if (!description.withText()) {
      standstill.answered(rank, description.activity(), now);
      if (standstill.isNew(now)) {
        ask(null, standstill.heading(now), now);
      }
      return;
    }
    for (Inquiry inquiry : inquiries) {
      inquiry.answer(rank, description.text());
    }
  }

  /// Accepts a query about the job. It is answered once the ranks have reported, if it has the
  /// job's token.
  void inquire(Connection asker, Message.Inquire question, long now) {
    if (Hex.same(question.token(), token)) {
      ask(asker, "", now);
    } else {
      asker.send(new Message.Refused("the token is not that of the job"));
      asker.close();
    }
  }

  /// Drops the queries of `asker`, whose connection has ended.
  void lost(Connection asker) {
    inquiries.removeIf(it -> it.asker() == asker);
  }

  private void ask(@Nullable Connection asker, String heading, long now) {
    var inquiry = new Inquiry(peers.length, asker, heading, now);
    for (Peer peer : peers) {
      int rank = peer.rank();
      if (rank == WatchTopology.HUB) {
        inquiry.answer(rank, self.answer(true).text());
      } else if (canAsk(rank)) {
        links[rank].send(new Message.Describe(true));
      } else {
        inquiry.answer(rank, "rank " + rank + " has left the job");
      }
    }
    inquiries.add(inquiry);
  }

  private boolean answered(Inquiry inquiry, long now) {
    if (!inquiry.isComplete(now)) {
      return false;
    }
    String text = inquiry.text(rank -> peers[rank].process());
    Connection asker = inquiry.asker();
    if (asker == null) {
      System.err.print(text);
      System.err.flush();
    } else {
      asker.send(new Message.Description(true, 0, text));
    }
    return true;
  }
}
