// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// The report of a job's failure, which every rank and the user get.
///
/// @param rank the rank at which it happened
/// @param where the activity of that rank: its body, a handler and the sender, or a call; empty if
///   unknown
/// @param cause one sentence
/// @param stack the stack trace as [StackText], empty when there is none (a killed process)
public record FailureReport(int rank, String where, String cause, String stack) {
  /// The report of an exception at `rank`.
  public static FailureReport of(int rank, String where, Throwable thrown) {
    return new FailureReport(rank, where, StackText.sentence(thrown), StackText.of(thrown));
  }

  /// The sentence that names rank, place and cause.
  public String sentence() {
    return "rank " + rank + " failed" + (where.isEmpty() ? "" : " in " + where) + ": " + cause;
  }

  /// The text for the user: the sentence, and the stack without its first line if that repeats the
  /// sentence.
  public String text() {
    String trace = stack.stripTrailing();
    int at = cause.isEmpty() ? -1 : trace.indexOf(cause);
    // The trace begins with the cause, perhaps after the class of the exception.
    if (at >= 0 && trace.lastIndexOf('\n', at) < 0 && trace.lastIndexOf('\t', at) < 0) {
      return sentence() + trace.substring(at + cause.length());
    }
    return trace.isEmpty() ? sentence() : sentence() + "\n" + trace;
  }
}
