// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.Alike;
import weft.system.cli.Weft;
import weft.testkit.Effort;
import weft.testkit.Sampled;
import weft.transport.job.TemporaryFolder;

/// Jobs of two ranks, started and stopped many times over each transport: none hangs, and none
/// leaves a process or a file. How many times says `-Dweft.starts`; a script that nobody waits for
/// makes it a thousand (.ci/nightly/start-stop).
@Sampled
final class StartStopTest {
  private static final int TIMES =
      Integer.getInteger("weft.starts", Effort.current().isQuick() ? 3 : 50);
  private static final String MARK = "WEFT_START_STOP";

  @TempDir Path folder;

  @Alike({"threads", "shm"})
  void jobsOfThisMachineStartAndStop(String transport) throws Exception {
    startAndStop(transport, List.of("--transport", transport));
  }

  @EachMpi
  void jobsOverMpiStartAndStop(Mpi mpi) throws Exception {
    mpi.assumeThere();
    startAndStop("mpi", List.of("--transport", "mpi", "--mpi", mpi.title));
  }

  /// The searches below find what they look for.
  @Test
  void aProcessThatIsLeftIsFound() throws Exception {
    String mark = UUID.randomUUID().toString();
    var builder = new ProcessBuilder("sleep", "60");
    builder.environment().put(MARK, mark);
    Process left = builder.start();
    try {
      assertThat(processes(mark)).containsExactly(left.pid());
    } finally {
      left.destroyForcibly().waitFor();
    }
    assertThat(processes(mark)).isEmpty();
  }

  @Test
  void aFolderThatIsLeftIsFound() throws Exception {
    assertThat(files(folder)).isEmpty();
    Path left = Files.createDirectory(folder.resolve("ompi.alpha"));
    assertThat(files(folder)).containsExactly(left);
  }

  private void startAndStop(String transport, List<String> options) throws Exception {
    String mark = UUID.randomUUID().toString();
    Path memory = TemporaryFolder.untilExit(TemporaryFolder.SHARED_MEMORY, "starts");
    Path scratch = Files.createDirectory(folder.resolve("scratch"));
    try {
      for (int time = 1; time <= TIMES; time++) {
        // A folder for each, for the files that its output goes to.
        Path place = Files.createDirectory(folder.resolve("job-" + time));
        Weft weft =
            new Weft(place)
                .variable(MARK, mark)
                .variable("TMPDIR", scratch.toString())
                .variable("WEFT_SHM_DIR", memory.toString());
        var command = new ArrayList<>(List.of("run", "-n", "2"));
        command.addAll(options);
        command.add("hello");
        Weft.Running running = weft.begin(command.toArray(String[]::new));
        Weft.Result result = running.end();
        String job = "job " + time + " of " + TIMES;
        assertThat(result.err()).as(job).isEmpty();
        assertThat(result.out())
            .as(job)
            .isEqualTo("2 ranks over " + transport + ": all 24 requests arrived.\n");
        assertThat(result.exitCode()).as(job).isZero();
        // A launcher's own helpers may take a moment longer than it does.
        Weft.await("the end of the processes of " + job, () -> processes(mark).isEmpty());
        assertThat(weft.leftovers()).as(job).isEmpty();
        assertThat(files(memory)).as(job).isEmpty();
        assertThat(files(scratch)).as(job).isEmpty();
        assertThat(shared("weft-mpi-" + running.process().pid() + "-")).as(job).isEmpty();
      }
    } finally {
      files(memory).forEach(file -> file.toFile().delete());
      Files.deleteIfExists(memory);
    }
  }

  /// Files and folders.
  private static List<Path> files(Path place) throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      return files
          .filter(file -> !file.equals(place) && !file.toString().contains("hsperfdata"))
          .toList();
    }
  }

  /// What MPI has put among what all share, for the job of the launcher in its name.
  private static List<Path> shared(String name) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      return files.filter(file -> file.getFileName().toString().startsWith(name)).toList();
    }
  }

  /// Those with this mark in their environment.
  private static List<Long> processes(String mark) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> isMarked(pid, mark))
        .toList();
  }

  private static boolean isMarked(long pid, String mark) {
    try {
      return Files.readString(
              Path.of("/proc/" + pid + "/environ"), java.nio.charset.StandardCharsets.ISO_8859_1)
          .contains(MARK + "=" + mark);
    } catch (IOException e) {
      return false; // it has ended
    }
  }
}
