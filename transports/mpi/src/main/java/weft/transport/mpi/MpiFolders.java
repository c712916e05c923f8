// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import weft.transport.job.TemporaryFolder;

/// Folders of one job, for what Open MPI makes on this machine: its ranks' shared memory, and its
/// own files. It removes both itself, unless it is killed; then whoever made the folders does, or
/// the next job ([TemporaryFolder]).
final class MpiFolders implements AutoCloseable {
  static final String PURPOSE = "mpi";

  // What versions 4 and 5 call them.
  private static final List<String> MEMORY =
      List.of("OMPI_MCA_btl_vader_backing_directory", "OMPI_MCA_btl_sm_backing_directory");
  private static final List<String> FILES =
      List.of("OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base");

  private final List<Path> made = new ArrayList<>();
  private final TreeMap<String, String> environment = new TreeMap<>();

  /// Folders for the job of an `mpirun` with these settings; none where they name some.
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
      // Then Open MPI finds a place for itself, or says what is wrong.
    }
  }

  /// What tells `mpirun` of them.
  Map<String, String> environment() {
    return environment;
  }

  /// Removes them, with all that is in them.
  @Override
  public void close() {
    made.forEach(TemporaryFolder::delete);
  }
}
