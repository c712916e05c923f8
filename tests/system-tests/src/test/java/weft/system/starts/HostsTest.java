// SPDX-License-Identifier: Apache-2.0
package weft.system.starts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.system.lab.NeedsLab;
import weft.testkit.Sampled;
import weft.transport.job.Shell;

/// Jobs on two hosts by `--hosts`: at which ports they listen, and what their JVMs take.
@ExtendWith(NeedsLab.class)
@Tag("alone")
@Sampled
final class HostsTest {
  private static final int FIRST = 40_000;
  private static final int LAST = 40_023;

  /// Waits for a file, after each rank has said how large its heap may be.
  private static final String PATIENT =
      """
      import java.nio.file.*;

      void main(String[] args) {
        weft.Weft.launch(args, world -> {
          world.start();
          world.quiesce();
          String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
          IO.println("heap of " + host + " " + (Runtime.getRuntime().maxMemory() >> 20));
          world.quiesce();
          world.pollUntil(() -> Files.exists(Path.of("end")));
          world.quiesce();
        });
      }
      """;

  private static final Pattern HEAP = Pattern.compile("heap of (h\\d) (\\d+)");
  private static final Pattern PORT = Pattern.compile("^\\S+ +\\S+ +\\S+ +(\\S+):(\\d+) ");

  @TempDir Path folder;
  private LabHosts hosts;

  @BeforeEach
  void begin() throws Exception {
    Files.writeString(folder.resolve("Patient.java"), PATIENT);
    hosts = LabHosts.open(folder, 2);
  }

  @AfterEach
  void end() {
    if (hosts != null) {
      hosts.close();
    }
  }

  /// Waits until each of the job's ranks has printed its line.
  private static List<String> awaitLines(Weft.Running job, int ranks) throws Exception {
    Weft.await(
        "all ranks",
        () -> {
          assertThat(job.process().isAlive()).as(job.errText()).isTrue();
          return HEAP.matcher(job.outText()).results().count() == ranks;
        });
    return job.outText().lines().toList();
  }

  private void endWell(List<Weft.Running> jobs) throws Exception {
    Files.createFile(folder.resolve("end"));
    for (Weft.Running job : jobs) {
      var result = job.end();
      assertThat(result.err()).isEmpty();
      assertThat(result.exitCode()).isZero();
    }
  }

  /// The ports beyond the loopback interface at which something listens on `host`.
  private List<Integer> open(String host) throws Exception {
    var ports = new ArrayList<Integer>();
    for (String line : hosts.on(host, "ss -Htln").lines().toList()) {
      Matcher matcher = PORT.matcher(line);
      assertThat(matcher.find()).as(line).isTrue();
      if (!matcher.group(1).contains("127.0.0.1")) {
        ports.add(Integer.parseInt(matcher.group(2)));
      }
    }
    return ports;
  }

  /// As of two users: at the same time on the same hosts, in the same range, which a firewall
  /// leaves open alone. The second one delivers recordings.
  @Test
  void jobsShareHostsAndARangeOfPorts() throws Exception {
    assumeTrue(Shell.find("nft") != null && Shell.find("ss") != null, "nft is not installed");
    for (String host : List.of("h0", "h1", "login")) {
      hosts.on(
          host,
          "nft add table ip t && nft 'add chain ip t c { type filter hook input priority 0; }'"
              + " && nft 'add rule ip t c iifname != lo tcp flags & (syn|ack) == syn tcp dport != "
              + FIRST
              + "-"
              + LAST
              + " drop'");
    }
    String run =
        "run --transport tcp --java-heap 64m --hosts h0,h1 --ports " + FIRST + "-" + LAST + " -n 4";
    List<Weft.Running> jobs =
        List.of(
            hosts.begin("one", run + " Patient.java"),
            hosts.begin("two", run + " --report page.html Patient.java"));
    for (Weft.Running job : jobs) {
      var _ = awaitLines(job, 4);
    }
    for (String host : List.of("h0", "h1", "login")) {
      assertThat(open(host)).as(host).isNotEmpty().allMatch(port -> port >= FIRST && port <= LAST);
    }
    endWell(jobs);
    assertThat(folder.resolve("page.html")).content().doesNotContain("recording is missing");
  }

  /// Files stand in for the kernel's: one host says that it has 2 GB, the other 8 GB.
  @Test
  void eachRankGetsItsShareOfItsOwnHost() throws Exception {
    for (int i = 0; i < 2; i++) {
      Path file = folder.resolve("meminfo" + i);
      Files.writeString(file, "MemTotal:       " + (i == 0 ? 2L : 8L) * (1 << 20) + " kB\n");
      hosts.before("h" + i, "mount --bind " + file + " /proc/meminfo &&");
    }
    var job = hosts.begin("sizes", "run --transport tcp --hosts h0:2,h1:2 -n 4 Patient.java");
    for (String line : awaitLines(job, 4)) {
      Matcher matcher = HEAP.matcher(line);
      assertThat(matcher.find()).as(line).isTrue();
      long share = (matcher.group(1).equals("h0") ? 2048 : 8192) * 3L / 10;
      assertThat(Long.parseLong(matcher.group(2))).as(line).isBetween(share * 8 / 10, share);
    }
    endWell(List.of(job));
  }
}
