// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

/// Gauss's quadrature rule on an interval.
///
/// @param points the points, ascending
/// @param weights the weight of each point
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LegendreRule(double[] points, double[] weights) {
  /// The rule of `count` points on (0, 1). It is exact for polynomials of degree 2·`count` − 1.
  public static LegendreRule unit(int count) {
    LegendreRule rule = symmetric(count);
    for (int i = 0; i < count; i++) {
      rule.points[i] = (1 + rule.points[i]) / 2;
      rule.weights[i] /= 2;
    }
    return rule;
  }

  /// The rule of `count` points on (−1, 1), by Newton's method on Legendre's polynomial.
  public static LegendreRule symmetric(int count) {
    var points = new double[count];
    var weights = new double[count];
    for (int i = 0; i < count; i++) {
      double x = -Math.cos(Math.PI * (i + 0.75) / (count + 0.5));
      double slope = 0;
      for (int step = 0; step < 100; step++) {
        double before = 1;
        double value = x;
        for (int n = 2; n <= count; n++) {
          double next = ((2 * n - 1) * x * value - (n - 1) * before) / n;
          before = value;
          value = next;
        }
        slope = count * (x * value - before) / (x * x - 1);
        double change = value / slope;
        x -= change;
        if (Math.abs(change) < 1e-15) {
          break;
        }
      }
      points[i] = x;
      weights[i] = 2 / ((1 - x * x) * slope * slope);
    }
    return new LegendreRule(points, weights);
  }
}
