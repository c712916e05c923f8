// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import org.jspecify.annotations.Nullable;
import weft.JobFailedException;
import weft.transport.FailureReport;
import weft.transport.Transport;

/// The one failure that ends a job, as one rank knows it.
public final class Failures {
  private final Transport transport;
  private volatile @Nullable FailureReport known;
  private @Nullable Throwable own;

  Failures(Transport transport) {
    this.transport = transport;
  }

  /// Reports an exception of this rank, once, and rethrows it.
  public RuntimeException report(String where, Throwable thrown) {
    tell(where, thrown);
    throw Failures.<RuntimeException>sneak(thrown);
  }

  private void tell(String where, Throwable thrown) {
    if (own == null && known == null) {
      own = thrown;
      transport.fail(FailureReport.of(transport.rank(), where, thrown));
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> RuntimeException sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /// Reports the body's exception, unless it is known already, and returns the exception that
  /// launch throws.
  public JobFailedException ofBody(Throwable thrown) {
    tell("its body", thrown);
    FailureReport report = known;
    var failed =
        report == null
            ? new JobFailedException(transport.rank(), String.valueOf(thrown))
            : new JobFailedException(report.rank(), report.sentence());
    failed.initCause(thrown);
    return failed;
  }

  /// Records the first failure of any rank; called from another thread.
  public synchronized void learn(FailureReport report) {
    if (known == null) {
      known = report;
    }
  }

  public boolean isKnown() {
    return known != null;
  }

  /// Throws the failure, if there is one.
  public void check() {
    if (known != null) {
      throw exception();
    }
  }

  /// The exception that a rank's current call throws after a failure, with the sentence and the
  /// stack of the failed rank.
  public JobFailedException exception() {
    FailureReport report = known;
    if (report == null) {
      throw new IllegalStateException("the job has not failed");
    }
    String stack = report.stack().isEmpty() ? "" : "\n" + report.stack().stripTrailing();
    return new JobFailedException(
        report.rank(),
        report.sentence() + stack.replace("\n", "\n    at rank " + report.rank() + ": "));
  }
}
