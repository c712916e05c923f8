// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import weft.transport.FailureReport;
import weft.transport.StackText;
import weft.transport.Transport;

/// What happens when a thread that is not the rank's own makes a call that the rank refuses.
///
/// The exception alone would not do. An executor keeps it in a future that nobody may read, and a
/// bare thread prints it and ends: the program would go on without the message, and exit with 0. So
/// the refusal ends the job. A thread that catches the exception cannot be told from these.
public final class OtherThreads {
  private final Transport transport;
  private final Failures failures;
  private final AtomicBoolean saidLate = new AtomicBoolean();
  private volatile Consumer<String> whenLate = OtherThreads::print;

  OtherThreads(Transport transport, Failures failures) {
    this.transport = transport;
    this.failures = failures;
  }

  /// From another thread: ends the job with a report of `refusal`, and returns it for that thread
  /// to throw. If the rank is `over`, no job is left to fail, and the sentence goes to
  /// [#setWhenLate]'s action, once for each rank.
  RuntimeException refused(boolean over, RuntimeException refusal) {
    String sentence = String.valueOf(refusal.getMessage());
    if (failures.isKnown()) {
      return refusal; // One report is enough.
    }
    if (!over) {
      transport.fail(new FailureReport(transport.rank(), "", sentence, StackText.of(refusal)));
    } else if (saidLate.compareAndSet(false, true)) {
      whenLate.accept(
          sentence
              + ". Rank "
              + transport.rank()
              + " had ended by then; await other threads before its body returns");
    }
    return refusal;
  }

  /// Sets what happens with the sentence about a call after the end, instead of printing it.
  public void setWhenLate(Consumer<String> action) {
    whenLate = action;
  }

  private static void print(String sentence) {
    System.err.println("weft: " + sentence);
    System.err.flush();
  }
}
