// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import weft.transport.FailureReport;
import weft.transport.job.Proc;

/// The process that has started this rank on its host: `mpirun`, or what works for it there. One
/// that is told to end ends its ranks. One that is killed cannot, and ranks of Open MPI 5 would go
/// on without it, unseen.
///
/// The kernel tells nobody but the thread that has asked before the start; so it is looked at now
/// and then. For the watching thread.
public final class Starter {
  private static final long NANOS_BETWEEN_LOOKS = 500_000_000;

  /// The process that it has started: this one, or the shell around it.
  private final long started;

  private final long pid;
  private final String name;
  private long lookAt = System.nanoTime() + NANOS_BETWEEN_LOOKS;

  /// @param started a process, whose parent is it
  /// @param name what people call it
  public Starter(long started, String name) {
    this.started = started;
    this.name = name;
    this.pid = Proc.parent(started);
  }

  /// In how many nanoseconds it is to be looked at; [LinkState#NEVER] where nothing is known of it.
  long next(long now) {
    return pid == Proc.NONE ? LinkState.NEVER : Math.max(0, lookAt - now);
  }

  /// Whether it is known to be gone.
  boolean isGone(long now) {
    if (pid == Proc.NONE || now - lookAt < 0) {
      return false;
    }
    lookAt = now + NANOS_BETWEEN_LOOKS;
    return Proc.parent(started) != pid;
  }

  /// What follows for `rank`.
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
