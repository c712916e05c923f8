// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import weft.WeftException;

/// What `mpirun` and `srun` leave in the environment of a rank.
final class ForeignLauncherTest {
  @Test
  void seesNoneWhereThereIsNone() {
    assertThat(ForeignLauncher.of(Map.of("PATH", "/bin", "WEFT_RANK", "1"), null)).isNull();
    assertThat(ForeignLauncher.of(Map.of("SLURM_NTASKS", "4", "SLURM_PROCID", "0"), null)).isNull();
    assertThat(ForeignLauncher.of(Map.of("PMI_RANK", "none"), null)).isNull();
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
    assertThat(ForeignLauncher.of(environment, null))
        .isEqualTo(new ForeignLauncher("mpirun", "mpi", 2, 6, 3));
  }

  @Test
  void readsMpich() {
    var environment = Map.of("PMI_RANK", "0", "PMI_SIZE", "4", "MPI_LOCALNRANKS", "4");
    assertThat(ForeignLauncher.of(environment, null))
        .isEqualTo(new ForeignLauncher("mpirun", "mpi", 0, 4, 4));
  }

  @Test
  void readsSlurmWithPmix() {
    var environment =
        Map.of(
            "PMIX_RANK", "5",
            "SLURM_PROCID", "5",
            "SLURM_STEP_NUM_TASKS", "7",
            "SLURM_STEP_TASKS_PER_NODE", "2(x2),3");
    assertThat(ForeignLauncher.of(environment, null))
        .isEqualTo(new ForeignLauncher("srun", "mpi", 5, 7, 3));
  }

  @Test
  void aStepOfSlurmWithoutMpiIsOneJobOverTcp() {
    var task =
        Map.of(
            "SLURM_PROCID", "4",
            "SLURM_STEP_NUM_TASKS", "7",
            "SLURM_NODEID", "2",
            "SLURM_STEP_NUM_NODES", "3",
            "SLURM_STEP_NODELIST", "rack[2,4]node[07-09],login",
            "SLURM_STEP_TASKS_PER_NODE", "2(x2),3",
            "WEFT_TOKEN", "not a secret at all");
    ForeignLauncher launcher = of(task, null);
    assertThat(launcher).isEqualTo(new ForeignLauncher("srun", "tcp", 4, 7, 3));
    assertThat(launcher.complete(task))
        .containsEntry("WEFT_ADDRESS", "rack2node07")
        .containsEntry("WEFT_TOKEN", "not a secret at all")
        .containsEntry("WEFT_RANK", "4")
        .containsEntry("WEFT_SIZE", "7")
        .containsEntry("WEFT_HERE", "3");

    // A batch script, the one task of a shell, and a job in each task, which the user asks for.
    assertThat(ForeignLauncher.of(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "4"), null)).isNull();
    assertThat(ForeignLauncher.of(with(task, "SLURM_STEP_NUM_TASKS", "1"), null)).isNull();
    assertThat(ForeignLauncher.of(task, "shm")).isNull();
    assertThat(ForeignLauncher.of(task, "mpi")).isNull();
    // A plug-in for MPI decides, unless the user does.
    Map<String, String> pmix = with(task, "PMIX_RANK", "4");
    assertThat(of(pmix, null).transport()).isEqualTo("mpi");
    assertThat(of(pmix, "tcp").transport()).isEqualTo("tcp");
    assertThat(of(task, "ucx")).isEqualTo(new ForeignLauncher("srun", "ucx", 4, 7, 3));
    assertThat(of(task, "ucx").complete(task)).containsEntry("WEFT_ADDRESS", "rack2node07");
    // A rank of Weft's own launcher, somewhere within the step.
    assertThat(ForeignLauncher.of(with(task, "WEFT_JOB", "41234"), "tcp")).isNull();
  }

  @Test
  void theNameOfAStepIsThatOfNoOtherStepOrRun() {
    var names = new HashSet<String>();
    for (String job : List.of("17", "18")) {
      for (String step : List.of("0", "1")) {
        for (String restart : List.of("", "1")) {
          SlurmStep found =
              SlurmStep.of(
                  Map.of(
                      "SLURM_PROCID", "0",
                      "SLURM_STEP_NUM_TASKS", "2",
                      "SLURM_JOB_ID", job,
                      "SLURM_STEP_ID", step,
                      "SLURM_RESTART_COUNT", restart));
          names.add(Objects.requireNonNull(found).name());
        }
      }
    }
    assertThat(names).hasSize(8);
  }

  @Test
  void findsTheFirstHostOfAList() {
    assertThat(SlurmStep.first("h0")).isEqualTo("h0");
    assertThat(SlurmStep.first("h[3-4,1],h0")).isEqualTo("h3");
    assertThat(SlurmStep.first("a,b[1-2]")).isEqualTo("a");
    assertThat(SlurmStep.first("r[01-02]-n[5]-x,b")).isEqualTo("r01-n5-x");
  }

  @Test
  void variablesMakeAProcessOneRank() {
    var rank =
        Map.of("WEFT_RANK", "2", "WEFT_SIZE", "3", "WEFT_ADDRESS", "alpha:7700", "WEFT_TOKEN", "x");
    assertThat(of(rank, null)).isEqualTo(new ForeignLauncher("the environment", "tcp", 2, 3, 0));
    assertThat(of(rank, "ucx").transport()).isEqualTo("ucx");
    assertThat(of(rank, "ucx").isByAddress()).isTrue();
    assertThat(ForeignLauncher.isOurs(rank)).isFalse();
    assertThat(ForeignLauncher.isOurs(with(rank, "WEFT_JOB", "7"))).isTrue();
    assertThat(ForeignLauncher.isOurs(Map.of())).isFalse();
    // They go before those of a launcher that happens to be around.
    assertThat(of(with(rank, "PMI_RANK", "0"), null).transport()).isEqualTo("tcp");
    assertThat(ForeignLauncher.of(rank, "threads")).isNull();
  }

  @Test
  void saysWhichVariableIsMissing() {
    var rank = Map.of("WEFT_RANK", "2", "WEFT_SIZE", "3", "WEFT_ADDRESS", "alpha");
    assertThatThrownBy(() -> ForeignLauncher.of(without(rank, "WEFT_RANK"), null))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("WEFT_RANK is not its number");
    assertThatThrownBy(() -> ForeignLauncher.of(without(rank, "WEFT_SIZE"), null))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("WEFT_SIZE is not the number of ranks");
    assertThatThrownBy(() -> ForeignLauncher.of(with(rank, "WEFT_RANK", "3"), null))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("WEFT_RANK is 3, which is none of 3 ranks");
    assertThatThrownBy(() -> ForeignLauncher.isOurs(without(rank, "WEFT_ADDRESS")))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("WEFT_ADDRESS is missing, the address of rank 0");
  }

  @Test
  void sharesWhatSlurmGives() {
    var launcher = new ForeignLauncher("srun", "tcp", 0, 8, 4);
    var node = Map.of("SLURM_CPUS_ON_NODE", "8", "SLURM_MEM_PER_NODE", "4096");
    assertThat(launcher.cores(node, 2)).isEqualTo(8); // bound to two each
    assertThat(launcher.cores(node, 64)).isEqualTo(8);
    assertThat(launcher.cores(with(node, "SLURM_CPUS_PER_TASK", "3"), 64)).isEqualTo(12);
    assertThat(launcher.cores(Map.of(), 64)).isEqualTo(64);
    assertThat(launcher.memory(node, 64L << 30)).isEqualTo(4L << 30);
    assertThat(launcher.memory(node, 1L << 30)).isEqualTo(1L << 30);
    var each = Map.of("SLURM_CPUS_ON_NODE", "8", "SLURM_MEM_PER_CPU", "100");
    assertThat(launcher.memory(each, 64L << 30)).isEqualTo(800L << 20);
    assertThat(launcher.memory(Map.of(), 5)).isEqualTo(5);
  }

  private static ForeignLauncher of(Map<String, String> environment, @Nullable String transport) {
    return Objects.requireNonNull(ForeignLauncher.of(environment, transport));
  }

  private static Map<String, String> with(Map<String, String> all, String name, String value) {
    var more = new HashMap<>(all);
    more.put(name, value);
    return more;
  }

  private static Map<String, String> without(Map<String, String> all, String name) {
    var less = new HashMap<>(all);
    less.remove(name);
    return less;
  }

  @Test
  void leavesWhatItDoesNotKnow() {
    var launcher = new ForeignLauncher("mpirun", "mpi", 1, 0, 0);
    assertThat(ForeignLauncher.of(Map.of("PMIX_RANK", "1"), null)).isEqualTo(launcher);
    assertThat(launcher.complete(Map.of("WEFT_HEAP", "1m")))
        .isEqualTo(Map.of("WEFT_HEAP", "1m", "WEFT_RANK", "1", "WEFT_TRANSPORT", "mpi"));
  }

  @Test
  void countsTheProcessorsOfAllBoundRanks() {
    var bound = Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_MCA_orte_bound_at_launch", "1");
    var launcher = new ForeignLauncher("mpirun", "mpi", 0, 4, 4);
    assertThat(launcher.cores(bound, 1)).isEqualTo(4);
    assertThat(launcher.cores(Map.of(), 2)).isEqualTo(2);
  }
}
