// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;

/// Prevents MPI libraries from killing the JVM: they must not take the signals that the JVM uses,
/// nor hook its memory allocation. It also prevents settings that keep a rank from receiving
/// messages. Variables that the user has set stay unchanged.
final class Hazards {
  /// Variables to set before a library is loaded, for all libraries: each reads only its own.
  static final Map<String, String> VARIABLES =
      Map.of(
          // Open MPI would print a stack for SIGSEGV, by which HotSpot detects null pointers.
          "OMPI_MCA_opal_signal", "",
          "OMPI_MCA_memory", "^patcher",
          "OMPI_MCA_mpi_abort_print_stack", "0",
          "UCX_ERROR_SIGNALS", "",
          // A SIGHUP ends a JVM in order; UCX would stop it for a debugger.
          "UCX_DEBUG_SIGNO", "0",
          "UCX_MEM_MMAP_HOOK_MODE", "none",
          // A larger message waits until its sender calls MPI again, and delays later ones. No
          // message of records is that large.
          "OMPI_MCA_btl_tcp_eager_limit", Integer.toString(Departures.MOST + 256),
          // Without UCX in use, it would warn about each of these.
          "UCX_WARN_UNUSED_ENV_VARS", "n");

  private Hazards() {}

  /// Sets them in this process.
  static void avoid() {
    VARIABLES.forEach(MpiLibrary::setenv);
  }
}
