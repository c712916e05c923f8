// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import weft.transport.JobVariables;

/// A program of one rank that finds the MPI library and prints its implementation. `weft doctor`
/// runs it.
///
/// @hidden it is for the command, not for users
public final class Probe {
  private Probe() {}

  /// Initializes and finalizes MPI once.
  public static void main(String[] args) {
    var _ = MpiProvider.isInitialized();
    Mpi.init();
    System.out.println(Mpi.ABI.name() + " over " + Mpi.size(Mpi.ABI.world()) + " rank");
    Mpi.end();
  }

  /// Runs the program under `mpirun` and returns the exit code. `java` is the command without its
  /// main class.
  ///
  /// @param out receives its output and its errors
  public static int run(Mpirun mpirun, List<String> java, PrintStream out) {
    var command = new ArrayList<>(java);
    command.add(Probe.class.getName());
    var environment = Map.of(JobVariables.MPIRUN, mpirun.file().toString(), JobVariables.MPI, "");
    return new MpiHost(List.of(command), environment, out, out).run();
  }
}
