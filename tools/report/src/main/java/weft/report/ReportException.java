// SPDX-License-Identifier: Apache-2.0
package weft.report;

import org.jspecify.annotations.Nullable;

/// Thrown if a page cannot be written. The message is a sentence for the user.
public final class ReportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReportException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
