// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.WeftException;

/// A file holds no matrix that can be read, or cannot be written. Every rank throws it, with the
/// reason of the first one that has one.
public final class MatrixFileException extends WeftException {
  private static final long serialVersionUID = 1;

  /// Says which file, what is wrong with it, and what to do.
  public MatrixFileException(String message) {
    super(message);
  }
}
