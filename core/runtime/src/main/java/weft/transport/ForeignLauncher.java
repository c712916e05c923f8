// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// A launcher that is not Weft's own, and that has started this process as one of several ranks:
/// `mpirun`, `srun`, or whatever has set the variables of a rank. It is detected by the
/// environment.
///
/// @param name the launcher's name
/// @param transport the transport by which its ranks join
/// @param rank this process's rank
/// @param size the number of ranks; 0 if unknown
/// @param here the number of ranks on this machine; 0 if unknown
public record ForeignLauncher(String name, String transport, int rank, int size, int here) {
  /// The transport of ranks that have an MPI.
  public static final String MPI = "mpi";

  /// The transport of ranks that know the address of rank 0.
  public static final String TCP = "tcp";

  /// The same over UCX, if it is named.
  public static final String UCX = "ucx";

  private static final String SLURM = "srun";
  private static final String SLURM_CPUS = "SLURM_CPUS_ON_NODE";

  private static final List<String> SCHEDULERS =
      List.of("SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "PE_HOSTFILE");

  /// The launcher in `environment` whose ranks join by `transport`. If that is null or empty, the
  /// variables of a rank go before those of MPI, and these before those of Slurm alone. Returns
  /// null if there is none.
  ///
  /// @throws WeftException if the variables of a rank are not complete
  public static @Nullable ForeignLauncher of(
      Map<String, String> environment, @Nullable String transport) {
    boolean isOpen = transport == null || transport.isEmpty();
    String network = transport == null || transport.isEmpty() ? TCP : transport;
    boolean isByAddress = isByAddress(network) && !hasOurs(environment);
    ForeignLauncher found = isByAddress ? byVariables(environment, network) : null;
    if (found == null && (isOpen || MPI.equals(transport))) {
      found = byMpi(environment);
    }
    SlurmStep step = found == null && isByAddress ? SlurmStep.of(environment) : null;
    return step == null
        ? found
        : new ForeignLauncher(SLURM, network, step.rank(), step.size(), step.here());
  }

  /// Whether ranks over `transport` find each other by the address of rank 0.
  public static boolean isByAddress(String transport) {
    return transport.equals(TCP) || transport.equals(UCX);
  }

  /// Whether the ranks find each other by the address of rank 0, and so without a launcher's help.
  public boolean isByAddress() {
    return isByAddress(transport);
  }

  /// Whether a launcher of Weft's own has started this process as a rank, or claims to.
  ///
  /// @throws WeftException if it has the number of a rank, and nothing by which to join
  public static boolean isOurs(Map<String, String> environment) {
    boolean isRank = environment.containsKey(JobVariables.RANK);
    if (isRank
        && !hasOurs(environment)
        && !isGiven(environment, JobVariables.ADDRESS)
        && !isGiven(environment, JobVariables.TRANSPORT)) {
      throw new WeftException(
          JobVariables.RANK
              + " makes this process one rank of a job, and "
              + JobVariables.ADDRESS
              + " is missing, the address of rank 0: set both, or neither");
    }
    return isRank && (hasOurs(environment) || !isGiven(environment, JobVariables.ADDRESS));
  }

  private static boolean hasOurs(Map<String, String> environment) {
    return isGiven(environment, JobVariables.JOB);
  }

  private static boolean isGiven(Map<String, String> environment, String variable) {
    return !environment.getOrDefault(variable, "").isEmpty();
  }

  private static @Nullable ForeignLauncher byVariables(
      Map<String, String> environment, String transport) {
    if (!isGiven(environment, JobVariables.ADDRESS)) {
      return null;
    }
    SlurmStep step = SlurmStep.of(environment);
    int rank = number(environment, JobVariables.RANK);
    int size = number(environment, JobVariables.SIZE);
    if (step != null && !isGiven(environment, JobVariables.RANK)) {
      return new ForeignLauncher(SLURM, transport, step.rank(), step.size(), step.here());
    }
    if (rank < 0 || size < 1 || rank >= size) {
      throw new WeftException(
          JobVariables.ADDRESS
              + " makes this process one rank of a job, and "
              + (rank < 0
                  ? JobVariables.RANK + " is not its number"
                  : size < 1
                      ? JobVariables.SIZE + " is not the number of ranks"
                      : JobVariables.RANK
                          + " is "
                          + rank
                          + ", which is none of "
                          + size
                          + " ranks, whose numbers begin with 0")
              + ": set both, or unset "
              + JobVariables.ADDRESS);
    }
    int here = number(environment, JobVariables.HERE);
    return new ForeignLauncher("the environment", transport, rank, size, Math.max(0, here));
  }

  private static @Nullable ForeignLauncher byMpi(Map<String, String> environment) {
    int rank = number(environment, "OMPI_COMM_WORLD_RANK");
    if (rank >= 0) {
      return new ForeignLauncher(
          "mpirun",
          MPI,
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
        environment.containsKey("SLURM_PROCID") ? SLURM : "mpirun",
        MPI,
        rank,
        count(environment, "PMI_SIZE", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"),
        count(environment, "MPI_LOCALNRANKS", "SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"));
  }

  /// Whether a scheduler has given this process machines, which `mpirun` then uses by itself.
  public static boolean isScheduled(Map<String, String> environment) {
    return SCHEDULERS.stream().anyMatch(environment::containsKey);
  }

  /// A name of the job that no other job of the user has, from which its token can be derived;
  /// empty if it has none, and the token must be given.
  public String job(Map<String, String> environment) {
    SlurmStep step = isByAddress() ? SlurmStep.of(environment) : null;
    return step == null ? "" : step.name();
  }

  /// Whether this process is the first rank of its host, as far as its launcher says.
  public static boolean isFirstHere(Map<String, String> environment) {
    return environment.getOrDefault("SLURM_LOCALID", "0").equals("0");
  }

  /// `environment` with the known variables that Weft's own launcher would have set, if they are
  /// not set: see [JobVariables]. The token is not among them.
  public Map<String, String> complete(Map<String, String> environment) {
    var all = new HashMap<>(environment);
    all.put(JobVariables.TRANSPORT, transport);
    all.put(JobVariables.RANK, Integer.toString(rank));
    if (size > 0) {
      all.put(JobVariables.SIZE, Integer.toString(size));
    }
    if (here > 0) {
      all.put(JobVariables.HERE, Integer.toString(here));
    }
    SlurmStep step = isByAddress() ? SlurmStep.of(environment) : null;
    if (step != null && !isGiven(environment, JobVariables.ADDRESS)) {
      all.put(JobVariables.ADDRESS, step.address());
    }
    return all;
  }

  /// The processors that the ranks on this machine share, if this process may use `mine` of them. A
  /// rank that its launcher has bound sees only its own. Slurm's numbers go first.
  public int cores(Map<String, String> environment, int mine) {
    int ranks = Math.max(1, here);
    int each = name.equals(SLURM) ? number(environment, "SLURM_CPUS_PER_TASK") : 0;
    int all = each > 0 ? each * ranks : name.equals(SLURM) ? number(environment, SLURM_CPUS) : 0;
    if (all > 0) {
      return Math.min(all, mine * ranks);
    }
    return isBound(environment) ? mine * ranks : mine;
  }

  private static boolean isBound(Map<String, String> environment) {
    return "1".equals(environment.get("OMPI_MCA_orte_bound_at_launch"));
  }

  /// The bytes of memory that the ranks on this machine share, if it has `all`: what Slurm has
  /// given them, or all.
  public long memory(Map<String, String> environment, long all) {
    long given = name.equals(SLURM) ? memoryOfSlurm(environment) : 0;
    return given > 0 ? Math.min(all, given) : all;
  }

  /// The bytes of memory that Slurm has given this job on each host; 0 if it does not say.
  public static long memoryOfSlurm(Map<String, String> environment) {
    long ofNode = number(environment, "SLURM_MEM_PER_NODE");
    long ofEach = number(environment, "SLURM_MEM_PER_CPU");
    long given = ofNode > 0 ? ofNode : ofEach > 0 ? ofEach * number(environment, SLURM_CPUS) : 0;
    return Math.max(0, given << 20);
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
  static int parse(String text) {
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
  }
}
