// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.memory.CarriedRings;
import weft.memory.RingOutbox;
import weft.watch.network.NetworkBell;
import weft.watch.network.NetworkCarrier;
import weft.watch.network.NetworkSite;
import weft.watch.network.RankNetwork;

/// The UCX of one rank while its job starts: the devices that lead to the other hosts, and the
/// addresses of all ranks. A job that needs no network does not load the library.
final class UcxNetwork implements RankNetwork {
  private static final String NETWORKS = "UCX_TLS";
  private static final String DEVICES = "UCX_NET_DEVICES";

  /// All but shared memory, since the rings of Weft carry within a host.
  private static final String NO_SHARED_MEMORY = "^shm";

  private final UcxBell bell;
  private byte[][] addresses = {};
  private @Nullable UcxWire wire;

  private UcxNetwork(UcxBell bell) {
    this.bell = bell;
  }

  static UcxNetwork open(int ranks) throws IOException {
    return new UcxNetwork(UcxBell.open(ranks));
  }

  @Override
  public NetworkBell bell() {
    return bell;
  }

  /// A random number of rank 0 marks the frames of the job: UCX itself accepts strangers.
  @Override
  public void meet(NetworkSite site) throws IOException {
    if (!site.reachesOut()) {
      return;
    }
    String[] ports =
        site.steps()
            .on(() -> ThreadLocalRandom.current().nextInt() + "\n" + UcxDevices.text(own(site)));
    int key = Integer.parseInt(ports[0].substring(0, ports[0].indexOf('\n')));
    String[] told = site.steps().on(() -> address(site, key, devices(site, ports)));
    addresses = new byte[told.length][];
    for (int i = 0; i < told.length; i++) {
      addresses[i] = Base64.getDecoder().decode(told[i]);
    }
  }

  private static List<UcxDevices.Port> own(NetworkSite site) throws IOException {
    return site.isOneHost() ? List.of() : UcxDevices.own();
  }

  /// The devices for UCX; empty if the user has chosen them.
  private static String devices(NetworkSite site, String[] ports) throws IOException {
    if (site.environment().containsKey(DEVICES)) {
      return "";
    }
    if (site.isOneHost()) {
      return UcxDevices.loopback();
    }
    var others = new ArrayList<List<UcxDevices.Port>>();
    var known = new ArrayList<String>();
    known.add(site.hosts().get(site.rank()));
    for (int peer = 0; peer < ports.length; peer++) {
      String host = site.hosts().get(peer);
      if (!known.contains(host)) {
        known.add(host);
        others.add(parse(ports[peer]));
      }
    }
    Set<String> common = UcxDevices.common(parse(ports[site.rank()]), others);
    return UcxDevices.value(common);
  }

  private static List<UcxDevices.Port> parse(String told) throws IOException {
    return UcxDevices.parse(told.substring(told.indexOf('\n') + 1));
  }

  private String address(NetworkSite site, int key, String devices) {
    Map<String, String> environment = site.environment();
    UcxLibrary _ = UcxLibrary.load();
    try {
      wire =
          new UcxWire(
              site.rank(), key, environment.containsKey(NETWORKS) ? "" : NO_SHARED_MEMORY, devices);
      return Base64.getEncoder().encodeToString(wire.address());
    } catch (UcxException e) {
      throw new WeftException(
          "rank "
              + site.rank()
              + " on "
              + site.watch().host(site.rank())
              + " cannot use UCX "
              + UcpContext.version()
              + ": "
              + e.getMessage()
              + (devices.isEmpty()
                  ? ". See " + DEVICES + " and " + NETWORKS
                  : ". It may use the devices "
                      + devices
                      + "; name others in "
                      + DEVICES
                      + ", or networks in "
                      + NETWORKS)
              + "; UCX_LOG_LEVEL=info says more",
          e);
    }
  }

  @Override
  public NetworkCarrier carrier(NetworkSite site, CarriedRings rings, RingOutbox[] outboxes) {
    var carried = new boolean[site.ranks()];
    for (int peer = 0; peer < carried.length; peer++) {
      carried[peer] = site.isCarried(peer);
    }
    UcxWire wire = this.wire;
    var carrier =
        new UcxCarrier(
            site.rank(),
            wire == null ? FrameWire.NONE : wire,
            bell,
            rings,
            outboxes,
            carried,
            site.failures()::broken);
    if (wire != null) {
      wire.connect(addresses, carrier);
    }
    return carrier;
  }
}
