// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.lab.Lab;
import weft.lab.Rate;
import weft.system.Alike;
import weft.system.cli.Weft;
import weft.testkit.Sampled;
import weft.transport.job.Shell;

/// `weft lab` as a user sees it: what it runs, says and returns, and what it leaves when it is
/// ended, or killed.
@ExtendWith(NeedsLab.class)
@Tag("alone")
@Sampled
final class LabRunTest {
  /// Says which lab this is, and then starts processes on both hosts and waits for them.
  private static final String HOLD =
      "echo \"lab $WEFT_LAB.\"; for h in h0 h1; do \"$WEFT_LAB_AGENT\" $h exec sleep 1000 & done; wait";

  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder);
  }

  @Test
  void runsACommandThatReachesTheHosts() throws Exception {
    var result =
        weft.run(
            "lab",
            "run",
            "--hosts",
            "3",
            "--",
            "sh",
            "-c",
            "cat /proc/sys/kernel/hostname; for h in h2 10.77.0.1; do \"$WEFT_LAB_AGENT\" -x $h"
                + " 'read n < /proc/sys/kernel/hostname; echo on $n'; done; echo $WEFT_LAB_HOSTS;"
                + " exit 7");
    assertThat(result.outLines())
        .containsExactly("login", "on h2", "on h0", "10.77.0.1,10.77.0.2,10.77.0.3");
    assertThat(result.exitCode()).isEqualTo(7);
    assertThat(result.err()).contains("Traffic of the links, in bytes and packets:");
    assertThat(result.err()).containsPattern("  h2 +\\d+ +\\d+ +\\d+ +\\d+\n");
    assertThat(weft.leftovers()).isEmpty();
  }

  @Test
  void letsThingsHappenAtTheirTime() throws Exception {
    var result =
        weft.run(
            "lab",
            "run",
            "--at",
            "0s:slow=h0/1mbit,100ms:cut=h0,0.2s:restore=h0,0.3s:kill=h1",
            "--",
            "sh",
            "-c",
            // Who is on the host when it dies waits as long as it lives.
            "until timeout 1 \"$WEFT_LAB_AGENT\" h1 true; [ $? = 255 ]; do sleep 0.05; done;"
                + " echo gone");
    assertThat(result.outLines()).containsExactly("gone");
    assertThat(result.exitCode()).isZero();
    assertThat(result.err())
        .containsSubsequence(
            "After 0.0 s the link of h0 has the rate 1mbit.",
            "After 0.1 s the link of h0 is cut.",
            "After 0.2 s the link of h0 is restored.",
            "h1 is down");
  }

  @Test
  void failsWhenExpectedTrafficIsMissing() throws Exception {
    var result = weft.run("lab", "run", "--expect-traffic", "1m", "--", "true");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("weft: h0 has sent nothing, but traffic was expected.");

    // What only goes to the login host is not between hosts.
    result =
        weft.run(
            "lab",
            "run",
            "--expect-traffic",
            "1m",
            "--",
            "sh",
            "-c",
            "for h in h0 h1; do \"$WEFT_LAB_AGENT\" $h 'bash -c \"for i in 1 2 3; do head -c 900"
                + " /dev/zero >/dev/udp/10.77.0.254/9; done\"'; done");
    assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
    assertThat(result.err())
        .containsPattern("Hosts have sent each other -?\\d{1,3} bytes, but at least 1048576");
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    weft.variable("PATH", folder.toString());
    String sentence =
        "weft lab needs ip and tc and bridge of iproute2, not found on the PATH; on Debian: apt"
            + " install iproute2.";
    var result = weft.run("lab", "run", "--", "true");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(sentence);
    result = weft.run("lab", "check");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out())
        .containsPattern("missing +iproute2 +" + Pattern.quote(sentence))
        .endsWith("A lab is not possible here.\n");
    assertThat(weft.run("doctor").out()).containsPattern("absent +lab +not here");
  }

  @Test
  void saysThatThereIsNoSuchCommand() throws Exception {
    var result = weft.run("lab", "run", "--", "helo");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("There is neither a program nor a command helo. Did you mean hello?");
  }

  @Alike({"INT, 130", "TERM, 143"})
  void endsInOrderWhenItIsToldTo(String signal, int code) throws Exception {
    Weft.Running running = weft.begin("lab", "run", "--", "sh", "-c", HOLD);
    String lab = labOf(running);
    running.signal(signal);
    assertThat(running.end().exitCode()).isEqualTo(code);
    assertThat(Leftovers.of(lab)).isEmpty();
    assertThat(weft.leftovers()).isEmpty();
  }

  @Alike({"clean", "doctor", "another lab"})
  void whatAKilledLabLeavesIsRemovedLater(String remover) throws Exception {
    Weft.Running running = weft.begin("lab", "run", "--", "sh", "-c", HOLD);
    String lab = labOf(running);
    List<ProcessHandle> onHosts = Lab.of(lab).processes(1);
    running.signal("KILL");
    running.end();
    assertThat(Leftovers.of(lab)).isNotEmpty();
    assertThat(onHosts).hasSize(1).allMatch(ProcessHandle::isAlive);
    assertThat(Lab.stale()).contains(lab);

    switch (remover) {
      case "clean" -> assertThat(weft.run("lab", "clean").out()).startsWith("Removed ");
      case "doctor" -> {
        assertThat(weft.run("doctor").out())
            .containsPattern("advice +stale labs .*" + Pattern.quote(lab))
            .contains("weft doctor --clean removes them and their processes.");
        assertThat(Leftovers.of(lab)).isNotEmpty();
        assertThat(weft.run("doctor", "--clean").exitCode()).isZero();
      }
      default -> assertThat(weft.run("lab", "run", "--", "true").exitCode()).isZero();
    }
    Weft.await(
        "the end of its processes", () -> onHosts.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(Leftovers.of(lab)).isEmpty();
    assertThat(Lab.stale()).doesNotContain(lab);
  }

  /// The name of the lab, once there is a process on each of its hosts.
  private static String labOf(Weft.Running running) throws Exception {
    running.awaitOutput(".\n");
    Matcher matcher = Pattern.compile("lab (\\S+)\\.\n").matcher(running.outText());
    assertThat(matcher.find()).isTrue();
    Lab lab = Lab.of(matcher.group(1));
    Weft.await(
        "a process on each host", () -> isSleep(lab.processes(0)) && isSleep(lab.processes(1)));
    return lab.name();
  }

  private static boolean isSleep(List<ProcessHandle> processes) {
    return processes.size() == 1
        && processes.getFirst().info().command().orElse("").endsWith("sleep");
  }

  @Test
  void aRunningLabCanBeEnteredAndChanged() throws Exception {
    Weft.Running running = weft.begin("lab", "run", "--hosts", "3", "--", "sh", "-c", HOLD);
    String lab = labOf(running);
    assertThat(weft.run("lab", "list").out()).containsPattern(Pattern.quote(lab) + " +3 +\\d+\n");
    var inside =
        weft.run(
            "lab", "exec", "--lab", lab, "h1", "sh", "-c", "cat /proc/sys/kernel/hostname; exit 5");
    assertThat(inside.out()).isEqualTo("h1\n");
    assertThat(inside.exitCode()).isEqualTo(5);
    assertThat(weft.run("lab", "do", "--lab", lab, "cut=h0", "kill=h2").out())
        .isEqualTo("weft: the link of h0 is cut.\nweft: h2 is killed.\n");
    assertThat(weft.run("lab", "exec", "--lab", lab, "h2", "true").err()).contains("h2 is down");
    running.signal("TERM");
    running.end();
    assertThat(Leftovers.of(lab)).isEmpty();
  }

  @Test
  void whatRunsInALabMeansItsOwn() throws Exception {
    try (Lab other = Lab.open(2, Rate.NONE)) {
      Path java = Path.of(System.getProperty("java.home"), "bin", "java");
      String classPath = System.getProperty("java.class.path");
      var result =
          weft.run(
              "lab",
              "run",
              "--",
              java.toString(),
              "-cp",
              classPath,
              "weft.cli.Main",
              "lab",
              "do",
              "kill=h1");
      assertThat(result.out()).as(result.err()).isEqualTo("weft: h1 is killed.\n");
      assertThat(other.isUp(1)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource("mpirun.openmpi, hello")
  void aProgramOfWeftRunsOnTheHosts(String launcher, String program) throws Exception {
    assumeThereIs(launcher);
    var line = new ArrayList<>(List.of("lab", "run", "--hosts", "3", "--rate", "100mbit"));
    line.addAll(List.of("--expect-traffic", "10k", "--"));
    line.addAll(List.of(program.split(" ", -1)));
    var result = weft.run(line.toArray(String[]::new));
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).isEqualTo("3 ranks over mpi: all 54 requests arrived.\n");
  }

  private static void assumeThereIs(String program) {
    assumeTrue(Shell.find(program) != null, program + " is not installed");
  }

  /// Ranks of MPI are on different hosts, and what they send crosses the links and not some memory
  /// that hosts share. Not with MPICH, whose C programs do not end here either, now and then.
  @Alike({
    "mpicc.openmpi, mpirun.openmpi --host $WEFT_LAB_HOSTS",
    "mpicc.openmpi, mpirun.openmpi --host $WEFT_LAB_HOSTS --mca pml ob1"
  })
  void ranksOfMpiSendOverTheLinks(String compiler, String launcher) throws Exception {
    assumeThereIs(compiler);
    try (var source = LabRunTest.class.getResourceAsStream("ring.c")) {
      Files.write(folder.resolve("ring.c"), source.readAllBytes());
    }
    int compiled =
        new ProcessBuilder(compiler, "-o", "ring", "ring.c")
            .directory(folder.toFile())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(compiled).isZero();
    var result =
        weft.run(
            "lab",
            "run",
            "--hosts",
            "3",
            "--rate",
            "100mbit",
            "--expect-traffic",
            "12000000",
            "--",
            "sh",
            "-c",
            launcher + " ./ring 4000000");
    assertThat(result.err()).contains("Traffic of the links");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.outLines().stream().filter(line -> line.startsWith("rank")).sorted())
        .containsExactly("rank 0 of 3 is on h0", "rank 1 of 3 is on h1", "rank 2 of 3 is on h2");
  }
}
