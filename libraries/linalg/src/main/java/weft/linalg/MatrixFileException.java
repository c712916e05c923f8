// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.WeftException;

/// A matrix file cannot be read or written. Every rank throws it, with the reason of the first rank
/// that failed.
public final class MatrixFileException extends WeftException {
  private static final long serialVersionUID = 1;

  /// States which file it is, what is wrong with it, and what to do.
  public MatrixFileException(String message) {
    super(message);
  }
}
