// SPDX-License-Identifier: Apache-2.0
package weft.watch.probe;

import java.util.List;

/// Why one host does not reach another by TCP, and what helps. The causes are in the order in which
/// they explain most.
public enum PathFault {
  /// The kernel here has no way to that address.
  NO_ROUTE(
      "no route",
      "see what `ip route get` says of that address there: a route is missing, or forbids it",
      List.of("No route to host", "Network is unreachable", "Invalid argument", "Permission")),
  /// Nothing comes back.
  SILENT(
      "no answer",
      "a firewall drops packets (open its ports; --ports 40000-40100 needs these alone), or the"
          + " other host has no route back (see `ip route` there)",
      List.of("no answer", "timed out", "Timed out")),
  /// The connection is made, and large packets are lost.
  STALLED(
      "64 KB do not arrive, and small packets do",
      "something between them takes only smaller packets and does not say so: lower the MTU of both"
          + " hosts (`ip link set eth0 mtu 1400`), or let ICMP pass",
      List.of("64 KB")),
  /// The other host is there, and its port is closed.
  REFUSED(
      "refused",
      "a firewall refuses the port: open its ports; --ports 40000-40100 needs these alone",
      List.of("refused")),
  /// A process of nobody's answers.
  STRANGER(
      "another process answers there",
      "that address leads elsewhere, as one of a bridge of containers does: take it off one of the"
          + " hosts, or give both an address on a common network",
      List.of("another process", "was accepted", "closed the connection")),
  /// There is no address to try.
  NO_ADDRESS(
      "no address that the other host lacks",
      "both hosts have the same addresses, as of bridges of containers: give each one of its own on"
          + " a common network",
      List.of("no address")),
  /// Something else, which its message says.
  OTHER("no connection", "see the message", List.of());

  private final String words;
  private final String remedy;
  private final List<String> marks;

  PathFault(String words, String remedy, List<String> marks) {
    this.words = words;
    this.remedy = remedy;
    this.marks = marks;
  }

  /// The fault that the messages of all attempts show: the one that explains most.
  public static PathFault of(String messages) {
    for (PathFault fault : values()) {
      if (fault.marks.stream().anyMatch(messages::contains)) {
        return fault;
      }
    }
    return OTHER;
  }

  /// The fault in a few words.
  public String words() {
    return words;
  }

  /// What helps: a part of a sentence.
  public String remedy() {
    return remedy;
  }

  /// The end of the report of a rank that has not reached another one.
  ///
  /// @param tried the messages of all attempts
  public static String advice(String tried) {
    PathFault fault = of(tried);
    return (fault == OTHER ? "" : fault.words + " means: " + fault.remedy + "; ")
        + "`weft doctor --hosts` with the names of the hosts tries every way between them";
  }
}
