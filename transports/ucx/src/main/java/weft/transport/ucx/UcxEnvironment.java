// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import java.util.Map;

/// Prevents UCX from killing the JVM: it must not take the signals that the JVM uses, nor hook its
/// memory calls. Variables that the user has set stay unchanged.
final class UcxEnvironment {
  /// Variables to set before the library is loaded, since it reads them in its constructor.
  static final Map<String, String> VARIABLES =
      Map.ofEntries(
          // HotSpot detects null pointers and full stacks by SIGSEGV.
          Map.entry("UCX_ERROR_SIGNALS", ""),
          Map.entry("UCX_HANDLE_ERRORS", "none"),
          // A SIGHUP ends a JVM in order; UCX would stop it for a debugger.
          Map.entry("UCX_DEBUG_SIGNO", "0"),
          // No events of memory: neither mmap nor malloc nor those of CUDA are hooked.
          Map.entry("UCX_MEM_EVENTS", "n"),
          Map.entry("UCX_MEM_MMAP_HOOK_MODE", "none"),
          Map.entry("UCX_MEM_MALLOC_HOOKS", "n"),
          Map.entry("UCX_MEM_MALLOC_RELOC", "n"),
          Map.entry("UCX_MEM_CUDA_HOOK_MODE", "none"),
          // A thread that watches a file system for questions.
          Map.entry("UCX_VFS_ENABLE", "n"),
          // Its lines would go to the program's output. What matters here comes back as a status.
          Map.entry("UCX_LOG_LEVEL", "fatal"),
          // An earlier version would warn about each variable that it does not know.
          Map.entry("UCX_WARN_UNUSED_ENV_VARS", "n"));

  private UcxEnvironment() {}

  /// Sets them in this process.
  static void protect() {
    VARIABLES.forEach(Libc::setenv);
  }
}
