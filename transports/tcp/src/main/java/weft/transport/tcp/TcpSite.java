// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.memory.CarriedRings;
import weft.memory.HeapLayout;
import weft.memory.RingOutbox;
import weft.transport.FailureReport;
import weft.transport.JobVariables;
import weft.transport.Occupancy;
import weft.transport.job.GuardedListener;
import weft.transport.rings.Neighbours;
import weft.watch.AllGather;
import weft.watch.CommonSteps;
import weft.watch.Keepalive;
import weft.watch.LocalHost;
import weft.watch.NeighbourSearch;
import weft.watch.PeerWatch;
import weft.watch.Processors;

/// Where one rank is among the others: its neighbours, and the addresses of the ranks of other
/// hosts. All ranks find that out together, before they send anything.
final class TcpSite implements Connections.Failures {
  private static final String LINE = "\n";
  private static final long MILLIS_FOR_THE_WATCH = 2_000;

  private final int rank;
  private final int ranks;
  private final String token;
  private final PeerWatch watch;
  private final Selector selector;
  private final @Nullable Neighbours neighbours;
  private final Occupancy occupancy;
  private final int maxRecord;
  private final List<List<InetSocketAddress>> addresses = new ArrayList<>();
  private @Nullable ServerSocketChannel listener;
  private volatile @Nullable Consumer<FailureReport> fails;
  private volatile boolean over;

  /// Finds out where `rank` is. This is a collective call.
  TcpSite(
      int rank,
      int ranks,
      long ring,
      HeapLayout heap,
      Map<String, String> environment,
      PeerWatch watch,
      AllGather exchange)
      throws IOException {
    this.rank = rank;
    this.ranks = ranks;
    this.token = environment.getOrDefault(JobVariables.TOKEN, "");
    this.watch = watch;
    this.selector = Selector.open();
    this.maxRecord = RingOutbox.maxRecord(ring);
    var steps = new CommonSteps(rank, exchange);
    TcpBell bell = TcpBell.open(selector, ranks);
    String[] ports = steps.on(() -> Integer.toString(bell.port()));
    for (int i = 0; i < ranks; i++) {
      bell.setPort(i, Integer.parseInt(ports[i]));
    }
    String[] hosts = watch.hosts();
    boolean networkOnly = JobVariables.isSet(environment, JobVariables.NETWORK_ONLY);
    this.neighbours =
        NeighbourSearch.gather(
            rank,
            hosts,
            networkOnly ? 0 : ring,
            heap,
            environment,
            exchange,
            watch.sharedHostFile(),
            bell);
    boolean reachesOut = ranks > 1 && (neighbours == null || !neighbours.areAll());
    String[] lists = steps.on(() -> reachesOut ? listen(hosts) : "");
    List<InterfaceAddress> own = LocalHost.addresses();
    for (int peer = 0; peer < ranks; peer++) {
      boolean isCarried = peer != rank && (neighbours == null || !neighbours.has(peer));
      List<InetSocketAddress> all = isCarried ? parse(lists[peer]) : List.of();
      addresses.add(hosts[peer].equals(hosts[rank]) ? all : LocalHost.sorted(all, own));
    }
    this.occupancy = Processors.gather(rank, exchange);
  }

  /// Listens, and returns a line for each address at which other ranks may find this one.
  private String listen(String[] hosts) throws IOException {
    boolean isOneHost = List.of(hosts).stream().allMatch(hosts[rank]::equals);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    ServerSocketChannel listener = ServerSocketChannel.open();
    this.listener = listener;
    listener.bind(
        isOneHost ? new InetSocketAddress(loopback, 0) : new InetSocketAddress(0),
        GuardedListener.BACKLOG);
    int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    var text = new StringBuilder();
    if (isOneHost) {
      return text.append(loopback.getHostAddress()).append(' ').append(port).toString();
    }
    for (InterfaceAddress each : LocalHost.addresses()) {
      String address = each.getAddress().getHostAddress().replaceFirst("%.*", "");
      text.append(text.isEmpty() ? "" : LINE).append(address).append(' ').append(port);
    }
    return text.toString();
  }

  private static List<InetSocketAddress> parse(String lines) throws IOException {
    var all = new ArrayList<InetSocketAddress>();
    for (String line : lines.split(LINE)) {
      String[] parts = line.split(" ");
      if (parts.length == 2) {
        all.add(new InetSocketAddress(InetAddress.getByName(parts[0]), Integer.parseInt(parts[1])));
      }
    }
    return all;
  }

  /// The connections of this rank, which none has yet.
  Connections connect(CarriedRings rings, RingOutbox[] outboxes) throws IOException {
    return new Connections(
        rank, token, selector, rings, outboxes, addresses, listener, watch.lost(), this);
  }

  int rank() {
    return rank;
  }

  int ranks() {
    return ranks;
  }

  PeerWatch watch() {
    return watch;
  }

  @Nullable Neighbours neighbours() {
    return neighbours;
  }

  Occupancy occupancy() {
    return occupancy;
  }

  int maxRecord() {
    return maxRecord;
  }

  /// Reports failures to `fails` from now on.
  void reportTo(Consumer<FailureReport> fails) {
    this.fails = fails;
  }

  /// Records that all ranks have finished: their connections may end.
  void isOver() {
    over = true;
  }

  @Override
  public void unreachable(int peer, String tried) {
    fail(
        "it on "
            + watch.host(rank)
            + " could not reach rank "
            + peer
            + " on "
            + watch.host(peer)
            + " over TCP: "
            + tried
            + ". Allow TCP connections between the hosts of a job on ports 1024 and above");
  }

  /// The watch tells at once if the other process is gone. If it does not, the network has ended
  /// the connection, and messages are lost with it.
  @Override
  public void broken(int peer, String why) {
    failUnlessLost(
        MILLIS_FOR_THE_WATCH,
        connectionTo(peer)
            + " has ended ("
            + why
            + "), although that rank and its host live. See what ends connections between these"
            + " hosts: a firewall, or an address that two hosts have");
  }

  /// The watch tells, at about the same time, if the other host is lost.
  @Override
  public void silent(int peer) {
    Keepalive keepalive = Keepalive.of(watch.lost());
    failUnlessLost(
        MILLIS_FOR_THE_WATCH + 1_000L * keepalive.idle(),
        connectionTo(peer)
            + " has been silent for "
            + keepalive.seconds()
            + " s, although that rank and its host live. See what drops packets between these hosts:"
            + " a firewall that forgets connections, for example");
  }

  private String connectionTo(int peer) {
    return "its connection to rank " + peer + " on " + watch.host(peer);
  }

  /// Ends the job for `cause` after `millis`, unless it ends before that.
  private void failUnlessLost(long millis, String cause) {
    var waiting =
        new Thread(
            () -> {
              try {
                Thread.sleep(millis);
              } catch (InterruptedException e) {
                return; // Nothing interrupts it.
              }
              if (!over) {
                fail(cause);
              }
            },
            "weft-broken-connection");
    waiting.setDaemon(true);
    waiting.start();
  }

  private void fail(String cause) {
    Consumer<FailureReport> fails = this.fails;
    if (fails == null) {
      throw new WeftException("rank " + rank + ": " + cause);
    }
    fails.accept(new FailureReport(rank, "", cause, ""));
  }
}
