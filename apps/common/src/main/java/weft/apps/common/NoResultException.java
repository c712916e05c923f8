// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

/// The program has computed and cannot give a result. The message is a sentence for the user, who
/// needs no stack trace.
public final class NoResultException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// States what is wrong and what to do. Keeps the cause for debugging.
  public NoResultException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
