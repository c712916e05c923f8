// SPDX-License-Identifier: Apache-2.0
package weft;

import org.jspecify.annotations.Nullable;

/// What Weft throws when it cannot do what it was asked. The message says what is wrong, where, and
/// what to do.
public class WeftException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// An exception with a sentence.
  public WeftException(String message) {
    super(message);
  }

  /// An exception with a sentence and a cause.
  public WeftException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
