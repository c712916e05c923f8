// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.util.Map;
import weft.WeftException;

/// The environment variables that a launcher gives the processes of a job.
public final class JobVariables {
  /// The transport's name.
  public static final String TRANSPORT = "WEFT_TRANSPORT";

  /// This process's rank; absent if ranks are threads.
  public static final String RANK = "WEFT_RANK";

  /// The number of ranks.
  public static final String SIZE = "WEFT_SIZE";

  /// The job's directory: its control socket and the ranks' doorbells, readable by its user only.
  public static final String JOB = "WEFT_JOB";

  /// The secret that a joining process must show.
  public static final String TOKEN = "WEFT_TOKEN";

  /// The address of rank 0, `HOST` or `HOST:PORT`, for ranks that no launcher of Weft has started.
  public static final String ADDRESS = "WEFT_ADDRESS";

  /// The ports at which processes listen for other hosts, as [weft.transport.host.PortRange] reads
  /// them.
  public static final String PORTS = "WEFT_PORTS";

  /// The bytes of messages that each rank may keep.
  public static final String BUDGET = "WEFT_BUDGET";

  /// Bytes of each ring, a power of two.
  public static final String RING = "WEFT_RING";

  /// Bytes of the registered heap of each rank.
  public static final String HEAP = "WEFT_HEAP";

  /// The seed of the debug mode of one-sided memory; if absent, the mode is off.
  public static final String CHECK = "WEFT_CHECK";

  /// Set, and not 0, if ranks cannot access each other's registered memory, as on a cluster.
  public static final String APART = "WEFT_APART";

  /// Seconds of standstill after which a job prints where each rank waits; 0 for never.
  public static final String STALL = "WEFT_STALL";

  /// Seconds that ranks may take to end by themselves after a failure, before they are killed.
  public static final String GRACE = "WEFT_GRACE";

  /// Seconds after which a host that does not answer is lost, if ranks are on several hosts.
  public static final String LOST = "WEFT_LOST";

  /// Seconds that ranks wait for each other while a job begins, and while MPI ends; 0 for ever.
  public static final String JOIN = "WEFT_JOIN";

  /// The table by which all ranks choose the algorithms of collective operations, as the launcher
  /// found it: its lines in Base64, of which the first is a comment with its name. Ranks on other
  /// hosts read no file of their own, because ranks that choose differently fail.
  public static final String CHOICES = "WEFT_CHOICES_TABLE";

  /// The Java heap of each rank, where a process of Weft on its host starts it: bytes, or `share`
  /// for an equal share of that host. Absent if the command lines of ranks have the sizes.
  public static final String JAVA_HEAP = "WEFT_JAVA_HEAP";

  /// The rank that waits for a debugger.
  public static final String DEBUG_RANK = "WEFT_DEBUG_RANK";

  /// The processors that the ranks on this machine share, if a rank's JVM sees fewer.
  public static final String CORES = "WEFT_CORES";

  /// The number of ranks on this machine, if that is known and may be fewer than all.
  public static final String HERE = "WEFT_HERE";

  /// The user's name of the program, for `weft jobs`.
  public static final String PROGRAM = "WEFT_PROGRAM";

  /// Set if the ranks' standard error ends on a terminal.
  public static final String TERMINAL = "WEFT_TERMINAL";

  /// Hosts on which ranks are to start, as [Hosts] reads them.
  public static final String HOSTS = "WEFT_HOSTS";

  /// The MPI whose `mpirun` starts the ranks: `openmpi` or `mpich`.
  public static final String MPI = "WEFT_MPI";

  /// The `mpirun` itself: a path, or a name on the PATH.
  public static final String MPIRUN = "WEFT_MPIRUN";

  /// `1` if `mpirun` is to bind each rank to its own processors.
  public static final String BIND = "WEFT_BIND";

  /// More arguments for `mpirun`, quoted as for a shell.
  public static final String MPI_ARGS = "WEFT_MPI_ARGS";

  /// Set, and not 0, if ranks of one host are to communicate through the network (MPI, TCP), too.
  public static final String NETWORK_ONLY = "WEFT_NETWORK_ONLY";

  /// The MPI library that ranks load: a path, or a name such as `libmpi.so.40`.
  public static final String MPI_LIBRARY = "WEFT_MPI_LIBRARY";

  /// Set, and not 0, if each line of a rank's output is to begin with its rank.
  public static final String TAG_OUTPUT = "WEFT_TAG_OUTPUT";

  /// The report page of a run, written at its end.
  public static final String REPORT = "WEFT_REPORT";

  /// The trace of a run, for Perfetto, written at its end.
  public static final String TRACE = "WEFT_TRACE";

  /// The number of last events of each rank that are shown when a job fails or stands still.
  public static final String LAST = "WEFT_LAST";

  /// The folder in which the recording of the job is kept.
  public static final String RECORDING = "WEFT_RECORDING";

  /// The folder in which ranks record, created by the launcher.
  public static final String RECORD = "WEFT_RECORD";

  /// The address to which ranks deliver their recordings if they cannot use that folder.
  public static final String RECORD_HOME = "WEFT_RECORD_HOME";

  /// The number of events that each rank keeps.
  public static final String RECORD_EVENTS = "WEFT_RECORD_EVENTS";

  /// The process that has started an MPI job and ends it on request, and its start time.
  public static final String LAUNCHER = "WEFT_LAUNCHER";

  /// The port of that process, and the addresses of its host, for rank 0 on another one.
  public static final String LAUNCHER_AT = "WEFT_LAUNCHER_AT";

  /// Whether a rank marks the report of a failed job: its launcher prints one of all that come.
  public static final String MARK_REPORTS = "WEFT_MARK_REPORTS";

  /// The folder in which a JVM whose ranks are threads informs its launcher that a job runs.
  public static final String MARK = "WEFT_MARK";

  private static final double DEFAULT_JOIN = 120;
  private static final double DEFAULT_STALL = 30;
  private static final double DEFAULT_LOST = 15;
  private static final int LEAST_LOST = 2;
  private static final double DEFAULT_GRACE = 0.25;
  private static final double MOST_SECONDS = 1e9;

  private JobVariables() {}

  /// Whether ranks on other hosts need the variable `name` of their launcher: one of Weft's, or
  /// options of the JVM.
  public static boolean isForRanks(String name) {
    return name.startsWith("WEFT_")
        || name.equals("JAVA_TOOL_OPTIONS")
        || name.contains("JAVA_OPTIONS");
  }

  /// Whether the variable `name` sets the locale.
  public static boolean isOfLocale(String name) {
    return name.equals("LANG") || name.equals("LANGUAGE") || name.matches("LC_[A-Z]+");
  }

  /// Whether `settings` have the switch `name` on: any value but 0.
  public static boolean isSet(Map<String, String> settings, String name) {
    String value = settings.getOrDefault(name, "");
    return !value.isEmpty() && !value.equals("0");
  }

  /// The value of [#JOIN] in `settings`, in nanoseconds.
  ///
  /// @throws WeftException if it is not a number
  public static long join(Map<String, String> settings) {
    return seconds(settings, JOIN, DEFAULT_JOIN, 0, "0 to wait for ever");
  }

  /// The value of [#STALL] in `settings`, in nanoseconds.
  ///
  /// @throws WeftException if it is not a number
  public static long stall(Map<String, String> settings) {
    return seconds(settings, STALL, DEFAULT_STALL, 0, "0 to report no standstill");
  }

  /// The value of [#LOST] in `settings`, in nanoseconds.
  ///
  /// @throws WeftException if it is not a number, or too small
  public static long lost(Map<String, String> settings) {
    return seconds(settings, LOST, DEFAULT_LOST, LEAST_LOST, "at least " + LEAST_LOST);
  }

  /// The value of [#GRACE] in `settings`, in nanoseconds.
  ///
  /// @throws WeftException if it is not a number
  public static long grace(Map<String, String> settings) {
    return seconds(settings, GRACE, DEFAULT_GRACE, 0, "0 to end ranks at once");
  }

  /// The value of `name` in `settings`, a number of seconds, in nanoseconds.
  ///
  /// @param least the minimum number of seconds
  /// @param remark the end of the error message
  /// @throws WeftException when it is wrong
  public static long seconds(
      Map<String, String> settings, String name, double otherwise, double least, String remark) {
    String text = settings.getOrDefault(name, "");
    double seconds = -1;
    try {
      seconds = text.isEmpty() ? otherwise : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      // Handled below.
    }
    if (seconds >= least && seconds < MOST_SECONDS) {
      return (long) (seconds * 1e9);
    }
    throw new WeftException(
        name + " is \"" + text + "\"; it must be a number of seconds, " + remark);
  }
}
