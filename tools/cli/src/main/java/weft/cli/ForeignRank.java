// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import weft.transport.ForeignLauncher;
import weft.transport.JobVariables;
import weft.transport.host.Share;
import weft.transport.job.Shell;

/// One rank of a job that `mpirun`, `srun` or another launcher started. Its JVM gets the same
/// options as from `weft run`. So `mpirun -n 4 ./weft run PROGRAM` and `weft run -n 4 --transport
/// mpi PROGRAM` do the same.
final class ForeignRank {
  private static final List<String> OF_A_RANK =
      List.of(JobVariables.RANK, JobVariables.SIZE, JobVariables.ADDRESS, JobVariables.TOKEN);

  private final ForeignLauncher launcher;
  private final Machine machine;
  private final Map<String, String> around;
  private final int cores;

  /// @param around the environment of this process
  ForeignRank(ForeignLauncher launcher, Machine machine, Map<String, String> around) {
    this.launcher = launcher;
    this.machine = machine;
    this.around = around;
    this.cores = launcher.cores(around, machine.cores());
  }

  /// The rank's share of this machine. If the launcher does not report the number of ranks here,
  /// one rank per core is assumed.
  Share share() {
    int here =
        launcher.here() > 0
            ? launcher.here()
            : launcher.size() > 0 ? Math.min(launcher.size(), cores) : cores;
    long memory = launcher.memory(around, machine.memory());
    return Share.of(memory, cores, here);
  }

  /// Adds to `environment` the variables with which its JVM joins the launcher's job.
  Map<String, String> complete(Map<String, String> environment) {
    var all = new TreeMap<>(environment);
    all.put(JobVariables.TRANSPORT, launcher.transport());
    return all;
  }

  /// The same for a child process, which inherits no variables of a rank. They are on no command
  /// line, which others can read.
  Map<String, String> inherited(Map<String, String> environment) {
    var all = new TreeMap<>(environment);
    for (String name : OF_A_RANK) {
      String value = around.get(name);
      if (value != null) {
        all.put(name, value);
      }
    }
    return all;
  }

  /// Checks that a child of this process can join the launcher's job. Java's child processes
  /// inherit no open files, but MPICH passes one to its ranks.
  ///
  /// @throws CommandException if it cannot
  void checkHandOver() {
    if (around.containsKey("PMI_FD")) {
      throw CommandException.usage(
          "Under MPICH's mpirun, start the script: mpirun -n 4 ./weft run PROGRAM; or let weft "
              + "start mpirun: weft run -n 4 --mpi mpich PROGRAM.");
    }
  }

  /// The sentence that an option of `weft run` has no effect, because another launcher decides.
  String ignored(String option, String ofMpirun, String ofSrun) {
    return option
        + " has no effect here: "
        + switch (launcher.name()) {
          case "mpirun" -> "give " + ofMpirun + " to mpirun.";
          case "srun" -> "give " + ofSrun + " to srun.";
          default -> "whatever starts the ranks decides that.";
        };
  }

  /// The end of a sentence about an option that a launcher of ranks has.
  static String decides(ForeignLauncher launcher) {
    return launcher.name().matches("mpirun|srun")
        ? "give this to " + launcher.name()
        : "this process is a rank that " + launcher.name() + " describes";
  }

  /// The line with which a shell replaces itself by this command.
  static String print(List<String> command, Map<String, String> environment) {
    var words = new ArrayList<>(List.of("env"));
    environment.forEach((name, value) -> words.add(name + "=" + value));
    words.addAll(command);
    return "exec " + words.stream().map(Shell::quote).collect(Collectors.joining(" "));
  }
}
