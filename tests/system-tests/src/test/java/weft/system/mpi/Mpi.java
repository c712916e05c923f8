// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.transport.job.Shell;

/// One of the two MPIs, as it is called on this machine.
public enum Mpi {
  OPEN_MPI("openmpi", List.of("mpirun.openmpi", "orterun")),
  MPICH("mpich", List.of("mpirun.mpich", "mpiexec.hydra"));

  /// What `--mpi` calls it.
  public final String title;

  private final @Nullable Path mpirun;

  Mpi(String title, List<String> programs) {
    this.title = title;
    this.mpirun =
        programs.stream().map(Shell::find).filter(it -> it != null).findFirst().orElse(null);
  }

  /// Skips the test, and says so, where this MPI is not there.
  public void assumeThere() {
    if (mpirun == null) {
      System.err.println("SKIPPED, for there is no " + title + " here (.ci/run installs it)");
    }
    assumeTrue(mpirun != null, "there is no " + title + " here; .ci/run installs it");
  }

  /// The command that starts `ranks` processes of `command`.
  List<String> command(int ranks, List<String> command) {
    var all = new ArrayList<String>();
    all.add(String.valueOf(mpirun));
    if (this == OPEN_MPI) {
      all.addAll(List.of("--oversubscribe", "--bind-to", "none"));
    }
    all.addAll(List.of("-n", "" + ranks));
    all.addAll(command);
    return all;
  }

  /// What this machine wants to have set: containers run tests as root.
  static final Map<String, String> ENVIRONMENT =
      Map.of(
          "OMPI_ALLOW_RUN_AS_ROOT", "1",
          "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
          "OMPI_MCA_mpi_yield_when_idle", "1");
}
