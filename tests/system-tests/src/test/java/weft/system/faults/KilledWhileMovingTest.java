// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.Alike;
import weft.system.cli.Weft;
import weft.system.mpi.Mpi;
import weft.testkit.Sampled;

/// A rank is killed while objects move from rank to rank: the job ends with one report, and nothing
/// is left.
@Sampled
final class KilledWhileMovingTest {
  private static final int RANKS = 3;

  @TempDir Path folder;

  @Test
  void overSharedMemory() throws Exception {
    try (var job = new FaultyJob(folder)) {
      job.begin(RANKS, List.of(), "MigratingObjects").awaitReady(RANKS);
      FaultyJob.signal("KILL", job.process(1));
      Weft.Result result = job.end();
      assertThat(result.exitCode()).isEqualTo(137);
      assertThat(result.err()).contains("rank 1").contains("signal 9").hasLineCount(1);
    }
  }

  @Tag("alone")
  @Alike({"OPEN_MPI", "MPICH"})
  void overMpi(Mpi mpi) throws Exception {
    mpi.assumeThere();
    try (var job = new FaultyJob(folder)) {
      List<String> options = List.of("--transport", "mpi", "--mpi", mpi.title);
      job.begin(RANKS, options, "MigratingObjects").awaitReady(RANKS);
      FaultyJob.signal("KILL", job.processes().get(0)); // whichever rank has said so first
      Weft.Result result = job.endSoon();
      assertThat(result.exitCode()).isNotZero();
      assertThat(result.err()).containsOnlyOnce("weft: ").containsPattern("rank [012]");
    }
  }
}
