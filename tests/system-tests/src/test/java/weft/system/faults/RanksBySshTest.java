// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.system.Alike;
import weft.system.cli.Weft;
import weft.testkit.Sampled;

/// Ranks that `weft run --hosts` starts by `ssh`: however the job ends, nothing is left on any
/// host.
@Tag("alone")
@Sampled
final class RanksBySshTest {
  private static final int RANKS = 3;
  private static final List<String> HOSTS = List.of("--transport", "tcp", "--hosts", SshHosts.BOTH);

  @TempDir Path folder;
  private FaultyJob job;
  private SshHosts hosts;

  @BeforeEach
  void begin() throws Exception {
    hosts = new SshHosts(folder.resolve("ssh"));
    job = new FaultyJob(folder);
    hosts.reachedBy(job.weft());
  }

  @AfterEach
  void end() throws Exception {
    if (job != null) {
      job.close();
    }
    hosts.close();
  }

  private Weft.Result endEverywhere() throws Exception {
    Weft.Result result = job.endSoon();
    Weft.await("the end on all hosts", () -> hosts.processes().isEmpty());
    return result;
  }

  /// The second time nothing is brought. The hosts may be in a file.
  @Test
  void jarsAreBroughtOnce() throws Exception {
    var first =
        job.weft().run("run", "-n", "3", "--hosts", SshHosts.BOTH, "--transport", "tcp", "hello");
    assertThat(first.err()).isEmpty();
    assertThat(first.out()).isEqualTo("3 ranks over tcp: all 54 requests arrived.\n");
    List<Path> jars = hosts.jars();
    assertThat(jars).isNotEmpty();

    job.weft().file("hosts.txt", "127.0.0.2 # one\n\n127.0.0.1:2\n");
    var second =
        job.weft().run("run", "-n", "3", "--hosts", "@hosts.txt", "--transport", "tcp", "hello");

    assertThat(second.err()).isEmpty();
    assertThat(second.out()).isEqualTo(first.out());
    assertThat(hosts.jars()).isEqualTo(jars);
  }

  @Test
  void damagedJarsAreBroughtAgain() throws Exception {
    String[] command = {"run", "-n", "3", "--hosts", SshHosts.BOTH, "--transport", "tcp", "hello"};
    assertThat(job.weft().run(command).exitCode()).isZero();
    hosts.damageJars();
    var again = job.weft().run(command);
    assertThat(again.err()).isEmpty();
    assertThat(again.exitCode()).isZero();
  }

  /// The hosts' own locale is that of `sshd`, which is none.
  @Test
  void theLocaleOfTheLauncherReachesTheHosts() throws Exception {
    job.weft()
        .variable("LC_ALL", "C.UTF-8")
        .file(
            "Umlaut.java",
            """
            void main(String[] args) {
              weft.Weft.launch(args, world -> {
                world.start();
                IO.println("grüße " + args[0]);
              });
            }
            """);
    var result =
        job.weft()
            .run(
                "run",
                "-n",
                "2",
                "--transport",
                "tcp",
                "--hosts",
                SshHosts.BOTH,
                "Umlaut.java",
                "é");
    assertThat(result.out()).isEqualTo("grüße é\ngrüße é\n");
  }

  @Test
  void aRankThatEndsBeforeLaunchIsOneSentence() throws Exception {
    job.weft().file("Early.java", NetworkFaults.EARLY);
    var result =
        job.weft()
            .run("run", "-n", "3", "--transport", "tcp", "--hosts", SshHosts.BOTH, "Early.java");
    assertThat(result.exitCode()).isEqualTo(7);
    assertThat(result.err())
        .isEqualTo(
            "weft: rank 1 failed: its process on host 127.0.0.1 ended with exit code 7 before it"
                + " joined the job\n");
  }

  /// Rank 0 lists the job on its host, which is this one, too.
  @Test
  void theJobIsListedOnceWhereItWasStarted() throws Exception {
    job.begin(RANKS, HOSTS, "Scenarios", "wait", "wait").awaitReady(RANKS);
    long launcher = job.running().process().pid();
    Weft.await(
        "the job in the list", () -> job.weft().run("jobs").out().contains(" " + launcher + " "));
    // Other tests have jobs of their own meanwhile.
    List<String> list =
        job.weft().run("jobs").outLines().stream()
            .filter(line -> line.contains("Scenarios wait wait"))
            .toList();
    assertThat(list).hasSize(1);
    String id = list.getFirst().split(" ", 2)[0];
    Weft.await("answers", () -> job.weft().run("jobs", id).out().contains("rank 2 waits in"));
    assertThat(job.weft().run("stop", id).exitCode()).isZero();
    Weft.Result result = endEverywhere();
    assertThat(result.exitCode()).isEqualTo(143);
    assertThat(result.err()).isEmpty();
  }

  @Alike({"exit-in-handler, wait, 3", "throw-in-handler, send, 1"})
  void aFailureIsReportedOnceAndItsCodeArrives(String culprit, String others, int code)
      throws Exception {
    job.begin(RANKS, HOSTS, "Scenarios", culprit, others);
    Weft.Result result = endEverywhere();
    assertThat(result.exitCode()).isEqualTo(code);
    assertThat(result.err()).startsWith("weft: rank 1 failed").containsOnlyOnce("weft: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "KILL"})
  void nothingIsLeftOfALauncherThatIsEnded(String signal) throws Exception {
    job.begin(RANKS, HOSTS, "Scenarios", "wait", "wait").awaitReady(RANKS);
    FaultyJob.signal(signal, job.running().process().pid());
    if (signal.equals("KILL")) {
      // It could not take itself out of the list; what was killed is forgotten when asked for.
      job.running().process().waitFor();
      assertThat(job.weft().run("doctor", "--clean").exitCode()).isZero();
    }
    Weft.Result result = endEverywhere();
    assertThat(result.exitCode())
        .isEqualTo(signal.equals("INT") ? 130 : signal.equals("TERM") ? 143 : 137);
  }

  /// A signal to the parent on one host, as from `weft stop`, is one to the whole job.
  @Test
  void aStoppedJobEndsWithoutAReport() throws Exception {
    job.begin(RANKS, HOSTS, "Scenarios", "wait", "wait").awaitReady(RANKS);
    ProcessHandle parent =
        ProcessHandle.of(job.process(0)).flatMap(ProcessHandle::parent).orElseThrow();
    FaultyJob.signal("TERM", parent.pid());
    Weft.Result result = endEverywhere();
    assertThat(result.exitCode()).isEqualTo(143);
    assertThat(result.err()).isEmpty();
  }

  @Test
  void aKilledRankIsNamed() throws Exception {
    job.begin(RANKS, HOSTS, "Scenarios", "wait", "wait").awaitReady(RANKS);
    FaultyJob.signal("KILL", job.process(2));
    Weft.Result result = endEverywhere();
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains("rank 2").containsOnlyOnce("weft: ");
  }

  /// What `ssh` had started on that host ends with its input.
  @Test
  void anSshThatIsKilledEndsTheJob() throws Exception {
    job.begin(RANKS, HOSTS, "Scenarios", "wait", "wait").awaitReady(RANKS);
    ProcessHandle ssh =
        job.running()
            .process()
            .descendants()
            .filter(it -> it.info().commandLine().orElse("").contains("127.0.0.2"))
            .findFirst()
            .orElseThrow();
    assertThat(ssh.destroyForcibly()).isTrue();
    Weft.Result result = endEverywhere();
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains("127.0.0.2");
  }

  private String refusal() throws Exception {
    var result =
        job.weft().run("run", "-n", "3", "--transport", "tcp", "--hosts", SshHosts.BOTH, "hello");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.out()).isEmpty();
    Weft.await("the end on all hosts", () -> hosts.processes().isEmpty());
    return result.err();
  }

  @Test
  void aHostThatDoesNotKnowTheUserIsNamed() throws Exception {
    hosts.forgetUser();
    assertThat(refusal()).contains("host 127.0.0.1 ", "host 127.0.0.2 ", "ssh-copy-id");
  }

  @Test
  void aHostWithAnUnknownKeyIsNamed() throws Exception {
    hosts.forgetHosts();
    assertThat(refusal())
        .contains(
            "host 127.0.0.1 cannot be reached: ",
            "host 127.0.0.2 cannot be reached: ",
            "see whether its key is the right one");
  }

  /// A file where the folder of the jars would be, as on a disk that is full or read-only.
  @Test
  void aHostThatCannotKeepTheJarsIsNamed() throws Exception {
    hosts.spoilCache();
    assertThat(refusal()).contains("host 127.0.0.1 ", "host 127.0.0.2 ", "jars");
  }

  @Test
  void aHostWithoutAJdkIsNamed() throws Exception {
    hosts.close();
    hosts = new SshHosts(folder.resolve("bare"), "WEFT_JDKS=/nowhere");
    hosts.reachedBy(job.weft());
    assertThat(refusal()).contains("host 127.0.0.2 has no JDK 25 or newer");
  }

  @Test
  void aHostThatDoesNotExistIsNamed() throws Exception {
    var result =
        job.weft()
            .run(
                "run",
                "-n",
                "2",
                "--transport",
                "tcp",
                "--hosts",
                "127.0.0.1,no.such.host.invalid",
                "hello");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains("host no.such.host.invalid cannot be reached");
    Weft.await("the end on all hosts", () -> hosts.processes().isEmpty());
  }
}
