// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.WeftException;

/// A system of equations has no unique solution, because its matrix is singular. Every rank throws
/// it.
public final class SingularMatrixException extends WeftException {
  private static final long serialVersionUID = 1;

  private final long column;

  /// States what is singular, and which column shows it.
  public SingularMatrixException(String message, long column) {
    super(message);
    this.column = column;
  }

  /// The first column, from 0, that depends on those before it.
  public long column() {
    return column;
  }
}
