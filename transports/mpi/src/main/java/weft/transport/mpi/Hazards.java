// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;

/// Keeps MPI libraries from what kills a JVM: handlers of signals that the JVM uses itself, and
/// hooks in its allocation of memory. What the user has set stays.
final class Hazards {
  /// What is set before a library is loaded, for all libraries: each reads its own.
  static final Map<String, String> VARIABLES =
      Map.of(
          // Open MPI would print a stack for SIGSEGV, by which HotSpot finds null pointers.
          "OMPI_MCA_opal_signal", "",
          "OMPI_MCA_memory", "^patcher",
          "OMPI_MCA_mpi_abort_print_stack", "0",
          "UCX_ERROR_SIGNALS", "",
          "UCX_MEM_MMAP_HOOK_MODE", "none");

  private Hazards() {}

  /// Sets them in this process.
  static void avoid() {
    VARIABLES.forEach(MpiLibrary::setenv);
  }
}
