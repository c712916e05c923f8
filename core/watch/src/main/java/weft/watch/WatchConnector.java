// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.transport.host.PortRange;
import weft.transport.job.ControlServer;
import weft.transport.job.Proc;

/// Connects the ranks of a job so that they watch each other. Each rank publishes its location, the
/// hubs publish their addresses, and the others connect to them. This is a collective operation: a
/// failure on one rank is thrown on all ranks.
final class WatchConnector {
  private static final int NUMBER = 3;
  private static final String LINE = "\n";

  private final int rank;
  private final WatchSettings settings;
  private final Keepalive keepalive;
  private final CommonSteps steps;
  private final Peer[] peers;
  private final String token;
  private final WatchTopology topology;
  private final ParentProcess parent;
  private final IntConsumer end;
  private final boolean isOneHost;
  private List<InterfaceAddress> own = List.of();
  private @Nullable ControlServer server;

  private WatchConnector(
      int rank,
      WatchSettings settings,
      ParentProcess parent,
      IntConsumer end,
      CommonSteps steps,
      Peer[] peers,
      String token) {
    this.rank = rank;
    this.settings = settings;
    this.parent = parent;
    this.end = end;
    this.keepalive = Keepalive.of(settings.lost());
    this.steps = steps;
    this.peers = peers;
    this.isOneHost = Stream.of(peers).allMatch(it -> it.isWith(peers[WatchTopology.HUB]));
    this.topology = WatchTopology.of(peers);
    this.token = token;
  }

  /// Connects the ranks, and returns when all are connected.
  ///
  /// @throws weft.WeftException on all ranks, if one cannot be connected
  static PeerWatch connect(
      int rank,
      int size,
      Map<String, String> environment,
      AllGather exchange,
      ParentProcess parent,
      IntConsumer end) {
    var steps = new CommonSteps(rank, exchange);
    String[] introductions = steps.on(() -> introduction(environment));
    if (introductions.length != size) {
      throw new IllegalStateException(introductions.length + " ranks answered instead of " + size);
    }
    WatchSettings settings = WatchSettings.of(environment);
    var peers = new Peer[size];
    var numbers = new String[size];
    for (int i = 0; i < size; i++) {
      String[] lines = introductions[i].split(LINE, -1);
      peers[i] = new Peer(i, Long.parseLong(lines[0]), lines[1], lines[2], "");
      numbers[i] = lines[NUMBER];
    }
    String token = JobToken.agree(numbers, peers, environment, steps);
    return new WatchConnector(rank, settings, parent, end, steps, peers, token).connectAll();
  }

  /// Describes this process to the other ranks.
  private static String introduction(Map<String, String> environment) throws IOException {
    var _ = WatchSettings.of(environment); // A wrong setting fails this step on all ranks.
    return String.join(
        LINE,
        Long.toString(Proc.self()),
        LocalHost.hostName(),
        LocalHost.networkId(),
        JobToken.number(environment));
  }

  private PeerWatch connectAll() {
    @Nullable JoinListener joinListener =
        topology.isSupervisor(rank) ? new JoinListener(rank, token, keepalive, peers.length) : null;
    String[] endpoints;
    try {
      endpoints = steps.on(() -> listen(joinListener));
    } catch (RuntimeException e) {
      if (server != null) {
        server.close();
      }
      throw e;
    }
    for (int i = 0; i < peers.length; i++) {
      peers[i] = peers[i].at(address(endpoints, i));
    }
    ControlServer server = Objects.requireNonNull(this.server);
    var watch =
        new PeerWatch(peers, rank, topology, token, settings, parent, end, server, joinListener);
    try {
      var _ = steps.on(() -> connectToSupervisors(watch, endpoints));
    } catch (RuntimeException e) {
      watch.abandon();
      throw e;
    }
    watch.begin();
    return watch;
  }

  /// Returns the address of the host of `rank`, for reports: the one that this host tries first, as
  /// hosts may have others that lead nowhere. That of this host is the one on a network of another.
  private String address(String[] endpoints, int rank) {
    String list = endpoints[rank].split(LINE, 2)[0];
    if (list.isEmpty()) {
      return "";
    }
    boolean isHere = peers[rank].isWith(peers[this.rank]);
    var usable = new ArrayList<InetSocketAddress>();
    for (int i = 0; i < peers.length; i++) {
      if (isHere ? !peers[i].isWith(peers[this.rank]) : i == rank) {
        for (String each : endpoints[i].split(LINE, 2)[0].split(" ")) {
          usable.add(new InetSocketAddress(each, 0));
        }
      }
    }
    List<InetSocketAddress> sorted = LocalHost.sorted(usable, own);
    InetAddress best = sorted.isEmpty() ? null : sorted.getFirst().getAddress();
    if (isHere && best != null) {
      best = LocalHost.onNetworkOf(best, own);
    }
    return best == null ? list.split(" ")[0] : name(best);
  }

  /// Returns the addresses of this host, and a line for each address at which this rank listens.
  private String listen(@Nullable JoinListener joinListener) throws IOException {
    ControlServer server = ControlServer.open();
    this.server = server;
    var addresses = new ArrayList<InetAddress>();
    if (isOneHost) {
      addresses.add(InetAddress.getLoopbackAddress());
    } else {
      own = LocalHost.addresses();
      own.forEach(it -> addresses.add(it.getAddress()));
    }
    var text = new StringBuilder();
    if (!isOneHost) {
      text.append(String.join(" ", addresses.stream().map(WatchConnector::name).toList()));
    }
    if (joinListener != null) {
      PortRange ports = isOneHost ? PortRange.ANY : settings.ports();
      for (InetSocketAddress each : joinListener.open(server, addresses, ports)) {
        text.append(LINE).append(name(each.getAddress())).append(' ').append(each.getPort());
      }
    }
    return text.toString();
  }

  /// Returns the address in digits, without the name of this host's interface.
  private static String name(InetAddress address) {
    return address.getHostAddress().replaceFirst("%.*", "");
  }

  private String connectToSupervisors(PeerWatch watch, String[] introductions) throws IOException {
    watch.start();
    Peer self = peers[rank];
    for (int supervisor : topology.supervisors(rank)) {
      var connector =
          new JoinConnector(
              self,
              peers[supervisor],
              endpoints(introductions, supervisor),
              keepalive,
              token,
              settings.ports());
      watch.adopt(supervisor, connector.connect(false), false);
      watch.adopt(supervisor, connector.connect(true), true);
    }
    return "";
  }

  private List<InetSocketAddress> endpoints(String[] introductions, int supervisor)
      throws IOException {
    var endpoints = new ArrayList<InetSocketAddress>();
    String[] lines = introductions[supervisor].split(LINE);
    for (int i = 1; i < lines.length; i++) {
      String[] endpoint = lines[i].split(" ");
      endpoints.add(
          new InetSocketAddress(InetAddress.getByName(endpoint[0]), Integer.parseInt(endpoint[1])));
    }
    boolean isHere = isOneHost || peers[supervisor].isWith(peers[rank]);
    return isHere ? endpoints : LocalHost.sorted(endpoints, own);
  }
}
