// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

/// What the user asked for cannot be done. The message is a sentence for the user, who needs no
/// stack.
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// Says what is wrong and what to do.
  public BadInputException(String sentence) {
    super(sentence);
  }

  /// Says what is wrong and what to do, and keeps the cause for a debugger.
  public BadInputException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
