// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.WeftException;

/// A matrix that a Cholesky factorisation was asked of is not positive definite. Every rank gets
/// it.
public final class NotDefiniteException extends WeftException {
  private static final long serialVersionUID = 1;

  private final long index;

  /// Says which pivot is not positive.
  public NotDefiniteException(String message, long index) {
    super(message);
    this.index = index;
  }

  /// The index, from 0, of the first pivot that is not positive: the leading minor of order `index`
  /// + 1 is not.
  public long index() {
    return index;
  }
}
