// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

/// Describes the end of a rank's process.
final class ExitCause {
  private static final int SIGNALLED = 128;

  /// Names by number, from 1. The numbers are the same on x86-64 and aarch64 under Linux.
  private static final String[] SIGNALS = {
    "",
    "SIGHUP",
    "SIGINT",
    "SIGQUIT",
    "SIGILL",
    "SIGTRAP",
    "SIGABRT",
    "SIGBUS",
    "SIGFPE",
    "SIGKILL",
    "SIGUSR1",
    "SIGSEGV",
    "SIGUSR2",
    "SIGPIPE",
    "SIGALRM",
    "SIGTERM",
    "SIGSTKFLT",
    "SIGCHLD",
    "SIGCONT",
    "SIGSTOP",
    "SIGTSTP",
    "SIGTTIN",
    "SIGTTOU",
    "SIGURG",
    "SIGXCPU",
    "SIGXFSZ",
    "SIGVTALRM",
    "SIGPROF",
    "SIGWINCH",
    "SIGIO",
    "SIGPWR",
    "SIGSYS"
  };

  private ExitCause() {}

  /// Whether `code` means that the user ended the process: by Ctrl-C, a closed terminal, or `kill`.
  static boolean isByUser(int code) {
    return code == SIGNALLED + 1 || code == SIGNALLED + 2 || code == SIGNALLED + 15;
  }

  /// Whether `code` means that a signal ended the process.
  static boolean isSignal(int code) {
    return code > SIGNALLED && code - SIGNALLED < SIGNALS.length;
  }

  /// Explains why this rank's exit is a failure.
  static String of(RankState state) {
    String process = "its process (pid " + state.pid + ") ";
    int signal = state.code - SIGNALLED;
    if (signal > 0 && signal < SIGNALS.length) {
      return process
          + "was killed by signal "
          + signal
          + " ("
          + SIGNALS[signal]
          + ")"
          + advice(signal, state.pid);
    }
    if (state.code != 0) {
      return process + "ended with exit code " + state.code + when(state);
    }
    return state.joined
        ? process + "ended with System.exit(0) before the job's end; let its body return instead"
        : process + "ended without calling Weft.launch, which other ranks have called; all must";
  }

  private static String when(RankState state) {
    if (state.finished) {
      return " after the job's end";
    }
    return state.joined ? " before the job's end" : " before it joined the job";
  }

  private static String advice(int signal, long pid) {
    return switch (SIGNALS[signal]) {
      case "SIGKILL" -> "; the kernel's out-of-memory killer is a usual cause";
      case "SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE" ->
          "; a JVM that crashes leaves hs_err_pid" + pid + ".log in its working directory";
      default -> "";
    };
  }
}
