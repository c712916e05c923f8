// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

/// The usual operators.
public enum Reduction {
  /// The sum.
  SUM,
  /// The product.
  PROD,
  /// The least.
  MIN,
  /// The greatest.
  MAX,
  /// Bitwise and.
  AND,
  /// Bitwise or.
  OR,
  /// Bitwise exclusive or.
  XOR
}
