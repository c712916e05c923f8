// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import org.jspecify.annotations.Nullable;

/// What ends a benchmark: its message is a sentence for the user, who needs no stack trace.
public final class BenchException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /// @param sentence what has happened to what
  public BenchException(String sentence) {
    super(sentence);
  }

  /// @param cause what is behind it, if that is known; it is printed too
  public BenchException(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
