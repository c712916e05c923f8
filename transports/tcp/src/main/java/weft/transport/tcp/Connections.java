// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.memory.CarriedRings;
import weft.memory.Carrier;
import weft.memory.RankSet;
import weft.memory.RingOutbox;

/// The connections of one rank to those that only the network reaches. Each is made when there is
/// something to send. If two ranks connect to each other at once, the connection of the lower one
/// stays.
///
/// Only the rank's thread calls the methods, except [#wake].
final class Connections implements Carrier, Consumer<SelectionKey> {
  /// So many bytes of a ring are sent without waiting for the rank to poll.
  private static final long BATCH = 1 << 14;

  /// Of so many polls, one looks for news on all connections; the others read the one that had some
  /// last, which takes one system call less.
  private static final int LOOK_AT_ALL = 8;

  /// After so many polls in vain, no connection is preferred any more.
  private static final int COOL = 64;

  /// A connection that takes longer does not go before another one.
  private static final long STUCK = 500_000_000;

  private static final int MOST_STRANGERS = 64;
  private static final long STRANGERS_PATIENCE = 10_000_000_000L;
  private static final long MILLI = 1_000_000;

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
  private final Set<Meeting> strangers = new LinkedHashSet<>();

  private @Nullable TcpPeer hot;
  private int misses;
  private int polls;

  /// What connections report.
  interface Failures {
    /// `peer` cannot be reached at any of its addresses, as `tried` says.
    void unreachable(int peer, String tried);

    /// The connection to `peer` has ended.
    void broken(int peer, String why);
  }

  /// @param addresses of each rank, in the order in which they are to be tried; none for ranks to
  ///   which nothing is carried
  Connections(
      int rank,
      String token,
      Selector selector,
      CarriedRings rings,
      RingOutbox[] outboxes,
      List<List<InetSocketAddress>> addresses,
      @Nullable ServerSocketChannel listener,
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
    if (listener != null) {
      listener.configureBlocking(false);
      Ready take = key -> take(listener);
      listener.register(selector, SelectionKey.OP_ACCEPT, take);
    }
  }

  TcpBulk bulk() {
    return bulk;
  }

  /// The outbox for `target`, whose records are carried.
  RingOutbox outbox(int target) {
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

  /// Sends all that is written.
  void send() {
    if (!written.isEmpty()) {
      written.takeAll(this::depart);
    }
  }

  /// Whether nothing is left to be sent.
  boolean isQuiet() {
    for (TcpPeer peer : peers) {
      if (peer != null && !peer.isQuiet()) {
        return false;
      }
    }
    return written.isEmpty();
  }

  // What arrives.

  /// Takes what has arrived.
  void receive() {
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

  /// Sleeps until something arrives or can be sent, until [#wake], or for `nanos` at most, rounded
  /// to whole milliseconds and at least one.
  void sleep(long nanos) {
    send();
    select(Math.max(1, nanos / MILLI));
  }

  /// Wakes this rank from another thread.
  void wake() {
    selector.wakeup();
  }

  /// Handles a channel that the selector found ready.
  @Override
  public void accept(SelectionKey key) {
    ((Ready) key.attachment()).ready(key);
  }

  private void select(long millis) {
    try {
      int _ = millis > 0 ? selector.select(this, millis) : selector.selectNow(this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!attempts.isEmpty() || !strangers.isEmpty()) {
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
    if (!attempts.containsKey(target) && stranger(target) == null) {
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
    for (Meeting stranger : List.copyOf(strangers)) {
      if (stranger.peer() < 0 && now - stranger.began >= STRANGERS_PATIENCE) {
        failed(stranger, "it did not say who it is");
      }
    }
  }

  private void begin(Attempt attempt, InetSocketAddress address, long now) {
    try {
      attempt.tries(Meeting.begin(this, token, rank, attempt.peer, address, selector));
    } catch (IOException | RuntimeException e) {
      // Some addresses cannot even be tried, for example those of a network that this host lacks.
      attempt.failed(String.valueOf(e.getMessage()), now);
    }
  }

  private void take(ServerSocketChannel listener) {
    try {
      for (SocketChannel each = listener.accept(); each != null; each = listener.accept()) {
        strangers.add(Meeting.accept(this, token, rank, each, selector));
        if (unknown().size() > MOST_STRANGERS) {
          failed(unknown().getFirst(), "too many strangers");
        }
      }
    } catch (IOException e) {
      // Who connected is gone already.
    }
  }

  private List<Meeting> unknown() {
    var unknown = new ArrayList<Meeting>();
    strangers.forEach(it -> {
      if (it.peer() < 0) {
        unknown.add(it);
      }
    });
    return unknown;
  }

  private @Nullable Meeting stranger(int peer) {
    for (Meeting each : strangers) {
      if (each.peer() == peer) {
        return each;
      }
    }
    return null;
  }

  /// Whether a connection from `peer` is taken. Of two that are made at once, one must stay: that
  /// of the lower rank.
  boolean admits(int peer) {
    if (peer < 0 || peer >= peers.length || peer == rank || !carriesTo(peer)) {
      return false;
    }
    TcpPeer known = peers[peer];
    if (known != null && (known.isConnected() || known.isOver())) {
      return false;
    }
    Attempt attempt = attempts.get(peer);
    Meeting own = attempt == null ? null : attempt.meeting();
    if (own != null) {
      // Perhaps only the other direction is open.
      boolean isStuck = own.isConnecting() && System.nanoTime() - own.began >= STUCK;
      if (rank < peer && !isStuck) {
        return false;
      }
      own.close();
    }
    attempts.remove(peer);
    Meeting earlier = stranger(peer);
    if (earlier != null) {
      strangers.remove(earlier);
      earlier.close();
    }
    return true;
  }

  /// Records that both ends of a meeting are proved.
  void met(int peer, SocketChannel channel, SelectionKey key, Meeting meeting) {
    strangers.remove(meeting);
    attempts.remove(peer);
    peer(peer).connect(channel, key);
  }

  /// Records that a meeting has failed.
  void failed(Meeting meeting, String why) {
    meeting.close();
    if (strangers.remove(meeting)) {
      int peer = meeting.peer();
      if (peer >= 0 && !peer(peer).isQuiet()) {
        connect(peer);
      }
      return;
    }
    Attempt attempt = attempts.get(meeting.peer());
    if (attempt != null && attempt.meeting() == meeting) {
      attempt.failed(why, System.nanoTime());
    }
  }

  /// Records that the connection to `peer` has ended.
  void broken(int peer, String why) {
    if (hot == peers[peer]) {
      hot = null;
    }
    failures.broken(peer, why);
  }

  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It is not used any more.
    }
  }

  /// Closes all connections.
  void close() {
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
