// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import weft.files.EndHooks;
import weft.transport.FailureReport;
import weft.transport.Transport.Watcher;
import weft.transport.job.Connection;
import weft.transport.job.ControlServer;
import weft.transport.job.JobDirectory;
import weft.transport.job.LastWork;
import weft.transport.job.Message;
import weft.transport.job.WatchedRank;

/// Detects that a process or a host of the job is lost, and notifies all ranks. It serves jobs
/// whose launcher (mpirun, srun) does not notify the ranks, or does so too late.
///
/// Every rank is connected to two others by TCP, see [WatchTopology]. A lost process is detected at
/// once, because its connections end. A lost host is detected by the kernel's probes, see
/// [Keepalive]. A process that is stopped or collects garbage is not lost, however long this takes.
/// [PeerVerdict] decides what follows.
///
/// Each process has one daemon thread, which sleeps while nothing happens. After the job has
/// failed, the thread ends its process if that does not end itself within `WEFT_GRACE` seconds,
/// once its [LastWork] is done. The default is a quarter of a second.
public final class PeerWatch implements AutoCloseable, Runnable {
  private static final int EXIT_CODE = 1;
  private static final long PAUSE = 10_000_000;

  /// The time after which classes for reports are loaded; shorter jobs do not pay for that.
  private static final long PRELOADS_AFTER = 100_000_000;

  private static final int MOST_AT_ONCE = 1_000;

  private final Peer[] peers;
  private final Peer self;
  private final Link[] links;
  private final WatchSettings settings;
  private final ParentProcess parent;
  private final ControlServer server;
  private final WatchedRank watched;
  private final PeerVerdict verdict;
  private final @Nullable JoinListener joinListener;
  private final @Nullable StatusServer statusServer;
  private final SharedHostFile sharedHostFile = new SharedHostFile();
  private final IntConsumer end;
  private final Thread hook = new Thread(this::end, "weft-end-watch");
  private final Map<Connection, Link> joined = new ConcurrentHashMap<>();

  private volatile boolean began;
  private volatile boolean finished;
  private volatile boolean closed;
  private volatile boolean abandoned;
  private volatile boolean ending;

  // Used by the watching thread only.
  private final ConnectionListener listener = new ConnectionListener();
  private boolean watches;
  private long preloadAt = LinkState.NEVER;
  private boolean cleaned;

  /// Creates the watch of `rank`, which is not connected to another rank yet.
  ///
  /// @param joinListener accepts the connections of other ranks; null at a rank to which none
  ///   connects
  PeerWatch(
      Peer[] peers,
      int rank,
      WatchTopology topology,
      String token,
      WatchSettings settings,
      ParentProcess parent,
      IntConsumer end,
      ControlServer server,
      @Nullable JoinListener joinListener) {
    this.peers = peers;
    this.self = peers[rank];
    this.settings = settings;
    this.parent = parent;
    this.end = end;
    this.server = server;
    this.joinListener = joinListener;
    this.links = new Link[peers.length];
    for (Peer peer : peers) {
      boolean isSupervisor = topology.isSupervisor(peer.rank());
      if (peer.rank() != rank && (isSupervisor || topology.isSupervisor(self.rank()))) {
        links[peer.rank()] = new Link(peer);
      }
    }
    this.watched = new WatchedRank(self.rank());
    this.verdict = new PeerVerdict(self, topology, links, Keepalive.of(settings.lost()), watched);
    this.statusServer =
        self.rank() == WatchTopology.HUB
            ? new StatusServer(peers, links, server, settings, token, watched)
            : null;
    if (topology.isSupervisor(rank)) {
      this.preloadAt = System.nanoTime() + PRELOADS_AFTER;
    }
    if (joinListener != null) {
      joinListener.passTo(this::adopt);
    }
  }

  /// Exchanges the locations of all ranks, and connects them. This is a collective call, which
  /// returns when all are connected.
  ///
  /// @param parent the process that started this one
  /// @param end ends this process with an exit code, and does not return
  /// @throws weft.WeftException on all ranks, if one cannot be reached
  public static PeerWatch open(
      int rank,
      int size,
      Map<String, String> environment,
      AllGather exchange,
      ParentProcess parent,
      IntConsumer end) {
    return WatchConnector.connect(rank, size, environment, exchange, parent, end);
  }

  /// Checks the settings of a watch, which every rank reads.
  ///
  /// @throws weft.WeftException if a value is not valid
  public static void check(Map<String, String> environment) {
    WatchSettings _ = WatchSettings.of(environment);
  }

  // Connecting, on the caller's thread.

  /// Starts the watching thread.
  void start() {
    if (!EndHooks.add(hook)) {
      ending = true; // The process ends already.
    }
    var thread = new Thread(this, "weft-watch-" + self.rank());
    thread.setDaemon(true);
    thread.start();
  }

  /// Adds `channel`, which connects this rank to `rank`.
  void adopt(int rank, SocketChannel channel, boolean isLifeline) throws IOException {
    Link link = links[rank];
    if (link == null) {
      throw new IOException("rank " + rank + " has no link to this one");
    }
    channel.configureBlocking(false);
    join(link, server.adopt(channel), isLifeline);
  }

  private void join(Link link, Connection connection, boolean isLifeline) {
    verdict.join(link, connection, isLifeline);
    joined.put(connection, link);
  }

  /// Begins to watch, since all ranks are connected. The watching thread has welcomed their
  /// connections, and takes the last one before it gets to this.
  void begin() {
    began = true;
    server.wake();
  }

  /// Ends the watch, since the ranks could not be connected.
  void abandon() {
    abandoned = true;
    server.wake();
  }

  // Calls of the transport.

  /// A unique name of each rank's host.
  public String[] hosts() {
    return Arrays.stream(peers).map(Peer::networkId).toArray(String[]::new);
  }

  /// The host of `rank`, for a sentence.
  public String host(int rank) {
    return peers[rank].host();
  }

  /// The nanoseconds after which a host that does not answer is lost.
  public long lost() {
    return settings.lost();
  }

  /// The file to remove if the job fails before all ranks of this host have mapped it.
  public SharedHostFile sharedHostFile() {
    return sharedHostFile;
  }

  /// Delivers failures and queries to `watcher` from now on.
  public void connect(Watcher watcher) {
    watched.connect(watcher);
  }

  /// Ends the job on all ranks, unless it has failed already.
  public void fail(FailureReport report) {
    verdict.fail(report, System.nanoTime());
    verdict.publish(Reporter::print);
    server.wake();
  }

  /// Records that this rank took part in the collective end.
  public void finished() {
    finished = true;
    verdict.finished();
    server.wake();
  }

  /// Waits until all ranks have finished or the job has failed. Returns whether all have finished.
  public boolean awaitAllFinished() {
    return verdict.awaitAllFinished();
  }

  /// Returns whether this rank knows that all ranks have finished.
  public boolean haveAllFinished() {
    return verdict.haveAllFinished();
  }

  /// Records that this rank has left the job. Its process continues, and so does the watch until
  /// the other ranks have finished. If the job fails before that, the watch still ends the process.
  /// So close it only when nothing waits for a lost rank any more.
  @Override
  public void close() {
    watched.disconnect();
    closed = true;
    server.wake();
  }

  // The watching thread.

  @Override
  public void run() {
    try {
      while (!isOver()) {
        if (ending) {
          LockSupport.parkNanos(PAUSE);
        }
        var _ = server.await(listener, ending ? 0 : next(System.nanoTime()));
        act(System.nanoTime());
      }
    } catch (Throwable e) {
      giveUp(e);
    }
    leave();
  }

  /// This thread stops listening, so it reports its own failure to all ranks.
  private void giveUp(Throwable thrown) {
    try {
      fail(FailureReport.of(self.rank(), "watching the other ranks", thrown));
      cleanUp();
      LockSupport.parkNanos(settings.grace());
    } finally { // Memory may be exhausted; ending the process needs none.
      if (!abandoned && !isDone()) {
        end.accept(EXIT_CODE);
      }
    }
  }

  private boolean isOver() {
    return abandoned || (isDone() && verdict.isAlone());
  }

  private boolean isDone() {
    return closed && verdict.haveAllFinished();
  }

  private void leave() {
    if (statusServer != null) {
      statusServer.close();
    }
    server.close();
    boolean _ = EndHooks.remove(hook); // one that runs ends the process
  }

  private long next(long now) {
    long next = verdict.next(now);
    if (mustEnd()) {
      long grace = Math.max(0, verdict.failedAt() + settings.grace() - now);
      return grace > 0 || verdict.isSettled() ? Math.min(grace, next) : next;
    }
    next = finished ? next : Math.min(next, parent.next(now));
    if (statusServer != null && began) {
      next = Math.min(next, statusServer.next(now));
    }
    if (preloadAt != LinkState.NEVER) {
      next = Math.min(next, Math.max(0, preloadAt - now));
    }
    return next;
  }

  private void act(long now) throws IOException {
    if (began && !watches) {
      watches = true;
      verdict.begin(now);
      if (joinListener != null) {
        joinListener.close();
      }
    }
    if (verdict.next(now) == 0) {
      hearAll();
    }
    if (!finished && parent.isGone(now)) {
      verdict.fail(parent.report(self.rank()), now);
    }
    verdict.judge(now);
    verdict.publish(Reporter::print);
    if (mustEnd()) {
      endWhenDue(now);
    } else if (statusServer != null && began) {
      if (finished) {
        statusServer.finished(WatchTopology.HUB);
      }
      statusServer.act(now);
    }
    if (closed && statusServer != null) {
      statusServer.close();
    }
    if (preloadAt != LinkState.NEVER && now - preloadAt >= 0) {
      preloadAt = LinkState.NEVER;
      Reporter.preload(self);
    }
  }

  /// Handles messages that have arrived already. If this process was stopped for a while, others
  /// may have acted.
  private void hearAll() throws IOException {
    for (int i = 0; i < MOST_AT_ONCE && server.await(listener, 0) > 0; i++) {
      // The listener passes the messages to the verdict.
    }
  }

  private boolean mustEnd() {
    return verdict.hasFailed() && !isDone();
  }

  private void endWhenDue(long now) {
    if (!cleaned) {
      cleaned = true;
      cleanUp(); // At once: the launcher may not wait for this process to end by itself.
    }
    // This thread listens until the failure is settled: a supervisor may be about to act.
    if (now - verdict.failedAt() >= settings.grace() && verdict.isSettled()) {
      cleanUp(); // A killed rank 0 may not have ended the first time.
      LastWork.complete();
      end.accept(EXIT_CODE);
    }
  }

  /// Removes the files of rank 0 and of this host. Their creators cannot do it if they were killed.
  private void cleanUp() {
    sharedHostFile.remove();
    if (statusServer != null) {
      statusServer.close();
    } else if (links[WatchTopology.HUB].state.isGone() && self.isWith(peers[WatchTopology.HUB])) {
      JobDirectory.removeKilled(peers[WatchTopology.HUB].pid());
    }
  }

  /// Runs when the JVM ends. The JVM would wait 300 ms for a daemon thread that is inside a system
  /// call. So this wakes the watching thread, which then polls instead of blocking.
  private void end() {
    ending = true;
    verdict.end();
    server.wake();
    verdict.awaitSettled();
    verdict.publish(Reporter::print);
    verdict.awaitSpread();
    cleanUp();
  }

  /// Handles the connections and messages of other processes, on the watching thread.
  private final class ConnectionListener implements ControlServer.Listener {
    @Override
    public void heard(Connection from, Message message) {
      long now = System.nanoTime();
      Link link = joined.get(from);
      switch (message) {
        case Message.Inquire question when statusServer != null && link == null ->
            statusServer.inquire(from, question, now);
        case Message _ when link == null -> from.close();
        case Message.Finished _ -> {
          verdict.finish(link);
          if (statusServer != null) {
            statusServer.finished(link.peer.rank());
          }
        }
        case Message.Leaving _ -> verdict.leave(link, now);
        case Message.Failed failed -> verdict.suspect(failed.report(), now);
        case Message.Abort abort -> verdict.abort(abort.report(), link, now);
        case Message.Describe question -> link.send(watched.answer(question.withText()));
        case Message.Description description when statusServer != null ->
            statusServer.described(link.peer.rank(), description, now);
        default -> from.close();
      }
    }

    @Override
    public void lost(Connection connection) {
      Link link = joined.remove(connection);
      if (link != null) {
        verdict.lost(link, connection, System.nanoTime());
      }
      if (statusServer != null) {
        statusServer.lost(connection);
      }
    }
  }
}
