// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

/// A request of the user is not possible. The message is a sentence for the user, who needs no
/// stack trace.
public final class BadInputException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /// States what is wrong and what to do.
  public BadInputException(String sentence) {
    super(sentence);
  }

  /// States what is wrong and what to do. Keeps the cause for debugging.
  public BadInputException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
