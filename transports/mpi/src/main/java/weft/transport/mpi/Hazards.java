// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;

/// Keeps MPI libraries from what kills a JVM: handlers of signals that the JVM uses itself, and
/// hooks in its allocation of memory. Also keeps them from what makes a rank deaf. What the user
/// has set stays.
final class Hazards {
  /// What is set before a library is loaded, for all libraries: each reads its own.
  static final Map<String, String> VARIABLES =
      Map.of(
          // Open MPI would print a stack for SIGSEGV, by which HotSpot finds null pointers.
          "OMPI_MCA_opal_signal", "",
          "OMPI_MCA_memory", "^patcher",
          "OMPI_MCA_mpi_abort_print_stack", "0",
          "UCX_ERROR_SIGNALS", "",
          "UCX_MEM_MMAP_HOOK_MODE", "none",
          // A message above this waits until its sender calls MPI once more, and so does what has
          // come behind it: no message of records is that large.
          "OMPI_MCA_btl_tcp_eager_limit", Integer.toString(Departures.MOST + 256),
          // Where UCX is not used, it would tell of each of these.
          "UCX_WARN_UNUSED_ENV_VARS", "n");

  private Hazards() {}

  /// Sets them in this process.
  static void avoid() {
    VARIABLES.forEach(MpiLibrary::setenv);
  }
}
