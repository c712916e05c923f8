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
import org.jspecify.annotations.Nullable;
import weft.memory.CarriedRings;
import weft.memory.RingOutbox;
import weft.transport.JobVariables;
import weft.transport.host.PortRange;
import weft.transport.job.GuardedListener;
import weft.watch.Keepalive;
import weft.watch.LocalHost;
import weft.watch.network.NetworkBell;
import weft.watch.network.NetworkCarrier;
import weft.watch.network.NetworkFailures;
import weft.watch.network.NetworkSite;
import weft.watch.network.RankNetwork;
import weft.watch.probe.PathFault;

/// The TCP of one rank: its port, and the addresses of the ranks of other hosts.
final class TcpNetwork implements RankNetwork {
  private static final String LINE = "\n";

  private final Selector selector;
  private final TcpBell bell;
  private final List<List<InetSocketAddress>> addresses = new ArrayList<>();
  private @Nullable ServerSocketChannel listener;

  private TcpNetwork(Selector selector, TcpBell bell) {
    this.selector = selector;
    this.bell = bell;
  }

  static TcpNetwork open(int ranks) throws IOException {
    Selector selector = Selector.open();
    return new TcpNetwork(selector, TcpBell.open(selector, ranks));
  }

  @Override
  public NetworkBell bell() {
    return bell;
  }

  @Override
  public void meet(NetworkSite site) throws IOException {
    String[] lists = site.steps().on(() -> site.reachesOut() ? listen(site) : "");
    List<InterfaceAddress> own = LocalHost.addresses();
    String here = site.hosts().get(site.rank());
    for (int peer = 0; peer < site.ranks(); peer++) {
      List<InetSocketAddress> all = site.isCarried(peer) ? parse(lists[peer]) : List.of();
      addresses.add(site.hosts().get(peer).equals(here) ? all : LocalHost.sorted(all, own));
    }
  }

  /// Listens, and returns a line for each address at which other ranks may find this one.
  private String listen(NetworkSite site) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    ServerSocketChannel listener = ServerSocketChannel.open();
    this.listener = listener;
    if (site.isOneHost()) {
      listener.bind(new InetSocketAddress(loopback, 0), GuardedListener.BACKLOG);
    } else {
      var _ =
          PortRange.of(site.environment())
              .open(it -> listener.bind(new InetSocketAddress(it), GuardedListener.BACKLOG));
    }
    int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    var text = new StringBuilder();
    if (site.isOneHost()) {
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
  @Override
  public NetworkCarrier carrier(NetworkSite site, CarriedRings rings, RingOutbox[] outboxes)
      throws IOException {
    return new Connections(
        site.rank(),
        site.environment().getOrDefault(JobVariables.TOKEN, ""),
        selector,
        rings,
        outboxes,
        addresses,
        listener,
        site.watch().lost(),
        new Failures(site));
  }

  /// Ends the job when a connection fails.
  private record Failures(NetworkSite site) implements Connections.Failures {
    private NetworkFailures all() {
      return site.failures();
    }

    @Override
    public void unreachable(int peer, String tried) {
      all()
          .fail(
              "it on "
                  + site.watch().host(site.rank())
                  + " could not reach rank "
                  + peer
                  + " on "
                  + site.watch().host(peer)
                  + " over TCP: "
                  + tried
                  + ". Allow TCP connections between the hosts of a job on ports "
                  + PortRange.of(site.environment()).text()
                  + "; "
                  + PathFault.advice(tried));
    }

    @Override
    public void broken(int peer, String why) {
      all().broken(peer, why);
    }

    /// The watch tells, at about the same time, if the other host is lost.
    @Override
    public void silent(int peer) {
      Keepalive keepalive = Keepalive.of(site.watch().lost());
      all()
          .failUnlessLost(
              1_000L * keepalive.idle(),
              all().connectionTo(peer)
                  + " has been silent for "
                  + keepalive.seconds()
                  + " s, although that rank and its host live. See what drops packets between"
                  + " these hosts: a firewall that forgets connections, or a link that takes only"
                  + " small packets (MTU); `weft doctor --hosts` with their names tries that");
    }
  }
}
