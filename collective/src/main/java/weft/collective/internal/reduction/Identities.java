// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import weft.collective.internal.data.ElementType;

/// The neutral elements of the usual operators, as the lowest bits of a word.
final class Identities {
  private Identities() {}

  static long of(Reduction operator, ElementType type) {
    return switch (operator) {
      // −0.0 + x is x for every x, 0.0 + −0.0 is not −0.0
      case SUM -> number(type, 0, -0.0);
      case PROD -> number(type, 1, 1.0);
      case MIN -> number(type, greatest(type), Double.POSITIVE_INFINITY);
      case MAX -> number(type, ~greatest(type), Double.NEGATIVE_INFINITY);
      case AND -> -1;
      case OR, XOR -> 0;
    };
  }

  private static long greatest(ElementType type) {
    return Long.MAX_VALUE >>> (64 - 8 * Math.min(8, type.bytes()));
  }

  private static long number(ElementType type, long integer, double real) {
    return switch (type) {
      case FLOAT -> Float.floatToRawIntBits((float) real);
      case DOUBLE -> Double.doubleToRawLongBits(real);
      default -> integer;
    };
  }
}
