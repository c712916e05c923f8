// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

/// The predefined operators.
public enum Reduction {
  /// The sum.
  SUM,
  /// The product.
  PROD,
  /// The minimum.
  MIN,
  /// The maximum.
  MAX,
  /// Bitwise and.
  AND,
  /// Bitwise or.
  OR,
  /// Bitwise exclusive or.
  XOR
}
