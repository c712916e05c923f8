// SPDX-License-Identifier: Apache-2.0
package weft;

import org.jspecify.annotations.Nullable;

/// Thrown if Weft cannot carry out a call of the program. The message says what is wrong, where,
/// and what to do.
public class WeftException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// An exception with the given message.
  public WeftException(String message) {
    super(message);
  }

  /// An exception with the given message and cause.
  public WeftException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
