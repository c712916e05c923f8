// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import weft.transport.FailureReport;
import weft.transport.Transport.Watcher;

/// Whether a rank knows that its job has failed, for the loops of its transport. Any thread may
/// call the methods.
public final class FailureFlag {
  private volatile boolean raised;

  /// Creates the flag of a job that has not failed.
  public FailureFlag() {}

  /// Whether the job has failed. Then the rank's watcher has the report.
  public boolean isRaised() {
    return raised;
  }

  /// Raises the flag, because this rank itself fails.
  public void raise() {
    raised = true;
  }

  /// Returns a watcher that passes everything on to `watcher`, and raises the flag at a failure.
  public Watcher before(Watcher watcher) {
    return new Watcher() {
      @Override
      public void failed(FailureReport report) {
        watcher.failed(report);
        raised = true; // Last: a thread that sees it finds the report.
      }

      @Override
      public String describe() {
        return watcher.describe();
      }

      @Override
      public long activity() {
        return watcher.activity();
      }
    };
  }
}
