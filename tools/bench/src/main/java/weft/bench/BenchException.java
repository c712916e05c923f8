// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import org.jspecify.annotations.Nullable;

/// Ends a benchmark. Its message is a sentence for the user, printed without a stack trace.
public final class BenchException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /// @param sentence the error and the thing that it concerns
  public BenchException(String sentence) {
    super(sentence);
  }

  /// @param cause the cause, if known; it is printed, too
  public BenchException(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
