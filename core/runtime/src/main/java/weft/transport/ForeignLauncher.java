// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// The launcher of a cluster, `mpirun` or `srun`, that has started this process as one of several
/// ranks, detected by its environment variables.
///
/// @param name the launcher's name
/// @param rank this process's rank
/// @param size the number of ranks; 0 if unknown
/// @param here the number of ranks on this machine; 0 if unknown
public record ForeignLauncher(String name, int rank, int size, int here) {
  /// The transport by which such ranks join by default.
  public static final String TRANSPORT = "mpi";

  private static final List<String> SCHEDULERS =
      List.of("SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "PE_HOSTFILE");

  /// The launcher in `environment`, or null.
  public static @Nullable ForeignLauncher of(Map<String, String> environment) {
    int rank = number(environment, "OMPI_COMM_WORLD_RANK");
    if (rank >= 0) {
      return new ForeignLauncher(
          "mpirun",
          rank,
          count(environment, "OMPI_COMM_WORLD_SIZE"),
          count(environment, "OMPI_COMM_WORLD_LOCAL_SIZE"));
    }
    // Hydra, and all others that use PMI or PMIx. They include Slurm, but its own variables take
    // precedence.
    rank = number(environment, environment.containsKey("PMI_RANK") ? "PMI_RANK" : "PMIX_RANK");
    if (rank < 0) {
      return null;
    }
    return new ForeignLauncher(
        environment.containsKey("SLURM_PROCID") ? "srun" : "mpirun",
        rank,
        count(environment, "PMI_SIZE", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"),
        count(environment, "MPI_LOCALNRANKS", "SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"));
  }

  /// The transport for a process that names none: MPI for a rank of `launcher`, else `otherwise`.
  ///
  /// @throws WeftException if Slurm has started several processes according to `environment`, but
  ///   they cannot find each other: each would run the whole job
  public static String transport(
      @Nullable ForeignLauncher launcher, Map<String, String> environment, String otherwise) {
    if (launcher != null) {
      return TRANSPORT;
    }
    int tasks = count(environment, "SLURM_STEP_NUM_TASKS");
    if (tasks > 1 && environment.containsKey("SLURM_PROCID")) {
      throw new WeftException(
          "srun has started "
              + tasks
              + " processes that have no way to find each other: name its kind of"
              + " MPI (srun --mpi=pmix, or another that srun --mpi=list shows), or ask for the"
              + " transport threads or shm, for a job in each of them");
    }
    return otherwise;
  }

  /// Whether a scheduler has given this process machines, which `mpirun` then uses by itself.
  public static boolean isScheduled(Map<String, String> environment) {
    return SCHEDULERS.stream().anyMatch(environment::containsKey);
  }

  /// `environment` with the known variables that Weft's own launcher would have set, if they are
  /// not set: see [JobVariables].
  public Map<String, String> complete(Map<String, String> environment) {
    var all = new HashMap<>(environment);
    all.put(JobVariables.TRANSPORT, TRANSPORT);
    all.put(JobVariables.RANK, Integer.toString(rank));
    if (size > 0) {
      all.put(JobVariables.SIZE, Integer.toString(size));
    }
    if (here > 0) {
      all.put(JobVariables.HERE, Integer.toString(here));
    }
    return all;
  }

  /// The processors that the ranks on this machine share, if this process may use `mine` of them. A
  /// rank that its launcher has bound sees only its own.
  public int cores(Map<String, String> environment, int mine) {
    return isBound(environment) ? mine * Math.max(1, here) : mine;
  }

  private static boolean isBound(Map<String, String> environment) {
    return "1".equals(environment.get("OMPI_MCA_orte_bound_at_launch"));
  }

  /// The first of these variables that holds a count. Slurm writes `4(x2),3` for "4 on each of two
  /// hosts, 3 on the next": the largest is the safe choice.
  private static int count(Map<String, String> environment, String... variables) {
    for (String variable : variables) {
      int most = 0;
      for (String part : environment.getOrDefault(variable, "").split(",", -1)) {
        most = Math.max(most, parse(part.replaceFirst("\\(x\\d+\\)$", "")));
      }
      if (most > 0) {
        return most;
      }
    }
    return 0;
  }

  private static int number(Map<String, String> environment, String variable) {
    return parse(environment.getOrDefault(variable, ""));
  }

  /// Parses a number, or returns −1.
  private static int parse(String text) {
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
  }
}
