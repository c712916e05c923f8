// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

/// The program has written its results, but did not reach what was asked for. The message is a
/// sentence for the user.
public final class UnfinishedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// States what was not reached.
  public UnfinishedException(String sentence) {
    super(sentence);
  }
}
