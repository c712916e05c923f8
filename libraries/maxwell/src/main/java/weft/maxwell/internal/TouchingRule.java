// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;

/// Quadrature rules for pairs of triangles that touch. Their points avoid the places where the
/// kernel is infinite, and its singularity cancels against the Jacobian. Source: S. A. Sauter, C.
/// Schwab, "Boundary Element Methods", 2011, section 5.2.
///
/// A point is P₀ + x₁ (P₁ − P₀) + x₂ (P₂ − P₁) with 0 ≤ x₂ ≤ x₁ ≤ 1. Triangles with a common edge
/// have P₀ and P₁ in common, those with a common corner P₀.
///
/// @param points x₁ and x₂ in the first triangle, then in the second, for each pair of points
/// @param weights the weight of each pair; their sum is 1
@SuppressWarnings("ArrayRecordComponent") // never compared
record TouchingRule(double[] points, double[] weights) {
  /// A triangle with itself.
  static TouchingRule same(int perAxis) {
    var rule = new Builder(perAxis, 6);
    rule.run((r, a, b, c, w) -> {
      double v = w * r * r * r * a * a * b;
      double x = r * (1 - a * b * c);
      both(rule, v, r, r * (1 - a + a * b), x, r * (1 - a));
      both(rule, v, r, r * a * (1 - b + b * c), r * (1 - a * b), r * a * (1 - b));
      both(rule, v, x, r * a * (1 - b * c), r, r * a * (1 - b));
    });
    return rule.build();
  }

  /// Two triangles with a common edge.
  static TouchingRule edge(int perAxis) {
    var rule = new Builder(perAxis, 5);
    rule.run((r, a, b, c, w) -> {
      double v = w * r * r * r * a * a;
      rule.add(v, r, r * a * c, r * (1 - a * b), r * a * (1 - b));
      double x = r * (1 - a * b * c);
      rule.add(v * b, r, r * a, x, r * a * b * (1 - c));
      rule.add(v * b, r * (1 - a * b), r * a * (1 - b), r, r * a * b * c);
      rule.add(v * b, x, r * a * b * (1 - c), r, r * a);
      rule.add(v * b, x, r * a * (1 - b * c), r, r * a * b);
    });
    return rule.build();
  }

  /// Two triangles with a common corner.
  static TouchingRule corner(int perAxis) {
    var rule = new Builder(perAxis, 2);
    rule.run((r, a, b, c, w) -> both(rule, w * r * r * r * b, r, r * a, r * b, r * b * c));
    return rule.build();
  }

  private static void both(Builder rule, double w, double x1, double x2, double y1, double y2) {
    rule.add(w, x1, x2, y1, y2);
    rule.add(w, y1, y2, x1, x2);
  }

  int count() {
    return weights.length;
  }

  @FunctionalInterface
  private interface Cube {
    void at(double r, double a, double b, double c, double weight);
  }

  private static final class Builder {
    private final LegendreRule axis;
    private final double[] points;
    private final double[] weights;
    private int count;

    Builder(int perAxis, int regions) {
      axis = LegendreRule.unit(perAxis);
      int most = perAxis * perAxis * perAxis * perAxis * regions;
      points = new double[4 * most];
      weights = new double[most];
    }

    void run(Cube cube) {
      double[] x = axis.points();
      double[] w = axis.weights();
      for (int i = 0; i < x.length; i++) {
        for (int j = 0; j < x.length; j++) {
          for (int k = 0; k < x.length; k++) {
            for (int l = 0; l < x.length; l++) {
              cube.at(x[i], x[j], x[k], x[l], w[i] * w[j] * w[k] * w[l]);
            }
          }
        }
      }
    }

    void add(double weight, double x1, double x2, double y1, double y2) {
      points[4 * count] = x1;
      points[4 * count + 1] = x2;
      points[4 * count + 2] = y1;
      points[4 * count + 3] = y2;
      // The product of the two areas of the triangles of the parameters is 1/4.
      weights[count++] = 4 * weight;
    }

    TouchingRule build() {
      return new TouchingRule(Arrays.copyOf(points, 4 * count), Arrays.copyOf(weights, count));
    }
  }
}
