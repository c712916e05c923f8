// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

/// Describes the end of a rank's process.
public final class ExitCause {
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
  public static boolean isByUser(int code) {
    return code == SIGNALLED + 1 || code == SIGNALLED + 2 || code == SIGNALLED + 15;
  }

  /// Whether `code` means that a signal ended the process.
  public static boolean isSignal(int code) {
    return code > SIGNALLED && code - SIGNALLED < SIGNALS.length;
  }

  /// Explains why this exit of a rank's process is a failure.
  ///
  /// @param process names the process in brackets, or its host; empty if neither is known
  /// @param pid the number of the process; 0 if unknown
  /// @param stage what the rank had done before
  public static String of(String process, long pid, int code, Stage stage) {
    String its = "its process " + (process.isEmpty() ? "" : process + " ");
    int signal = code - SIGNALLED;
    if (isSignal(code)) {
      return its
          + "was killed by signal "
          + signal
          + " ("
          + SIGNALS[signal]
          + ")"
          + advice(signal, pid);
    }
    if (code != 0) {
      return its + "ended with exit code " + code + stage.when;
    }
    return stage == Stage.NOT_JOINED
        ? its + "ended without calling Weft.launch, which other ranks have called; all must"
        : its + "ended with System.exit(0) before the job's end; let its body return instead";
  }

  /// What a rank has done before its process ended.
  public enum Stage {
    /// It has not joined its job.
    NOT_JOINED(" before it joined the job"),
    /// It has joined.
    JOINED(" before the job's end"),
    /// It has joined, and may have taken part in the end of the job.
    JOINED_OR_FINISHED(""),
    /// It has taken part in the end of the job.
    FINISHED(" after the job's end");

    private final String when;

    Stage(String when) {
      this.when = when;
    }
  }

  private static String advice(int signal, long pid) {
    return switch (SIGNALS[signal]) {
      case "SIGKILL" -> ", by somebody or by the kernel's out-of-memory killer";
      case "SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE" ->
          "; a JVM that crashes leaves hs_err_pid"
              + (pid == 0 ? "" : pid)
              + ".log in its working directory";
      default -> "";
    };
  }
}
