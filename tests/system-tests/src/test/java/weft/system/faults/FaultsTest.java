// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.Alike;
import weft.system.cli.Weft;
import weft.testkit.Sampled;

/// Whatever one rank does wrong, and whatever the others do meanwhile: the job ends, with one
/// report and the right exit code, and leaves nothing.
@Sampled
final class FaultsTest {
  private static final int RANKS = 3;

  @TempDir Path folder;
  private FaultyJob job;

  @BeforeEach
  void makeJob() throws Exception {
    job = new FaultyJob(folder);
  }

  @AfterEach
  void endJob() throws Exception {
    job.close();
  }

  private Weft.Result run(String culprit, String others) throws Exception {
    return job.begin(RANKS, List.of(), "Scenarios", culprit, others).end();
  }

  @Alike({
    "exit, wait",
    "exit, spin",
    "exit, poll",
    "exit, send",
    "exit, barrier",
    "exit-before-start, wait",
    "exit-in-handler, wait",
    "exit-in-worker, spin"
  })
  void anExitEndsTheJobWithItsCode(String culprit, String others) throws Exception {
    Weft.Result result = run(culprit, others);
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err()).contains("rank 1").contains("3");
  }

  @Test
  void anExitWithZeroIsNoSuccessWhileOthersWait() throws Exception {
    Weft.Result result = run("exit-with-0", "wait");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains("rank 1").contains("System.exit(0)");
  }

  @Alike({
    "throw, wait, its body, the body gave up",
    "throw, spin, its body, the body gave up",
    "throw, send, its body, the body gave up",
    "throw-before-start, wait, its body, the body gave up",
    "throw-in-handler, wait, handler \"fail\" for a message from rank 1, the handler gave up",
    "throw-in-task, wait, a task, the task gave up"
  })
  void anExceptionIsReportedOnce(String culprit, String others, String where, String what)
      throws Exception {
    Weft.Result result = run(culprit, others);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .contains("rank 1 failed in")
        .contains(where)
        .contains("Scenarios.java:")
        .containsOnlyOnce("IllegalStateException: " + what);
  }

  @Alike({"wait", "spin", "poll", "send"})
  void aKilledRankIsNamedAndTheOthersEnd(String others) throws Exception {
    job.begin(RANKS, List.of(), "Scenarios", "wait", others).awaitReady(RANKS);
    long began = System.nanoTime();
    FaultyJob.signal("KILL", job.process(1));
    Weft.await(
        "the end of all ranks", () -> job.processes().stream().noneMatch(FaultyJob::isAlive));
    System.out.println(
        "others "
            + others
            + ": all ranks ended "
            + (System.nanoTime() - began) / 1_000_000
            + " ms after the kill");
    Weft.Result result = job.end();
    assertThat(result.exitCode()).isEqualTo(137);
    assertThat(result.err()).contains("rank 1").contains("signal 9").hasLineCount(1);
  }

  @Test
  void aStoppedRankIsNotADeadOne() throws Exception {
    job.begin(RANKS, List.of(), "Scenarios$Flood", "100000");
    Weft.await("a process", () -> job.running().outText().contains("\n"));
    String first = job.running().outText().lines().findFirst().orElseThrow();
    long pid = Long.parseLong(first.substring("pid ".length()));
    FaultyJob.signal("STOP", pid);
    Thread.sleep(2_000);
    assertThat(job.running().process().isAlive()).isTrue();
    FaultyJob.signal("CONT", pid);
    Weft.Result result = job.end();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("all came in order");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void whoWaitsWhereIsToldAtAStandstill() throws Exception {
    job.begin(RANKS, List.of("--stall", "1"), "Scenarios", "end", "wait").awaitReady(RANKS);
    Weft.await("the report", () -> job.running().errText().contains("rank 2 waits"));
    job.running().signal("INT");
    Weft.Result result = job.end();
    assertThat(result.exitCode()).isEqualTo(130);
    assertThat(result.err())
        .contains("rank 0 waits in World.pollUntil")
        .contains("rank 2 waits in World.pollUntil")
        .contains("Scenarios.java:");
  }

  @Test
  void whatAllWereKilledInIsCleanedByDoctor() throws Exception {
    job.begin(RANKS, List.of(), "Scenarios", "wait", "sleep").awaitReady(RANKS);
    // All at once: nobody is left to tidy up.
    for (long pid : job.processes()) {
      FaultyJob.signal("STOP", pid);
    }
    job.running().process().destroyForcibly().waitFor();
    for (long pid : job.processes()) {
      FaultyJob.signal("KILL", pid);
    }
    Weft.await(
        "the end of all ranks", () -> job.processes().stream().noneMatch(FaultyJob::isAlive));
    assertThat(job.weft().leftovers()).isNotEmpty();
    assertThat(job.weft().run("doctor", "--clean").exitCode()).isZero();
    job.assertNothingLeft();
  }

  @Test
  void twoJobsDoNotMeet() throws Exception {
    job.begin(RANKS, List.of(), "Scenarios", "wait", "wait").awaitReady(RANKS);
    try (var other = new FaultyJob(folder.resolve("other"))) {
      Weft.Result result = other.begin(RANKS, List.of(), "Scenarios", "throw", "wait").end();
      assertThat(result.exitCode()).isEqualTo(1);
    }
    assertThat(job.processes()).allMatch(FaultyJob::isAlive);
    job.running().signal("TERM");
    assertThat(job.end().exitCode()).isEqualTo(143);
  }
}
