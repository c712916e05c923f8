// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import weft.system.cli.Weft;
import weft.testkit.Sampled;

/// Nothing outlives `weft run --transport mpi`, however it ends.
@Tag("alone")
@Sampled
final class EndingsOverMpiTest {
  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder).file("Ring.java", Programs.RING);
    weft.variable("TMPDIR", folder.toString());
  }

  private Weft.Running begin(Mpi mpi) throws Exception {
    return begin(mpi, 2);
  }

  private Weft.Running begin(Mpi mpi, int size) throws Exception {
    return weft.begin(
        "run", "-n", "" + size, "--transport", "mpi", "--mpi", mpi.title, "Ring.java", "wait");
  }

  private static List<ProcessHandle> ranks(Weft.Running running) throws Exception {
    return ranks(running, 2);
  }

  /// The processes of the ranks, by rank, once all run.
  private static List<ProcessHandle> ranks(Weft.Running running, int size) throws Exception {
    Weft.await(
        "all ranks",
        () -> running.outText().lines().count() == size || !running.process().isAlive());
    assertThat(running.process().isAlive()).as(running.errText()).isTrue();
    return running
        .outText()
        .lines()
        .sorted()
        .map(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .map(pid -> ProcessHandle.of(pid).orElseThrow())
        .toList();
  }

  private static void awaitEnd(List<ProcessHandle> processes) throws Exception {
    Weft.await(
        "the end of " + processes, () -> processes.stream().noneMatch(ProcessHandle::isAlive));
  }

  @EachMpi
  void aSignalEndsAll(Mpi mpi) throws Exception {
    mpi.assumeThere();
    for (String signal : List.of("INT", "TERM")) {
      var running = begin(mpi);
      List<ProcessHandle> ranks = ranks(running);
      running.signal(signal);
      var result = running.end();
      assertThat(result.exitCode()).isEqualTo(signal.equals("INT") ? 130 : 143);
      assertThat(result.err()).as(signal).isEmpty();
      awaitEnd(ranks);
      assertThat(weft.leftovers()).isEmpty();
    }
  }

  /// The launcher removes the files of a rank 0 that was killed before it could.
  @ParameterizedTest
  @EnumSource(names = "MPICH")
  void aSignalEndsARankThatCannotHearIt(Mpi mpi) throws Exception {
    mpi.assumeThere();
    var running = begin(mpi);
    List<ProcessHandle> ranks = ranks(running);
    String first = Long.toString(ranks.getFirst().pid());
    assertThat(new ProcessBuilder("kill", "-STOP", first).start().waitFor()).isZero();
    running.signal("INT");
    assertThat(running.end().exitCode()).isEqualTo(130);
    awaitEnd(ranks);
    assertThat(weft.leftovers()).isEmpty();
  }

  @EachMpi
  void noRankOutlivesAKilledLauncher(Mpi mpi) throws Exception {
    mpi.assumeThere();
    var running = begin(mpi);
    List<ProcessHandle> ranks = ranks(running);
    List<ProcessHandle> all = running.process().descendants().toList();
    running.signal("KILL");
    assertThat(running.end().exitCode()).isEqualTo(137);
    awaitEnd(ranks);
    awaitEnd(all);
    assertThat(weft.run("doctor", "--clean").exitCode()).isZero();
    assertThat(foldersOf(running)).isEmpty();
  }

  /// The folders that a launcher makes for its job of Open MPI.
  private List<Path> foldersOf(Weft.Running running) throws Exception {
    String name = "weft-mpi-" + running.process().pid() + "-";
    try (Stream<Path> shared = Files.list(Path.of("/dev/shm"));
        Stream<Path> files = Files.list(folder)) {
      return Stream.concat(shared, files)
          .filter(file -> {
            String each = file.getFileName().toString();
            return each.startsWith(name) || each.startsWith("ompi.");
          })
          .toList();
    }
  }

  @EachMpi
  void noRankOutlivesAKilledMpirun(Mpi mpi) throws Exception {
    mpi.assumeThere();
    var running = begin(mpi);
    List<ProcessHandle> ranks = ranks(running);
    List<ProcessHandle> all = running.process().descendants().toList();
    ProcessHandle mpirun = running.process().children().findFirst().orElseThrow();
    assertThat(mpirun.info().command().orElse("")).containsAnyOf("orterun", "prte", "mpi");
    if (mpi == Mpi.OPEN_MPI) {
      assertThat(foldersOf(running)).isNotEmpty();
    }
    mpirun.destroyForcibly();
    assertThat(running.end().exitCode()).isNotZero();
    awaitEnd(ranks);
    awaitEnd(all);
    assertThat(foldersOf(running)).isEmpty();
  }

  /// The hub of those that watch, its deputy, and one that is neither.
  static Stream<Arguments> killed() {
    return Stream.of(Mpi.values())
        .flatMap(mpi -> IntStream.range(0, 3).mapToObj(rank -> Arguments.of(mpi, rank)));
  }

  @ParameterizedTest
  @MethodSource("killed")
  void aKilledRankEndsTheJobWithOneReport(Mpi mpi, int culprit) throws Exception {
    mpi.assumeThere();
    var running = begin(mpi, 3);
    List<ProcessHandle> ranks = ranks(running, 3);
    ranks.get(culprit).destroyForcibly();
    var result = running.end();
    assertThat(result.exitCode()).isEqualTo(137);
    assertThat(result.err()).startsWith("weft: rank " + culprit + " failed: ").hasLineCount(1);
    awaitEnd(ranks);
    assertThat(weft.leftovers()).isEmpty();
  }
}
