// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import weft.transport.FailureReport;
import weft.transport.job.Proc;

/// The process that started this rank on its host: `mpirun`, or its daemon there. If it is told to
/// end, it ends its ranks. If it is killed, it cannot, and ranks of Open MPI 5 would continue
/// unnoticed.
///
/// The kernel notifies only a thread that asked before the start. So the watching thread checks
/// periodically whether the starter exists.
public final class Starter {
  private static final long NANOS_BETWEEN_LOOKS = 500_000_000;

  /// The process that it started: this one, or the shell around it.
  private final long started;

  private final long pid;
  private final String name;
  private long lookAt = System.nanoTime() + NANOS_BETWEEN_LOOKS;

  /// @param started a process whose parent is the starter
  /// @param name the name of the starter in reports
  public Starter(long started, String name) {
    this.started = started;
    this.name = name;
    this.pid = Proc.parent(started);
  }

  /// The number of nanoseconds until the next check; [LinkState#NEVER] if the starter is unknown.
  long next(long now) {
    return pid == Proc.NONE ? LinkState.NEVER : Math.max(0, lookAt - now);
  }

  /// Returns whether the starter is gone. It checks only when a check is due.
  boolean isGone(long now) {
    if (pid == Proc.NONE || now - lookAt < 0) {
      return false;
    }
    lookAt = now + NANOS_BETWEEN_LOOKS;
    return Proc.parent(started) != pid;
  }

  /// Returns the report of `rank` that its starter is gone.
  FailureReport report(int rank) {
    return new FailureReport(
        rank,
        "",
        "the process that had started it (pid "
            + pid
            + " on host "
            + Whereabouts.hostName()
            + ") is gone: "
            + name
            + " was killed",
        "");
  }
}
