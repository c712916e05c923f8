// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.job.ExitCause;
import weft.transport.job.ExitCause.Stage;

/// The one report of a job whose ranks could not join. Thread-safe.
public final class JoinFailure {
  private @Nullable FailureReport first;

  /// The first rank that has ended well without joining: a failure if others wait for it.
  private @Nullable FailureReport leaver;

  /// Creates that of a job whose ranks start.
  public JoinFailure() {}

  /// Records the end of `rank` with `code`.
  ///
  /// @param process names its process in brackets, or its host
  /// @param pid the number of its process; 0 if unknown
  public synchronized void ended(int rank, String process, long pid, int code, JoinStage stage) {
    switch (stage) {
      case STARTED, JOINING -> {
        String cause = ExitCause.of(process, pid, code, Stage.NOT_JOINED);
        var report = new FailureReport(rank, "", cause, "");
        if (code != 0) {
          report(report);
        } else if (leaver == null) {
          leaver = report;
        }
      }
      case TURNED_AWAY -> report(leaver);
      case JOINED -> {
        // The ranks report it.
      }
    }
  }

  /// Records that `rank` cannot join, for this reason.
  public synchronized void failed(int rank, String why) {
    report(new FailureReport(rank, "", why, ""));
  }

  private void report(@Nullable FailureReport report) {
    first = first == null ? report : first;
  }

  /// Prints the report if there is one.
  public synchronized void print() {
    if (first != null) {
      System.err.println("weft: " + first.text());
      System.err.flush();
    }
  }
}
