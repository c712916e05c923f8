// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

/// How a matrix enters a product.
public enum Op {
  /// As it is.
  PLAIN,
  /// Transposed.
  TRANSPOSED;

  /// The rows of op(A), where A has `rows` rows and `columns` columns.
  public long rows(long rows, long columns) {
    return this == PLAIN ? rows : columns;
  }

  /// The columns of op(A).
  public long columns(long rows, long columns) {
    return this == PLAIN ? columns : rows;
  }
}
