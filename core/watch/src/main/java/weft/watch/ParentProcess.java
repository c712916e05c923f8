// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import weft.transport.FailureReport;
import weft.transport.job.Proc;

/// The process that started this rank on its host: `mpirun`, or its daemon there. On SIGTERM it
/// ends its ranks. If it is killed it cannot do so, and ranks of Open MPI 5 would continue
/// unnoticed.
///
/// The kernel notifies only a thread that requested it before the start. So the watching thread
/// checks periodically whether the parent exists.
public final class ParentProcess {
  private static final long NANOS_BETWEEN_CHECKS = 500_000_000;

  /// The child of that process: this process, or the shell around it.
  private final long child;

  private final long pid;
  private final String name;
  private long checkAt = System.nanoTime() + NANOS_BETWEEN_CHECKS;

  /// @param child this process, or the shell around it
  /// @param name the name of its parent in reports
  public ParentProcess(long child, String name) {
    this(child, Proc.parent(child), name);
  }

  private ParentProcess(long child, long pid, String name) {
    this.child = child;
    this.pid = pid;
    this.name = name;
  }

  /// No process: ranks whose launcher is not known may outlive it, such as a shell.
  public static ParentProcess none() {
    return new ParentProcess(Proc.NONE, Proc.NONE, "");
  }

  /// The number of nanoseconds until the next check; [LinkState#NEVER] if the parent is unknown.
  long next(long now) {
    return pid == Proc.NONE ? LinkState.NEVER : Math.max(0, checkAt - now);
  }

  /// Returns whether the parent is gone. It checks only when a check is due.
  boolean isGone(long now) {
    if (pid == Proc.NONE || now - checkAt < 0) {
      return false;
    }
    checkAt = now + NANOS_BETWEEN_CHECKS;
    return Proc.parent(child) != pid;
  }

  /// Returns the report of `rank` that its parent is gone.
  FailureReport report(int rank) {
    return new FailureReport(
        rank,
        "",
        "the process that had started it (pid "
            + pid
            + " on host "
            + LocalHost.hostName()
            + ") is gone: "
            + name
            + " was killed",
        "");
  }
}
