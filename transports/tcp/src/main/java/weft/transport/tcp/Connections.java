// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import weft.memory.CarriedRings;
import weft.memory.RankSet;
import weft.memory.RingOutbox;
import weft.transport.job.GuardedListener;
import weft.transport.job.Handshake;
import weft.transport.job.ReadyChannel;
import weft.watch.Keepalive;
import weft.watch.network.NetworkCarrier;

/// The connections of one rank to those that only the network reaches. Each is made when there is
/// something to send. If two ranks connect to each other at once, the connection of the lower one
/// stays.
///
/// Only the rank's thread calls the methods, except [#wake].
final class Connections implements NetworkCarrier, Consumer<SelectionKey>, GuardedListener.Owner {
  /// So many bytes of a ring are sent without waiting for the rank to poll.
  private static final long BATCH = 1 << 14;

  /// Of so many polls, one looks for news on all connections; the others read the one that had some
  /// last, which takes one system call less.
  private static final int LOOK_AT_ALL = 8;

  /// After so many polls in vain, no connection is preferred any more.
  private static final int COOL = 64;

  /// A connection that takes longer does not go before another one.
  private static final long STUCK = 500_000_000;

  private static final long MILLI = 1_000_000;

  /// A poll costs half a microsecond.
  private static final int SPINS = 4;

  private final int rank;
  private final String token;
  private final Selector selector;
  private final CarriedRings rings;
  private final TcpBulk bulk;
  private final RingOutbox[] outboxes;
  private final @Nullable TcpPeer[] peers;
  private final List<List<InetSocketAddress>> addresses;
  private final Failures failures;
  private final RankSet written;
  private final Map<Integer, Attempt> attempts = new LinkedHashMap<>();
  private final Keepalive keepalive;
  private final SilenceCheck silence;

  /// One for all polls: made anew, it would be allocated where the compiler does not inline.
  private final IntConsumer departing = this::depart;

  private @Nullable TcpPeer hot;
  private int misses;
  private int polls;

  /// What connections report.
  interface Failures {
    /// `peer` cannot be reached at any of its addresses, as `tried` says.
    void unreachable(int peer, String tried);

    /// The connection to `peer` has ended.
    void broken(int peer, String why);

    /// The connection to `peer` carries nothing any more. Any thread may call this.
    void silent(int peer);
  }

  /// @param addresses of each rank, in the order in which they are to be tried; none for ranks to
  ///   which nothing is carried
  /// @param lost the nanoseconds after which a connection that does not answer is silent
  Connections(
      int rank,
      String token,
      Selector selector,
      CarriedRings rings,
      RingOutbox[] outboxes,
      List<List<InetSocketAddress>> addresses,
      @Nullable ServerSocketChannel serverSocket,
      long lost,
      Failures failures)
      throws IOException {
    int ranks = rings.ranks();
    this.rank = rank;
    this.token = token;
    this.selector = selector;
    this.rings = rings;
    this.outboxes = outboxes;
    this.addresses = List.copyOf(addresses);
    this.failures = failures;
    this.written = new RankSet(ranks);
    this.peers = new TcpPeer[ranks];
    this.bulk = new TcpBulk(this, ranks);
    this.keepalive = Keepalive.of(lost);
    this.silence = new SilenceCheck(lost, failures::silent);
    if (serverSocket != null) {
      new GuardedListener(token, rank, ranks, this).add(selector, serverSocket);
    }
  }

  @Override
  public TcpBulk bulk() {
    return bulk;
  }

  @Override
  public int spins() {
    return SPINS;
  }

  @Override
  public RingOutbox outbox(int target) {
    return rings.outbox(target, BATCH, this);
  }

  boolean carriesTo(int target) {
    return !addresses.get(target).isEmpty();
  }

  private TcpPeer peer(int rank) {
    TcpPeer peer = peers[rank];
    if (peer == null) {
      peer = new TcpPeer(rank, this, bulk, rings, outboxes[rank]);
      peers[rank] = peer;
    }
    return peer;
  }

  // What is to be sent.

  @Override
  public void written(int target) {
    written.add(target);
  }

  @Override
  public void depart(int target) {
    if (target == rank) {
      return;
    }
    rings.watchWrites(target);
    TcpPeer peer = peer(target);
    if (peer.isConnected()) {
      peer.send();
    } else if (!peer.isQuiet()) { // And so not over.
      connect(target);
    }
  }

  @Override
  public void wrap(int target) {
    peer(target).wrap();
  }

  @Override
  public void consumed(int source) {
    rings.watchRoom(source);
    peer(source).oweCredit();
    written.add(source);
  }

  /// Tells `source` that its next payload may come.
  void grant(int source) {
    TcpPeer peer = peer(source);
    peer.oweGrant();
    peer.send();
  }

  @Override
  public void send() {
    if (!written.isEmpty()) {
      written.takeAll(departing);
    }
  }

  @Override
  public boolean isQuiet() {
    for (TcpPeer peer : peers) {
      if (peer != null && !peer.isQuiet()) {
        return false;
      }
    }
    return written.isEmpty();
  }

  // What arrives.

  @Override
  public void receive() {
    TcpPeer hot = this.hot;
    if (hot != null) {
      misses = hot.receive() ? 0 : misses + 1;
      if (misses == COOL) {
        this.hot = null;
      }
      if (++polls % LOOK_AT_ALL != 0) {
        return;
      }
    }
    select(0);
  }

  @Override
  public void sleep(long nanos) {
    send();
    select(Math.max(1, nanos / MILLI));
  }

  @Override
  public void wake() {
    selector.wakeup();
  }

  /// Handles a channel that the selector found ready.
  @Override
  public void accept(SelectionKey key) {
    ((ReadyChannel) key.attachment()).ready(key);
  }

  private void select(long millis) {
    try {
      int _ = millis > 0 ? selector.select(this, millis) : selector.selectNow(this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!attempts.isEmpty()) {
      look(System.nanoTime());
    }
  }

  /// Records that `peer` had news: the next polls read its connection first.
  void hadNews(TcpPeer peer) {
    hot = peer;
    misses = 0;
  }

  // Meetings.

  private void connect(int target) {
    if (!attempts.containsKey(target)) {
      attempts.put(target, new Attempt(target, addresses.get(target)));
      look(System.nanoTime());
    }
  }

  /// Tries the next addresses, and gives up what took too long.
  private void look(long now) {
    for (Attempt attempt : List.copyOf(attempts.values())) {
      Meeting meeting = attempt.meeting();
      if (meeting != null && meeting.isConnecting() && now - meeting.began >= Attempt.ANSWER) {
        failed(meeting, "no answer");
      }
      InetSocketAddress next = attempt.next(now);
      if (attempt.isOver(now)) {
        attempts.remove(attempt.peer);
        failures.unreachable(attempt.peer, attempt.tried());
      } else if (next != null) {
        begin(attempt, next, now);
      }
    }
  }

  private void begin(Attempt attempt, InetSocketAddress address, long now) {
    try {
      var handshake = new Handshake(token, Handshake.Purpose.DATA, rank, attempt.peer);
      attempt.tries(Meeting.begin(this, handshake, address, selector));
    } catch (IOException | RuntimeException e) {
      // Some addresses cannot even be tried, for example those of a network that this host lacks.
      attempt.failed(String.valueOf(e.getMessage()), now);
    }
  }

  /// Lets the kernel notice that the other host of `channel` is gone.
  void keepAlive(SocketChannel channel) throws IOException {
    keepalive.on(channel::setOption);
  }

  /// Returns whether a connection is taken. Of two that are made at once, one must stay: that of
  /// the lower rank.
  @Override
  public boolean wants(Handshake.Caller caller) {
    int peer = caller.rank();
    if (caller.purpose() != Handshake.Purpose.DATA
        || peer < 0
        || peer >= peers.length
        || peer == rank
        || !carriesTo(peer)) {
      return false;
    }
    TcpPeer known = peers[peer];
    if (known != null && (known.isConnected() || known.isOver())) {
      return false;
    }
    Attempt attempt = attempts.get(peer);
    Meeting own = attempt == null ? null : attempt.meeting();
    if (own == null || rank > peer) {
      return true;
    }
    // Perhaps only the other direction is open. Once this rank has answered, the other one may have
    // taken its connection.
    return !own.hasAnswered() && System.nanoTime() - own.began >= STUCK;
  }

  @Override
  public void take(Handshake.Caller caller, SocketChannel channel, SelectionKey key)
      throws IOException {
    keepAlive(channel);
    int peer = caller.rank();
    Attempt attempt = attempts.remove(peer);
    if (attempt != null && attempt.meeting() != null) {
      attempt.meeting().close();
    }
    begin(peer, channel, key);
  }

  private void begin(int rank, SocketChannel channel, SelectionKey key) {
    TcpPeer peer = peer(rank);
    try {
      silence.watch(rank, peer, channel);
    } catch (IOException e) {
      // It has ended already, which the peer finds.
    }
    peer.connect(channel, key);
  }

  /// Records that both ends of a meeting are proved.
  void met(Meeting meeting, SocketChannel channel, SelectionKey key) {
    attempts.remove(meeting.peer());
    begin(meeting.peer(), channel, key);
  }

  /// Records that a meeting has failed.
  void failed(Meeting meeting, String why) {
    meeting.close();
    Attempt attempt = attempts.get(meeting.peer());
    if (attempt != null && attempt.meeting() == meeting) {
      attempt.failed(why, System.nanoTime());
    }
  }

  /// Records that the connection to `peer` has ended.
  void broken(int peer, Exception why) {
    if (hot == peers[peer]) {
      hot = null;
    }
    silence.forget(peer);
    if (why instanceof IOException failure && !Keepalive.isReset(failure)) {
      failures.silent(peer);
    } else {
      failures.broken(peer, String.valueOf(why.getMessage()));
    }
  }

  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It is not used any more.
    }
  }

  @Override
  public void close(boolean isOrderly) {
    silence.end();
    try {
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      // The kernel closes them when the process ends.
    }
  }
}
