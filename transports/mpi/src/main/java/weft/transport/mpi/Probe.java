// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import weft.transport.JobVariables;

/// A program of one rank that finds the MPI library, and says whose it is: for `weft doctor`.
///
/// @hidden it is for the command, not for users
public final class Probe {
  private Probe() {}

  /// Begins and ends MPI, once.
  public static void main(String[] args) {
    var _ = MpiProvider.isInitialized();
    Mpi.init();
    System.out.println(Mpi.ABI.name() + " over " + Mpi.size(Mpi.ABI.world()) + " rank");
    Mpi.end();
  }

  /// Lets `mpirun` start it, by the `java` command without its main class; returns the exit code.
  ///
  /// @param out takes what it prints, and what goes wrong
  public static int run(Mpirun mpirun, List<String> java, PrintStream out) {
    var command = new ArrayList<>(java);
    command.add(Probe.class.getName());
    var environment = Map.of(JobVariables.MPIRUN, mpirun.file().toString(), JobVariables.MPI, "");
    return new MpiHost(List.of(command), environment, out, out).run();
  }
}
