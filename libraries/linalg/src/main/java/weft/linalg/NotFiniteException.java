// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.WeftException;

/// An element of a matrix is NaN or infinite. Every rank throws it.
public final class NotFiniteException extends WeftException {
  private static final long serialVersionUID = 1;

  private final long row;
  private final long column;

  /// States where the first such element is.
  public NotFiniteException(String message, long row, long column) {
    super(message);
    this.row = row;
    this.column = column;
  }

  /// The row of the element, from 0.
  public long row() {
    return row;
  }

  /// The column of the element, from 0.
  public long column() {
    return column;
  }
}
