// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import weft.transport.job.TemporaryFolder;

/// Temporary directories of one job for Open MPI's files on this machine: its ranks' shared memory,
/// and its session. Open MPI removes both unless it is killed. Otherwise the process that created
/// them removes them, or the next job does ([TemporaryFolder]).
final class MpiFolders implements AutoCloseable {
  static final String PURPOSE = "mpi";

  // Their names in versions 4 and 5.
  private static final List<String> MEMORY =
      List.of("OMPI_MCA_btl_vader_backing_directory", "OMPI_MCA_btl_sm_backing_directory");
  private static final List<String> FILES =
      List.of("OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base");

  private final List<Path> made = new ArrayList<>();
  private final TreeMap<String, String> environment = new TreeMap<>();

  /// Creates directories for the job of an `mpirun` with these settings; none if the settings name
  /// some.
  MpiFolders(Map<String, String> settings) {
    make(MEMORY, TemporaryFolder.SHARED_MEMORY, settings);
    make(FILES, TemporaryFolder.place(settings), settings);
  }

  private void make(List<String> variables, Path parent, Map<String, String> settings) {
    if (variables.stream().anyMatch(settings::containsKey)) {
      return;
    }
    try {
      Path folder = TemporaryFolder.create(parent, PURPOSE);
      made.add(folder);
      variables.forEach(variable -> environment.put(variable, folder.toString()));
    } catch (IOException e) {
      // Then Open MPI chooses a directory itself, or reports an error.
    }
  }

  /// The variables that pass them to `mpirun`.
  Map<String, String> environment() {
    return environment;
  }

  /// Removes them and their contents.
  @Override
  public void close() {
    made.forEach(TemporaryFolder::delete);
  }
}
