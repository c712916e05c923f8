// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import weft.cli.CommandException;
import weft.lab.Lab;
import weft.lab.LinkCount;
import weft.lab.Rate;
import weft.lab.Traffic;
import weft.system.cli.Weft;
import weft.testkit.Patience;
import weft.testkit.Sampled;

/// Hosts are apart, links have the rate that they were given, and what is cut, slowed or killed is.
///
/// How much gets through is measured by what another link carries meanwhile, never by a clock: this
/// machine may be busy.
@ExtendWith(NeedsLab.class)
@Sampled
final class LabTest {
  private static final Rate FAST = Rate.parse("100mbit");
  private static final Rate SLOW = Rate.parse("10mbit");

  /// What an Ethernet frame can carry at most, with its header.
  private static final int FRAME = 1514;

  private static String output(Lab lab, int host, String line) throws Exception {
    Process process =
        lab.builder(host, List.of("sh", "-c", line)).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text.strip();
  }

  private static String machine(String line) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", line).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  @Test
  void hostsHaveNamesNetworksAndSharedMemoryOfTheirOwn() throws Exception {
    try (Lab lab = Lab.open(2, Rate.NONE)) {
      assertThat(output(lab, 1, "cat /proc/sys/kernel/hostname")).isEqualTo("h1");
      assertThat(output(lab, 1, "ls /sys/class/net")).isEqualTo("eth0\nlo");
      assertThat(output(lab, 0, "readlink /proc/self/ns/net"))
          .isNotEqualTo(output(lab, 1, "readlink /proc/self/ns/net"));
      for (String kind : List.of("net", "ipc", "uts")) {
        Path namespace = Path.of("/proc/self/ns", kind);
        assertThat(output(lab, 0, "readlink " + namespace))
            .startsWith(kind + ":[")
            .isNotEqualTo(Files.readSymbolicLink(namespace).toString());
      }
      // The machine's control groups, which say how much memory there is, are seen all the same.
      assertThat(output(lab, 0, "ls /sys/fs/cgroup").lines())
          .containsExactlyElementsOf(machine("ls /sys/fs/cgroup").lines().toList());
      output(lab, 0, "echo something > /dev/shm/file");
      assertThat(output(lab, 0, "cat /dev/shm/file")).isEqualTo("something");
      assertThat(output(lab, 1, "ls /dev/shm")).isEmpty();
    }
  }

  @Test
  void twoLabsDoNotMeet() throws Exception {
    try (Lab one = Lab.open(2, Rate.NONE);
        Lab other = Lab.open(2, Rate.NONE)) {
      assertThat(one.traffic(0, 1, 1_000_000).await()).isEqualTo(1_000_000);
      assertThat(other.counts()).allSatisfy(count -> assertThat(count.bytes()).isLessThan(1000));
      other.kill(1);
      assertThat(one.isUp(1)).isTrue();
      assertThat(one.traffic(0, 1, 1_000_000).await()).isEqualTo(1_000_000);
    }
  }

  @Test
  void countersTellWhatCrossedTheWire() throws Exception {
    try (Lab lab = Lab.open(3, FAST)) {
      assertThat(lab.traffic(0, 1, 3_000_000).await()).isEqualTo(3_000_000);
      LinkCount sender = lab.count(0);
      assertThat(sender.bytesSent()).isBetween(3_000_000L, 3_600_000L);
      // No packet on the wire is larger than the wire takes.
      assertThat(sender.packetsSent()).isGreaterThanOrEqualTo(sender.bytesSent() / FRAME);
      LinkCount receiver = lab.count(1);
      assertThat(receiver.bytesReceived()).isBetween(3_000_000L, sender.bytesSent() + 1000);
      assertThat(receiver.packetsReceived()).isGreaterThanOrEqualTo(3_000_000 / FRAME);
      assertThat(lab.bytes(1)).isBetween(receiver.bytes(), receiver.bytes() + 1000);
      assertThat(lab.packets(1)).isBetween(receiver.packets(), receiver.packets() + 10);
      assertThat(lab.bytes(2)).isLessThan(1000);
      assertThat(lab.bytesBetweenHosts())
          .isBetween(sender.bytesSent(), sender.bytesSent() + receiver.bytesSent() + 1000);
    }
  }

  @Test
  void aLinkCarriesWhatItsRateAllows() throws Exception {
    try (Lab lab = Lab.open(List.of(FAST, FAST, SLOW, FAST));
        Traffic fast = lab.traffic(0, 1);
        Traffic slow = lab.traffic(2, 3)) {
      awaitBoth(lab);
      // Now and then a loaded machine lets one side stand still: the claim is of some window.
      Weft.await(
          "a share of 0.02 to 0.4 of what the fast link carries",
          () -> {
            double share = shareOfSlowLink(lab);
            return share > 0.02 && share < 0.4;
          });
      assertThat(fast.isFlowing()).isTrue();
      assertThat(slow.isFlowing()).isTrue();
    }
  }

  @Test
  void aLinkCanBecomeSlow() throws Exception {
    try (Lab lab = Lab.open(4, FAST);
        Traffic fast = lab.traffic(0, 1);
        Traffic slow = lab.traffic(2, 3)) {
      awaitBoth(lab);
      Weft.await("an equal share", () -> shareOfSlowLink(lab) > 0.4);
      lab.slow(2, SLOW);
      Weft.await("a slow link", () -> shareOfSlowLink(lab) < 0.4);
      assertThat(shareOfSlowLink(lab)).isLessThan(0.4);
      lab.slow(2, FAST);
      Weft.await("an equal share again", () -> shareOfSlowLink(lab) > 0.4);
      assertThat(fast.isFlowing() && slow.isFlowing()).isTrue();
    }
  }

  private static void awaitBoth(Lab lab) throws Exception {
    Weft.await("traffic of host 0", () -> lab.count(0).bytesSent() > 100_000);
    Weft.await("traffic of host 2", () -> lab.count(2).bytesSent() > 100_000);
  }

  /// What the link of host 2 sends while that of host 0 sends 5 MB (0.4 s at 100 Mbit/s), in parts
  /// of that.
  private static double shareOfSlowLink(Lab lab) throws Exception {
    List<LinkCount> before = lab.counts();
    long wanted = before.get(0).bytesSent() + 5_000_000;
    Weft.await("5 MB of traffic", () -> lab.count(0).bytesSent() >= wanted);
    List<LinkCount> after = lab.counts();
    return (double) after.get(2).since(before.get(2)).bytesSent()
        / after.get(0).since(before.get(0)).bytesSent();
  }

  @Test
  void aCutLinkCarriesNothingAndARestoredOneGoesOn() throws Exception {
    try (Lab lab = Lab.open(3, FAST);
        Traffic other = lab.traffic(0, 2);
        Traffic traffic = lab.traffic(0, 1)) {
      Weft.await("traffic", () -> lab.count(1).bytesReceived() > 1_000_000);
      lab.cut(1);
      // What has passed the switch may be in the queue before the last piece of the link.
      awaitTraffic(lab, 1_000_000);
      LinkCount before = lab.count(1);
      awaitTraffic(lab, 10_000_000);
      assertThat(lab.count(1).since(before).packetsReceived()).isZero();
      assertThat(output(lab, 1, "cat /sys/class/net/eth0/carrier")).isEqualTo("1");

      lab.restore(1);
      Weft.await(
          "traffic after the cut", () -> lab.count(1).since(before).bytesReceived() > 1_000_000);
      assertThat(traffic.isFlowing()).isTrue();
      assertThat(other.isFlowing()).isTrue();
    }
  }

  /// Waits until host 2, whose link is never touched, has received so many bytes more.
  private static void awaitTraffic(Lab lab, long bytes) throws Exception {
    long wanted = lab.count(2).bytesReceived() + bytes;
    Weft.await("traffic", () -> lab.count(2).bytesReceived() >= wanted);
  }

  @Test
  void aKilledHostHasNoProcessesAndSaysNothing() throws Exception {
    try (Lab lab = Lab.open(3, FAST);
        Traffic traffic = lab.traffic(0, 1)) {
      Weft.await("traffic", () -> lab.count(1).bytesReceived() > 1_000_000);
      Process shell = lab.exec(1, "sh", "-c", "sleep 1000 & setsid sleep 1001 & wait");
      Process ssh = lab.login(List.of(agent(lab), "h1", "exec sleep 1002")).start();
      Weft.await("five processes", () -> lab.processes(1).size() == 5);

      lab.kill(1);
      assertThat(lab.isUp(1)).isFalse();
      assertThat(lab.processes(1)).isEmpty();
      assertThat(Patience.await(shell, Duration.ofSeconds(10))).isTrue();
      long silent = lab.count(1).packetsSent();
      // The other end was not told: its process still writes into the connection.
      assertThat(lab.processes(0)).hasSize(1).allMatch(ProcessHandle::isAlive);
      assertThat(traffic.isFlowing()).isFalse();
      assertThat(output(lab, 1, "echo alive")).isEqualTo("weft lab: host h1 is down");
      assertThatThrownBy(() -> lab.restore(1))
          .isInstanceOf(CommandException.class)
          .hasMessage("Host h1 was killed: its link cannot be restored.");
      assertThat(lab.traffic(0, 2, 1_000_000).await()).isEqualTo(1_000_000);
      assertThat(lab.count(1).packetsSent()).isEqualTo(silent);
      assertThat(lab.processes(0)).hasSize(1);
      // Nor was whoever had asked for a process there.
      assertThat(ssh.isAlive()).isTrue();
    }
  }

  private static String agent(Lab lab) {
    return Objects.requireNonNull(lab.environment().get("WEFT_LAB_AGENT"));
  }

  @Test
  void aClosedLabLeavesNothing() throws Exception {
    Lab lab = Lab.open(2, FAST);
    String name = lab.name();
    List<ProcessHandle> processes;
    try (lab) {
      assertThat(Leftovers.of(name)).isNotEmpty();
      lab.exec(0, "sh", "-c", "trap '' TERM HUP INT; setsid sleep 1000 & sleep 1001");
      lab.login(List.of("sleep", "1000")).start();
      lab.traffic(0, 1);
      Weft.await("processes", () -> lab.processes(0).size() == 4);
      processes = lab.processes(0);
      assertThat(Lab.running()).contains(name);
    }
    assertThat(Leftovers.of(name)).isEmpty();
    Weft.await("their end", () -> processes.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(Lab.running()).doesNotContain(name);
    lab.close(); // Once more does no harm.
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> Lab.open(0, FAST))
        .hasMessageContaining("A lab of 0 hosts is not possible");
    assertThatThrownBy(() -> Lab.open(65, FAST)).hasMessageContaining("a lab has 1 to 64");
    assertThatThrownBy(() -> Lab.of("1.2.3")).hasMessage("There is no lab 1.2.3.");
    try (Lab lab = Lab.open(1, FAST)) {
      assertThatThrownBy(() -> lab.cut(1)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> lab.number("h1"))
          .hasMessage("There is no host h1 in this lab. There is: h0.");
    }
  }
}
