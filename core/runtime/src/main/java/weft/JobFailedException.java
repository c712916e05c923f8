// SPDX-License-Identifier: Apache-2.0
package weft;

import java.io.PrintStream;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import weft.transport.StackText;

/// Thrown by the current call of every rank when the job has failed at some rank, since one failure
/// ends all ranks.
public final class JobFailedException extends WeftException {
  private static final long serialVersionUID = 1;

  private final int rank;

  /// A failure at `rank`.
  public JobFailedException(int rank, String message) {
    super(message);
    this.rank = rank;
  }

  /// Prints the failure once: its sentence, and the stack of the exception that it names.
  @Override
  public void printStackTrace(PrintStream out) {
    String text = text();
    if (text == null) {
      super.printStackTrace(out);
    } else {
      out.println(text);
    }
  }

  /// Prints the failure once: its sentence, and the stack of the exception that it names.
  @Override
  public void printStackTrace(PrintWriter out) {
    String text = text();
    if (text == null) {
      super.printStackTrace(out);
    } else {
      out.println(text);
    }
  }

  /// The sentence with the stack of the cause; null if the sentence does not name the cause.
  private @Nullable String text() {
    Throwable cause = getCause();
    String message = getMessage();
    if (cause == null || message == null || getSuppressed().length > 0) {
      return null;
    }
    String named = StackText.sentence(cause);
    String trace = StackText.of(cause).stripTrailing();
    if (!message.endsWith(named) && !message.endsWith(String.valueOf(StackText.message(cause)))) {
      return null;
    }
    return trace.startsWith(named) ? this + trace.substring(named.length()) : null;
  }

  /// The rank at which it happened.
  public int rank() {
    return rank;
  }
}
