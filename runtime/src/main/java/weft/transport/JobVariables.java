// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// The environment variables that a launcher gives the processes of a job.
public final class JobVariables {
  /// The transport's name.
  public static final String TRANSPORT = "WEFT_TRANSPORT";

  /// This process's rank; absent where ranks are threads.
  public static final String RANK = "WEFT_RANK";

  /// The number of ranks.
  public static final String SIZE = "WEFT_SIZE";

  /// The job's directory: its control socket and the ranks' doorbells, readable by its user only.
  public static final String JOB = "WEFT_JOB";

  /// The secret that a joining process must show.
  public static final String TOKEN = "WEFT_TOKEN";

  /// Bytes that backlog and reassembly may take in each rank.
  public static final String BUDGET = "WEFT_BUDGET";

  /// Bytes of each ring, a power of two.
  public static final String RING = "WEFT_RING";

  /// Bytes of the registered heap of each rank.
  public static final String HEAP = "WEFT_HEAP";

  /// The seed of the debug mode of one-sided memory; without one there is no debugging.
  public static final String CHECK = "WEFT_CHECK";

  /// Seconds of standstill after which a job prints who waits where; 0 for never.
  public static final String STALL = "WEFT_STALL";

  /// The rank that waits for a debugger.
  public static final String DEBUG_RANK = "WEFT_DEBUG_RANK";

  /// The processors that the ranks on this machine share, where a rank's JVM sees fewer.
  public static final String CORES = "WEFT_CORES";

  /// How many of the ranks are on this machine, where that is known and may be fewer than all.
  public static final String HERE = "WEFT_HERE";

  /// What the user calls the program, for `weft jobs`.
  public static final String PROGRAM = "WEFT_PROGRAM";

  /// Set where what ranks write to standard error ends on a terminal.
  public static final String TERMINAL = "WEFT_TERMINAL";

  /// Hosts on which `mpirun` is to start ranks, as [Hosts] reads them.
  public static final String HOSTS = "WEFT_HOSTS";

  /// Which MPI's `mpirun` is to start the ranks: `openmpi` or `mpich`.
  public static final String MPI = "WEFT_MPI";

  /// The `mpirun` itself: a path, or a name on the PATH.
  public static final String MPIRUN = "WEFT_MPIRUN";

  /// More arguments for `mpirun`, quoted as for a shell.
  public static final String MPI_ARGS = "WEFT_MPI_ARGS";

  /// The MPI library that ranks load: a path, or a name such as `libmpi.so.40`.
  public static final String MPI_LIBRARY = "WEFT_MPI_LIBRARY";

  private JobVariables() {}
}
