// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.Alike;
import weft.system.cli.Weft;

/// Over a network, too, the job ends whatever one rank does wrong: with one report and the right
/// exit code, and nothing is left. The ranks are on one host, and share memory or not. Each network
/// has a test that inherits these.
@Tag("alone")
abstract class NetworkFaults {
  private static final int RANKS = 3;

  /// Rank 1 ends before it joins, while the others join.
  static final String EARLY =
      """
      void main(String[] args) {
        if (System.getenv("WEFT_RANK").equals("1")) {
          System.exit(args.length == 0 ? 7 : Integer.parseInt(args[0]));
        }
        weft.Weft.launch(args, world -> world.start());
      }
      """;

  @TempDir Path folder;
  private final String transport;
  private FaultyJob job;

  NetworkFaults(String transport) {
    this.transport = transport;
  }

  final FaultyJob job() {
    return job;
  }

  @BeforeEach
  void makeJob() throws Exception {
    job = new FaultyJob(folder);
  }

  @AfterEach
  void endJob() throws Exception {
    job.close();
  }

  private FaultyJob begin(boolean only, List<String> options, String... scenario) throws Exception {
    var all = new ArrayList<>(List.of("--transport", transport));
    all.addAll(options);
    job.weft().variable("WEFT_NETWORK_ONLY", only ? "1" : "");
    return job.begin(RANKS, all, "Scenarios", scenario);
  }

  @Alike({"true, exit-in-handler, wait", "false, exit-in-worker, spin", "true, exit, send"})
  void anExitEndsTheJobWithItsCode(boolean only, String culprit, String others) throws Exception {
    Weft.Result result = begin(only, List.of(), culprit, others).endSoon();
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err()).startsWith("weft: rank 1 failed: ").hasLineCount(1);
  }

  @Alike({"7, 7, ended with exit code 7 before it joined the job", "0, 1, ended without calling"})
  void aRankThatEndsBeforeLaunchIsOneSentence(String its, int code, String sentence)
      throws Exception {
    job.weft().file("Early.java", EARLY);
    var result = job.weft().run("run", "-n", "3", "--transport", transport, "Early.java", its);
    assertThat(result.err())
        .startsWith("weft: rank 1 failed: its process (pid ")
        .contains(sentence)
        .hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(code);
  }

  @Alike({"true, spin", "false, wait", "true, send"})
  void anExceptionIsReportedOnce(boolean only, String others) throws Exception {
    Weft.Result result = begin(only, List.of(), "throw-in-handler", others).endSoon();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("weft: rank 1 failed in ")
        .contains("Scenarios.java:")
        .containsOnlyOnce("weft: ")
        .containsOnlyOnce("IllegalStateException: the handler gave up");
  }

  @Alike({"true, wait", "true, send", "false, spin"})
  void aKilledRankIsNamedAndTheOthersEnd(boolean only, String others) throws Exception {
    begin(only, List.of(), "wait", others).awaitReady(RANKS);
    FaultyJob.signal("KILL", job.process(1));
    Weft.Result result = job.endSoon();
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err())
        .contains("rank 1 failed: its process (pid ")
        .contains(" was killed by signal 9 (SIGKILL)")
        .containsOnlyOnce("weft: ");
  }

  @Test
  void aStoppedRankIsNotADeadOne() throws Exception {
    job.weft().variable("WEFT_NETWORK_ONLY", "1");
    job.begin(RANKS, List.of("--transport", transport), "Scenarios$Flood", "100000");
    Weft.await("a process", () -> job.running().outText().contains("\n"));
    String first = job.running().outText().lines().findFirst().orElseThrow();
    long pid = Long.parseLong(first.substring("pid ".length()));
    FaultyJob.signal("STOP", pid);
    Thread.sleep(2_000);
    assertThat(job.running().process().isAlive()).isTrue();
    FaultyJob.signal("CONT", pid);
    Weft.Result result = job.endSoon();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("all came in order");
    assertThat(result.exitCode()).isZero();
  }

  /// The JVM counts rings as direct memory, which the Java heap bounds.
  @Test
  void ringsThatDoNotFitAreToldWithWhatToDo() throws Exception {
    job.weft().variable("WEFT_NETWORK_ONLY", "1");
    var result =
        job.weft()
            .run(
                "run",
                "-n",
                "2",
                "--transport",
                transport,
                "--java-heap",
                "8m",
                "--ring",
                "4m",
                "hello");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains("has no room for its rings", "--java-heap", "--ring");
  }

  @Test
  void whoWaitsWhereIsToldAtAStandstill() throws Exception {
    begin(true, List.of("--stall", "1"), "end", "wait").awaitReady(RANKS);
    Weft.await("the report", () -> job.running().errText().contains("rank 2 waits"));
    job.running().signal("INT");
    Weft.Result result = job.endSoon();
    assertThat(result.exitCode()).isEqualTo(130);
    assertThat(result.err())
        .contains("rank 0 waits in World.pollUntil")
        .contains("rank 2 waits in World.pollUntil")
        .contains("Scenarios.java:");
  }

  /// The launcher cannot end its ranks then: they notice by themselves.
  @Alike({"true, wait", "false, sleep"})
  void nothingIsLeftOfAKilledLauncher(boolean only, String others) throws Exception {
    begin(only, List.of(), "wait", others).awaitReady(RANKS);
    job.running().process().destroyForcibly().waitFor();
    Weft.await(
        "the end of all ranks", () -> job.processes().stream().noneMatch(FaultyJob::isAlive));
    job.assertNothingLeft();
  }
}
