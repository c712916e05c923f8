// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import weft.transport.job.JobDirectory;
import weft.transport.job.JobInfo;

/// The host of a job, with something else for an `mpirun`.
@Timeout(600)
final class MpiHostTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /// Its `mpirun` is Open MPI's by its own account, and otherwise this script.
  private int run(String script) throws Exception {
    Path file = folder.resolve("mpirun");
    Files.writeString(
        file,
        "#!/bin/sh\n[ \"$1\" = --version ] && exec echo 'mpirun (Open MPI) 4.1.4'\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new MpiHost(
            List.of(List.of("true")),
            Map.of("WEFT_MPIRUN", file.toString()),
            new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .run();
  }

  /// A job that hangs because hosts do not reach each other: the only one who says so is `mpirun`.
  @Test
  void tellsWhatMpirunSaysBeforeItEnds() throws Exception {
    Path told = folder.resolve("told");
    var reader =
        new Thread(() -> {
          try {
            while (!err.toString(UTF_8).contains("failed to TCP connect")) {
              TimeUnit.MILLISECONDS.sleep(10);
            }
            Files.createFile(told);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    reader.setDaemon(true);
    reader.start();
    assertThat(
            run(
                """
                echo "WARNING: Open MPI failed to TCP connect to a peer MPI process." >&2
                until [ -e %s ]; do sleep 0.1; done
                """
                    .formatted(told)))
        .isZero();
    assertThat(err.toString(UTF_8)).containsOnlyOnce("failed to TCP connect");
  }

  /// What a killed mpirun cannot remove.
  @Test
  void leavesNothingOfAKilledMpirun() throws Exception {
    Path names = folder.resolve("names");
    String places = "\"$OMPI_MCA_btl_vader_backing_directory\" \"$OMPI_MCA_orte_tmpdir_base\"";
    assertThat(
            run(
                """
                for f in %s; do touch "$f/segment" && echo "$f" >>%s; done
                kill -9 $$
                """
                    .formatted(places, names)))
        .isNotZero();
    List<String> made = Files.readAllLines(names);
    assertThat(made).hasSize(2).allMatch(name -> name.contains("/weft-mpi-"));
    assertThat(made).noneMatch(name -> Files.exists(Path.of(name)));
  }

  /// Rank 0 makes it; nobody removes it when the others end before that, killed, is dead.
  @Test
  void removesTheDirectoryOfAKilledRank() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    assertThat(gone.waitFor()).isZero();
    JobDirectory directory = JobDirectory.create();
    try {
      String id = directory.id();
      directory.describe(
          new JobInfo(
              id, directory.path(), gone.pid(), 1, Instant.now(), 2, "a program", null, "secret"));
      assertThat(run("printf '[1,0]<stderr>:\\003end 137 here\\n' >&2; exit 137")).isEqualTo(137);
      assertThat(directory.path()).doesNotExist();
    } finally {
      JobDirectory.remove(directory.path());
    }
  }

  @Test
  void leavesPlacesThatTheUserHasNamed() {
    var settings = Map.of("OMPI_MCA_btl_vader_backing_directory", "/a", "TMPDIR", "/nowhere");
    try (var folders = new MpiFolders(settings)) {
      assertThat(folders.environment()).isEmpty();
    }
  }
}
