// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import weft.WeftException;

/// What `mpirun` and `srun` leave in the environment of a rank.
final class ForeignLauncherTest {
  @Test
  void seesNoneWhereThereIsNone() {
    assertThat(ForeignLauncher.of(Map.of("PATH", "/bin", "WEFT_RANK", "1"))).isNull();
    assertThat(ForeignLauncher.of(Map.of("SLURM_NTASKS", "4", "SLURM_PROCID", "0"))).isNull();
    assertThat(ForeignLauncher.of(Map.of("PMI_RANK", "none"))).isNull();
  }

  @Test
  void readsOpenMpi() {
    var environment =
        Map.of(
            "OMPI_COMM_WORLD_RANK", "2",
            "OMPI_COMM_WORLD_SIZE", "6",
            "OMPI_COMM_WORLD_LOCAL_SIZE", "3",
            "PMIX_RANK", "2",
            "SLURM_PROCID", "0");
    assertThat(ForeignLauncher.of(environment)).isEqualTo(new ForeignLauncher("mpirun", 2, 6, 3));
  }

  @Test
  void readsMpich() {
    var environment = Map.of("PMI_RANK", "0", "PMI_SIZE", "4", "MPI_LOCALNRANKS", "4");
    assertThat(ForeignLauncher.of(environment)).isEqualTo(new ForeignLauncher("mpirun", 0, 4, 4));
  }

  @Test
  void readsSlurmWithPmix() {
    var environment =
        Map.of(
            "PMIX_RANK", "5",
            "SLURM_PROCID", "5",
            "SLURM_STEP_NUM_TASKS", "7",
            "SLURM_STEP_TASKS_PER_NODE", "2(x2),3");
    assertThat(ForeignLauncher.of(environment)).isEqualTo(new ForeignLauncher("srun", 5, 7, 3));
  }

  @Test
  void refusesProcessesOfSlurmThatDoNotKnowOfEachOther() {
    var none = Map.of("SLURM_PROCID", "1", "SLURM_STEP_NUM_TASKS", "4");
    assertThatThrownBy(() -> ForeignLauncher.transport(null, none, "threads"))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("srun has started 4 processes")
        .hasMessageContaining("srun --mpi=pmix");

    // In a batch script, in the one task of an interactive shell, and for a rank of MPI's.
    for (Map<String, String> known :
        List.of(
            Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "4"),
            Map.of("SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "1"))) {
      assertThat(ForeignLauncher.transport(null, known, "threads")).isEqualTo("threads");
    }
    var rank = new ForeignLauncher("srun", 1, 4, 4);
    assertThat(ForeignLauncher.transport(rank, none, "threads")).isEqualTo("mpi");
  }

  @Test
  void leavesWhatItDoesNotKnow() {
    var launcher = new ForeignLauncher("mpirun", 1, 0, 0);
    assertThat(ForeignLauncher.of(Map.of("PMIX_RANK", "1"))).isEqualTo(launcher);
    assertThat(launcher.complete(Map.of("WEFT_HEAP", "1m")))
        .isEqualTo(Map.of("WEFT_HEAP", "1m", "WEFT_RANK", "1", "WEFT_TRANSPORT", "mpi"));
  }

  @Test
  void countsTheProcessorsOfAllBoundRanks() {
    var bound = Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_MCA_orte_bound_at_launch", "1");
    var launcher = new ForeignLauncher("mpirun", 0, 4, 4);
    assertThat(launcher.cores(bound, 1)).isEqualTo(4);
    assertThat(launcher.cores(Map.of(), 2)).isEqualTo(2);
  }
}
