// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import weft.WeftException;
import weft.transport.ForeignLauncher;
import weft.transport.Hosts;
import weft.transport.JobVariables;

/// The options of `weft run` that are for `mpirun`.
final class MpiOptions {
  /// Where this runs in a lab: the addresses of its hosts.
  private static final String LAB_HOSTS = "WEFT_LAB_HOSTS";

  @Option(
      names = "--hosts",
      paramLabel = "HOSTS",
      description = "Start ranks on these hosts, over mpi: alpha,beta or alpha:2,beta:4.")
  @Nullable String hosts;

  @Option(
      names = "--mpi",
      paramLabel = "NAME",
      description = "Whose mpirun: openmpi or mpich; the first on the PATH unless given.")
  @Nullable String mpi;

  @Option(
      names = "--mpi-args",
      paramLabel = "ARGS",
      description = "More arguments for mpirun, in one word: --mpi-args \"--map-by node\".")
  @Nullable String arguments;

  /// The first option that only mpi understands and that was given, or null.
  @Nullable String given() {
    if (hosts != null) {
      return "--hosts";
    }
    return mpi != null ? "--mpi" : arguments != null ? "--mpi-args" : null;
  }

  /// Checks what can be checked before anything is started.
  void check(int ranks) {
    if (hosts != null) {
      var _ = hosts(hosts, ranks);
    }
    if (mpi != null && !mpi.equals("openmpi") && !mpi.equals("mpich")) {
      throw CommandException.usage(
          "--mpi " + mpi + " is not possible; there are openmpi and mpich.");
    }
  }

  /// How many of `ranks` share the memory and the cores of one machine, at most; as far as one can
  /// know: else all of them.
  int mostTogether(int ranks, Map<String, String> environment) {
    if (environment.containsKey(LAB_HOSTS)) {
      return ranks; // The hosts of a lab have none of their own.
    }
    return hosts != null
        ? Math.min(ranks, hosts(hosts, ranks).most())
        : Allocation.of(environment).mostOnOneHost(ranks);
  }

  private static Hosts hosts(String hosts, int ranks) {
    try {
      return Hosts.parse(hosts, ranks);
    } catch (WeftException e) {
      throw CommandException.usage(
          "--hosts " + hosts + " is not possible: " + e.getMessage() + ".");
    }
  }

  /// Whether ranks may be on other machines than this one, which see other temporary folders.
  boolean isSpread(Map<String, String> environment) {
    return hosts != null || ForeignLauncher.isScheduled(environment);
  }

  /// Adds what they say to the variables of a job.
  void put(Map<String, String> environment) {
    put(environment, JobVariables.HOSTS, hosts);
    put(environment, JobVariables.MPI, mpi);
    put(environment, JobVariables.MPI_ARGS, arguments);
  }

  private static void put(Map<String, String> environment, String name, @Nullable String value) {
    if (value != null) {
      environment.put(name, value);
    }
  }
}
