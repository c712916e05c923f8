// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import weft.JobFailedException;
import weft.WeftException;
import weft.transport.FailureReport;
import weft.transport.StackText;
import weft.transport.Transport;

/// The one failure that ends a job, as one rank knows it.
public final class Failures {
  /// How the place of a handler begins that Weft has registered.
  private static final String OWN = "handler \"weft ";

  private final Transport transport;
  private final CurrentContext context;
  private volatile @Nullable FailureReport known;
  private @Nullable Throwable own;

  Failures(Transport transport, CurrentContext context) {
    this.transport = transport;
    this.context = context;
  }

  /// Reports an exception of this rank, once, and rethrows it. The report names `where`, or the
  /// part of the program that threw it.
  public RuntimeException report(String where, Throwable thrown) {
    reportOnce(where, thrown);
    throw Failures.<RuntimeException>sneak(thrown);
  }

  private void reportOnce(String where, Throwable thrown) {
    if (own == null && known == null) {
      own = thrown;
      String place = context.place(where, thrown);
      transport.fail(read(thrown, it -> described(place, it)));
    }
  }

  /// A sentence of Weft about what the program did is the cause without its class, and without the
  /// handler of Weft's own that found it.
  private FailureReport described(String place, Throwable thrown) {
    FailureReport report = FailureReport.of(transport.rank(), place, thrown);
    String message = StackText.message(thrown);
    return message != null && thrown.getClass() == WeftException.class && place.startsWith(OWN)
        ? new FailureReport(report.rank(), "", message, report.stack())
        : report;
  }

  /// What `text` reads from `thrown`, for example its message. It runs as a pure part of the
  /// program, because methods of an exception may be overridden.
  public <T extends @Nullable Object> T read(Throwable thrown, Function<Throwable, T> text) {
    int part = ProgramParts.number("the exception " + thrown.getClass().getName());
    long outer = context.enterPure(part);
    try {
      return text.apply(thrown);
    } finally {
      context.leave(outer);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <E extends Throwable> RuntimeException sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /// Reports the body's exception, unless it is known already, and returns the exception that
  /// launch throws.
  public JobFailedException ofBody(Throwable thrown) {
    reportOnce("its body", thrown);
    FailureReport report = known;
    var failed =
        report == null
            ? new JobFailedException(transport.rank(), read(thrown, StackText::sentence))
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
