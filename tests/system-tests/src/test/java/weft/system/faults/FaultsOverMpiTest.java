// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.system.Alike;
import weft.system.cli.Weft;
import weft.system.mpi.Mpi;
import weft.testkit.Sampled;

/// Over MPI, too, the job ends whatever one rank does wrong: with one report and the right exit
/// code, and nothing is left.
@Tag("alone")
@Sampled
final class FaultsOverMpiTest {
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

  private static FaultyJob begin(FaultyJob job, Mpi mpi, List<String> options, String... scenario)
      throws Exception {
    mpi.assumeThere();
    var all = new ArrayList<>(List.of("--transport", "mpi", "--mpi", mpi.title));
    all.addAll(options);
    return job.begin(RANKS, all, "Scenarios", scenario);
  }

  @Alike({"OPEN_MPI, exit-in-handler, wait", "MPICH, exit-in-worker, spin"})
  void anExitEndsTheJobWithItsCode(Mpi mpi, String culprit, String others) throws Exception {
    Weft.Result result = begin(job, mpi, List.of(), culprit, others).endSoon();
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err()).startsWith("weft: rank 1 failed: ").hasLineCount(1);
  }

  @ParameterizedTest
  @EnumSource(names = "MPICH")
  void anExitWithZeroIsNoSuccessWhileOthersWait(Mpi mpi) throws Exception {
    Weft.Result result = begin(job, mpi, List.of(), "exit-with-0", "wait").endSoon();
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).startsWith("weft: rank 1 failed: ").hasLineCount(1);
  }

  @Alike({
    "OPEN_MPI, throw-in-handler, spin, the handler gave up",
    "MPICH, throw-in-handler, send, the handler gave up"
  })
  void anExceptionIsReportedOnce(Mpi mpi, String culprit, String others, String what)
      throws Exception {
    Weft.Result result = begin(job, mpi, List.of(), culprit, others).endSoon();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("weft: rank 1 failed in ")
        .contains("Scenarios.java:")
        .containsOnlyOnce("weft: ")
        .containsOnlyOnce("IllegalStateException: " + what);
  }

  @ParameterizedTest
  @EnumSource(names = "MPICH")
  void whoWaitsWhereIsToldAtAStandstill(Mpi mpi) throws Exception {
    begin(job, mpi, List.of("--stall", "1"), "end", "wait").awaitReady(RANKS);
    Weft.await("the report", () -> job.running().errText().contains("rank 2 waits"));
    job.running().signal("INT");
    Weft.Result result = job.endSoon();
    assertThat(result.exitCode()).isEqualTo(130);
    assertThat(result.err())
        .contains("rank 0 waits in World.pollUntil")
        .contains("rank 2 waits in World.pollUntil")
        .contains("Scenarios.java:");
  }

  /// Also what Open MPI had, for which its own launcher is there.
  @ParameterizedTest
  @EnumSource(names = "OPEN_MPI")
  void whatAllWereKilledInIsCleanedByDoctor(Mpi mpi) throws Exception {
    begin(job, mpi, List.of(), "wait", "sleep").awaitReady(RANKS);
    // All at once: nobody is left to tidy up.
    ProcessHandle launcher = job.running().process().toHandle();
    List<ProcessHandle> all = launcher.descendants().toList();
    assertThat(all.stream().map(ProcessHandle::pid)).containsAll(job.processes());
    for (ProcessHandle process : all) {
      FaultyJob.signal("STOP", process.pid());
    }
    launcher.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
    Weft.await("the end of all", () -> all.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(job.weft().leftovers()).isNotEmpty();
    assertThat(foldersOf(launcher)).isNotEmpty();

    assertThat(job.weft().run("doctor", "--clean").exitCode()).isZero();

    job.assertNothingLeft();
    assertThat(foldersOf(launcher)).isEmpty();
  }

  private static List<Path> foldersOf(ProcessHandle launcher) throws Exception {
    String name = "weft-mpi-" + launcher.pid() + "-";
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      return files.filter(file -> file.getFileName().toString().startsWith(name)).toList();
    }
  }

  /// One of each MPI.
  @ParameterizedTest
  @EnumSource(names = "OPEN_MPI")
  void twoJobsDoNotMeet(Mpi mpi) throws Exception {
    begin(job, mpi, List.of(), "wait", "wait").awaitReady(RANKS);
    try (var other = new FaultyJob(folder.resolve("other"))) {
      Weft.Result result = begin(other, Mpi.MPICH, List.of(), "throw", "wait").endSoon();
      assertThat(result.exitCode()).isEqualTo(1);
    }
    assertThat(job.processes()).hasSize(RANKS).allMatch(FaultyJob::isAlive);
    job.running().signal("TERM");
    assertThat(job.endSoon().exitCode()).isEqualTo(143);
  }
}
