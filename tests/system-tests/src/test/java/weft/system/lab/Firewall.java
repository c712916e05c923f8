// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import weft.lab.Lab;

/// Breaks single TCP connections between two hosts of a lab, as firewalls do.
final class Firewall {
  private final Lab lab;
  private final int one;
  private final int other;

  /// Between hosts `one` and `other`, each of which has one rank of a job over TCP.
  Firewall(Lab lab, int one, int other) {
    this.lab = lab;
    this.one = one;
    this.other = other;
  }

  private String output(int host, String line) throws Exception {
    Process process =
        lab.builder(host, List.of("sh", "-c", line)).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(line + ": " + text).isZero();
    return text;
  }

  /// The ports of both ends, from `one` to `other`, of the connection that carries data: it is the
  /// one that was made to a port at which a rank still listens.
  private String[] dataPorts() throws Exception {
    String listening = output(one, "ss -Htln") + output(other, "ss -Htln");
    List<String[]> data =
        ports().stream()
            .filter(ports ->
                listening.contains(":" + ports[0] + " ")
                    || listening.contains(":" + ports[1] + " "))
            .toList();
    assertThat(data).as("connections for data, " + listening).isNotEmpty();
    return data.getLast();
  }

  private List<String[]> ports() throws Exception {
    var all = new ArrayList<String[]>();
    String connections = output(one, "ss -Htn state established dst " + lab.address(other));
    for (String line : connections.lines().toList()) {
      String[] columns = line.strip().split(" +");
      all.add(new String[] {port(columns[2]), port(columns[3])});
    }
    return all;
  }

  private static String port(String address) {
    return address.substring(address.lastIndexOf(':') + 1);
  }

  /// Whether there is a connection for data.
  boolean seesData() throws Exception {
    String listening = output(one, "ss -Htln") + output(other, "ss -Htln");
    return ports().stream()
        .anyMatch(
            it -> listening.contains(":" + it[0] + " ") || listening.contains(":" + it[1] + " "));
  }

  /// Drops what comes to `one` over the connection for data.
  void dropToOne() throws Exception {
    String[] ports = dataPorts();
    rule(one, "tcp dport " + ports[0] + " tcp sport " + ports[1] + " drop");
  }

  /// Drops what comes to either over it.
  void dropBoth() throws Exception {
    String[] ports = dataPorts();
    rule(one, "tcp dport " + ports[0] + " tcp sport " + ports[1] + " drop");
    rule(other, "tcp dport " + ports[1] + " tcp sport " + ports[0] + " drop");
  }

  private void rule(int host, String rule) throws Exception {
    output(
        host,
        "nft add table ip t && nft 'add chain ip t c { type filter hook input priority 0; }'"
            + " && nft 'add rule ip t c "
            + rule
            + "'");
  }

  /// Resets the connection for data on both hosts.
  void resetData() throws Exception {
    String[] ports = dataPorts();
    output(
        one, "ss -HK dst " + lab.address(other) + " sport = " + ports[0] + " dport = " + ports[1]);
  }

  /// Resets the connections by which the two ranks watch each other.
  void resetWatch() throws Exception {
    String[] data = seesData() ? dataPorts() : new String[] {"0", "0"};
    for (String[] ports : ports()) {
      if (!ports[0].equals(data[0])) {
        output(
            one,
            "ss -HK dst " + lab.address(other) + " sport = " + ports[0] + " dport = " + ports[1]);
      }
    }
  }
}
