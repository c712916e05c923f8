// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import weft.cli.CommandException;

/// The namespaces of a lab and the links between them.
///
/// ```
///  namespace of h0      namespace of the login host         namespace of h1
///  eth0 10.77.0.1 ───── h0 ── bridge br0, 10.77.0.254 ── h1 ───── eth0 10.77.0.2
///         └ tbf           └ tbf                     tbf ┘       tbf ┘
/// ```
///
/// The bridge is the switch, and the login host's own interface. Traffic of the login host is as
/// fast as the machine on its side; only the other host's link limits it.
final class Network {
  /// The additional host where users log in and jobs are started.
  static final String LOGIN = "login";

  private static final String NET = "10.77.0.";
  private static final String BRIDGE = "br0";

  // A packet segmented below the interface would be counted as one, so the number of packets on the
  // wire would be unknown.
  private static final String AS_ON_THE_WIRE = " addrgenmode none gso_max_segs 1";

  private final LabId id;
  private final int hosts;

  Network(LabId id, int hosts) {
    this.id = id;
    this.hosts = hosts;
  }

  static String host(int number) {
    return "h" + number;
  }

  static String address(int number) {
    return NET + (number + 1);
  }

  /// The number of a host, given by its name, its address, or its number.
  static int number(String host, int hosts) {
    for (int i = 0; i < hosts; i++) {
      if (List.of(host(i), address(i), String.valueOf(i)).contains(host)) {
        return i;
      }
    }
    throw CommandException.usage(
        "There is no host "
            + host
            + " in this lab."
            + (hosts == 1 ? " There is: h0." : " There are: h0 to h" + (hosts - 1) + "."));
  }

  static String loginAddress() {
    return NET + "254";
  }

  /// Creates the namespaces and links.
  void build(List<Rate> rates) {
    String login = id.host(LOGIN);
    var names = new StringBuilder("netns add " + login + "\n");
    var links = new StringBuilder();
    links.append("link set lo up\n");
    links.append("link add " + BRIDGE + " type bridge mcast_snooping 0\n");
    links.append("link set " + BRIDGE + AS_ON_THE_WIRE + " up\n");
    links.append("addr add " + loginAddress() + "/24 dev " + BRIDGE + "\n");
    for (int i = 0; i < hosts; i++) {
      String port = host(i);
      names.append("netns add " + id.host(port) + "\n");
      links.append("link add " + port + " type veth peer name eth0 netns " + id.host(port) + "\n");
      links.append("link set " + port + AS_ON_THE_WIRE + " master " + BRIDGE + " up\n");
    }
    Tool.runWith(names.toString(), "ip", "-batch", "-");
    Tool.runWith(links.toString(), "ip", "-n", login, "-batch", "-");
    for (int i = 0; i < hosts; i++) {
      Tool.runWith(
          "link set lo up\nlink set eth0"
              + AS_ON_THE_WIRE
              + " up\naddr add "
              + address(i)
              + "/24 dev eth0\n",
          "ip",
          "-n",
          id.host(host(i)),
          "-batch",
          "-");
      if (rates.get(i).isLimited()) {
        shape(i, rates.get(i));
      }
    }
  }

  /// Gives each host a bridge as that of containers, which has the same address everywhere.
  void addBridges() {
    for (int i = 0; i < hosts; i++) {
      Tool.runWith(
          """
          link add docker0 type bridge
          link add container type veth peer name inside
          link set container master docker0 up
          link set inside up
          addr add 172.17.0.1/16 dev docker0
          link set docker0 up
          """,
          "ip",
          "-n",
          id.host(host(i)),
          "-batch",
          "-");
    }
  }

  /// Sets the rate of a host's link at both ends.
  void shape(int number, Rate rate) {
    shape(id.host(host(number)), "eth0", rate);
    shape(id.host(LOGIN), host(number), rate);
  }

  private static void shape(String namespace, String device, Rate rate) {
    if (rate.isLimited()) {
      Tool.run(shaper(namespace, device, rate));
    } else {
      // The default replaces it. This fails if there is none to remove.
      Tool.tryRun("tc", "-n", namespace, "qdisc", "del", "dev", device, "root");
    }
  }

  /// The command that limits the rate of a device, by a token bucket.
  static String[] shaper(String namespace, String device, Rate rate) {
    return new String[] {
      "tc",
      "-n",
      namespace,
      "qdisc",
      "replace",
      "dev",
      device,
      "root",
      "tbf", //
      "rate",
      rate.bitsPerSecond() + "bit", //
      "burst",
      String.valueOf(rate.burst()), //
      "limit",
      String.valueOf(rate.queue())
    };
  }

  /// Cuts or restores the connection between a host and the switch. The host is not notified: its
  /// interface stays up, as if the cable behind the next switch were pulled.
  void connect(int number, boolean connected) {
    // The states disabled and forwarding, as numbered in the kernel's if_bridge.h. `ip link set
    // type bridge_slave state` takes the same numbers, but has no effect.
    String state = connected ? "3" : "0";
    Tool.run("bridge", "-n", id.host(LOGIN), "link", "set", "dev", host(number), "state", state);
  }

  /// Takes the interface of a host down, with its queued frames.
  void silence(int number) {
    Tool.run("ip", "-n", id.host(host(number)), "link", "set", "eth0", "down");
  }

  /// The traffic of each link, by host; under [#LOGIN] that of the login host.
  Map<String, LinkCount> counts() {
    String json = Tool.run("ip", "-n", id.host(LOGIN), "-s", "-j", "link", "show");
    var counts = new HashMap<String, LinkCount>();
    for (JsonNode link : JsonMapper.builder().build().readTree(json)) {
      String name = link.path("ifname").asString("");
      JsonNode received = link.path("stats64").path("rx");
      JsonNode sent = link.path("stats64").path("tx");
      long bytesReceived = received.path("bytes").asLong();
      long packetsReceived = received.path("packets").asLong();
      long bytesSent = sent.path("bytes").asLong();
      long packetsSent = sent.path("packets").asLong();
      if (name.equals(BRIDGE)) {
        counts.put(LOGIN, new LinkCount(bytesSent, packetsSent, bytesReceived, packetsReceived));
      } else if (!name.equals("lo")) {
        // These are the switch's counts: frames that its port received, the host sent.
        counts.put(name, new LinkCount(bytesReceived, packetsReceived, bytesSent, packetsSent));
      }
    }
    return counts;
  }

  /// The hosts' names and addresses, in the format of /etc/hosts.
  String hostsFile() {
    var lines = new ArrayList<String>();
    lines.add("127.0.0.1 localhost");
    for (int i = 0; i < hosts; i++) {
      lines.add(address(i) + " " + host(i));
    }
    lines.add(loginAddress() + " " + LOGIN);
    return String.join("\n", lines) + "\n";
  }
}
