// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.WeftException;

/// A Cholesky factorisation found that the matrix is not positive definite. Every rank throws it.
public final class NotDefiniteException extends WeftException {
  private static final long serialVersionUID = 1;

  private final long index;

  /// States which pivot is not positive.
  public NotDefiniteException(String message, long index) {
    super(message);
    this.index = index;
  }

  /// The index, from 0, of the first pivot that is not positive. The leading minor of order `index`
  /// + 1 is not positive either.
  public long index() {
    return index;
  }
}
