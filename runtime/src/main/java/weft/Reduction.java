// SPDX-License-Identifier: Apache-2.0
package weft;

/// How [World#allreduce(Reduction, long)] and its kin combine the ranks' values.
public enum Reduction {
  /// The sum; on long it wraps.
  SUM,
  /// The product; on long it wraps.
  PROD,
  /// The least.
  MIN,
  /// The greatest.
  MAX,
  /// Bitwise and; long only.
  AND,
  /// Bitwise or; long only.
  OR,
  /// Bitwise exclusive or; long only.
  XOR;

  /// Combines two longs.
  public long apply(long a, long b) {
    return switch (this) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
    };
  }

  /// Combines two doubles.
  ///
  /// @throws IllegalArgumentException for a bitwise operator
  public double apply(double a, double b) {
    return switch (this) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND, OR, XOR ->
          throw new IllegalArgumentException(
              this + " is bitwise and not defined on double; use SUM, PROD, MIN or MAX");
    };
  }
}
