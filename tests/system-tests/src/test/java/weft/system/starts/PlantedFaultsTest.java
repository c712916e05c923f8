// SPDX-License-Identifier: Apache-2.0
package weft.system.starts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.lab.LabNeeds;
import weft.system.cli.Weft;
import weft.system.lab.NeedsLab;
import weft.testkit.Sampled;
import weft.transport.job.Shell;

/// Six hosts, five of which have a fault each, and all of them the bridge of containers: the doctor
/// names each with what helps, and so does the job that it stops.
@ExtendWith(NeedsLab.class)
@Tag("alone")
@Sampled
final class PlantedFaultsTest {
  private static final int HOSTS = 6;

  private static final String LARGE =
      """
      void main(String[] args) {
        weft.Weft.launch(args, world -> {
          var come = new long[1];
          var large = world.rsrN("large", (source, frame) -> come[0] += frame.size());
          world.start();
          large.send(world.next(), new byte[1 << 20]);
          world.pollUntil(() -> come[0] > 0);
          world.quiesce();
        });
      }
      """;

  @TempDir static Path folder;

  @SuppressWarnings("NullAway.Init") // Null where there can be no hosts; each test is skipped then.
  private static LabHosts hosts;

  @BeforeAll
  static void plant() throws Exception {
    if (LabNeeds.obstacle() != null) {
      return; // Each test says so.
    }
    boolean isThere = Shell.find("nft") != null;
    if (!isThere) {
      System.err.println("SKIPPED tests of planted faults: nftables is not installed");
    }
    assumeTrue(isThere, "nft is not installed");
    hosts = LabHosts.open(folder, HOSTS);
    for (int i = 0; i < HOSTS; i++) {
      hosts.on(
          hosts.lab().host(i),
          """
          ip link add docker0 type bridge &&
          ip link add container type veth peer name inside &&
          ip link set container master docker0 up && ip link set inside up &&
          ip addr add 172.17.0.1/16 dev docker0 && ip link set docker0 up
          """);
    }
    hosts.on(
        "h1",
        "nft add table ip t && nft 'add chain ip t c { type filter hook input priority 0; }'"
            + " && nft 'add rule ip t c iifname eth0 tcp flags & (syn|ack) == syn drop'");
    hosts.on("h2", "ip route add unreachable " + hosts.lab().address(0));
    hosts.on("login", "ip link set dev h3 mtu 1280");
    hosts.before("h4", "mount -t tmpfs -o size=64k tmpfs /dev/shm &&");
    hosts.before("h5", "ulimit -n 256;");
  }

  @AfterAll
  static void end() {
    if (hosts != null) {
      hosts.close();
    }
  }

  @Test
  void theDoctorNamesEachWithItsRemedy() throws Exception {
    var result = hosts.begin("doctor", "doctor --hosts h0,h1,h2,h3,h4,h5").end();
    assertThat(result.err()).isEmpty();
    List<String> faults = result.outLines().stream().filter(it -> it.startsWith("fault ")).toList();
    String text = result.out();
    assertThat(text)
        .contains("from h0, h2, h3, h4, h5 to h1: no answer (10.77.0.2: no answer)", "--ports")
        .contains("from h2 to h0: no route (10.77.0.1: ", "so what comes from there gets no answer")
        .contains("between h3 and h0, h1, h2, h4, h5: 64 KB do not arrive", "lower the MTU")
        .contains("h4 has no room in /dev/shm (", "--shm-size=1g")
        .contains("h5 lets a process have 256 files open", "ulimit -n")
        .contains("advice   h0, h1, h2, h3, h4, h5 all have the address 172.17.0.1")
        .containsPattern("\nh0 +h4 +10\\.77\\.0\\.5 +\\d+\\.\\d ms\n")
        .containsPattern("\nh0 +25\\S* +\\d+ .* 10\\.77\\.0\\.1 \\(eth0, MTU 1500\\)");
    assertThat(faults).as(text).hasSize(5);
    assertThat(result.exitCode()).isEqualTo(1);
  }

  /// Jobs at the same time, each between two hosts of which one has a fault.
  @Test
  void theJobNamesItToo() throws Exception {
    String run = "run --transport tcp --java-heap 64m --hosts ";
    Weft.Running closed = hosts.begin("closed", run + "h1,h0 -n 2 hello");
    Weft.Running noWay = hosts.begin("no-way", run + "h0,h2 -n 2 hello");
    Weft.Running few = hosts.begin("few", run + "h5:250 -n 250 hello");
    Files.writeString(folder.resolve("Large.java"), LARGE);
    Weft.Running small = hosts.begin("small", run + "h0,h3 -n 2 Large.java");

    assertOne(closed, "could not reach rank 0 on host h1", "no answer means: a firewall drops");
    assertOne(noWay, "could not reach rank 0 on host h0", "no route means: see what `ip route");
    assertOne(few, "256", "ulimit -n");
    assertOne(small, "has been silent for 4 s", "only small packets (MTU)", "weft doctor --hosts");

    Weft.Running noRoom = hosts.begin("no-room", run + "h4:2 -n 2 hello");
    var runs = noRoom.end();
    assertThat(runs.exitCode()).as(runs.err()).isZero();
    assertThat(runs.out()).isEqualTo("2 ranks over tcp: all 24 requests arrived.\n");
  }

  private static void assertOne(Weft.Running job, String... parts) throws Exception {
    var result = job.end();
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err().lines().filter(it -> it.startsWith("weft: ")))
        .as(result.err())
        .singleElement()
        .asString()
        .contains(parts);
  }
}
