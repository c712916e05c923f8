// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

/// The form in which a matrix enters a product.
public enum Op {
  /// Unchanged.
  PLAIN,
  /// Transposed.
  TRANSPOSED;

  /// The number of rows of op(A), if A has `rows` rows and `columns` columns.
  public long rows(long rows, long columns) {
    return this == PLAIN ? rows : columns;
  }

  /// The number of columns of op(A).
  public long columns(long rows, long columns) {
    return this == PLAIN ? columns : rows;
  }
}
