// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.multipole.waves.Phases;

/// Rules integrate the polynomials that they should, and waves have the values of Math.
class QuadratureTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 20, 61})
  void gaussIsExactForItsDegree(int count) {
    LegendreRule rule = LegendreRule.unit(count);
    for (int degree = 0; degree < 2 * count; degree++) {
      double sum = 0;
      for (int i = 0; i < count; i++) {
        sum += rule.weights()[i] * Math.pow(rule.points()[i], degree);
      }
      assertThat(sum).as("degree %d", degree).isCloseTo(1.0 / (degree + 1), within(1e-13));
    }
  }

  /// The mean of a power of a barycentric coordinate times one of another is 2 p! q!/(p + q + 2)!.
  @Test
  void trianglesAreExactForTheirDegree() {
    check(TriangleRule.THREE, 2);
    check(TriangleRule.SIX, 4);
  }

  private static void check(TriangleRule rule, int most) {
    for (int p = 0; p <= most; p++) {
      for (int q = 0; p + q <= most; q++) {
        double sum = 0;
        for (int i = 0; i < rule.count(); i++) {
          sum +=
              rule.weights()[i]
                  * Math.pow(rule.corners()[3 * i], p)
                  * Math.pow(rule.corners()[3 * i + 1], q);
        }
        double exact = 2 * factorial(p) * factorial(q) / factorial(p + q + 2);
        assertThat(sum)
            .as("%d points, %d and %d", rule.count(), p, q)
            .isCloseTo(exact, within(1e-14));
      }
    }
  }

  private static double factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
  }

  /// A smooth function has the same integral by a rule for touching triangles as by a product.
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void touchingRulesIntegrateSmoothFunctions(int perAxis) {
    for (TouchingRule rule :
        new TouchingRule[] {
          TouchingRule.same(perAxis), TouchingRule.edge(perAxis), TouchingRule.corner(perAxis)
        }) {
      double weights = 0;
      double products = 0;
      for (int i = 0; i < rule.count(); i++) {
        double[] p = rule.points();
        double w = rule.weights()[i];
        weights += w;
        // The means of x₁ and y₂ are 2/3 and 1/3.
        products += w * p[4 * i] * p[4 * i + 3];
        for (int half = 0; half < 4; half += 2) {
          assertThat(p[4 * i + half]).isBetween(0.0, 1.0);
          assertThat(p[4 * i + half + 1]).isBetween(0.0, p[4 * i + half]);
        }
      }
      assertThat(weights).isCloseTo(1, within(1e-13));
      assertThat(products).isCloseTo(2.0 / 9, within(1e-13));
    }
  }

  /// The mean of 1/r over a unit square with itself is known in closed form, and so its sum over
  /// the two triangles of which the square consists.
  @Test
  void touchingRulesIntegrateTheSingularity() {
    double same = mean(TouchingRule.same(8), unit(), unit());
    double diagonal = mean(TouchingRule.edge(8), diagonal(false), diagonal(true));
    // The unit square's mean of 1/r is 4/3 (1 − √2) + 4 ln(1 + √2).
    double square = 4.0 / 3 * (1 - Math.sqrt(2)) + 4 * Math.log(1 + Math.sqrt(2));
    double itself = mean(TouchingRule.same(8), diagonal(false), diagonal(false));
    assertThat((itself + diagonal) / 2).isCloseTo(square, within(1e-6));
    assertThat(same).isCloseTo(itself, within(1e-6));
  }

  private static double[] unit() {
    return new double[] {0, 0, 1, 0, 0, 1};
  }

  /// One half of the unit square; its first two corners are the diagonal's ends.
  private static double[] diagonal(boolean other) {
    return other ? new double[] {1, 0, 0, 1, 1, 1} : new double[] {1, 0, 0, 1, 0, 0};
  }

  private static double mean(TouchingRule rule, double[] t, double[] s) {
    double sum = 0;
    for (int i = 0; i < rule.count(); i++) {
      double square = 0;
      for (int axis = 0; axis < 2; axis++) {
        double x = at(t, axis, rule.points()[4 * i], rule.points()[4 * i + 1]);
        double y = at(s, axis, rule.points()[4 * i + 2], rule.points()[4 * i + 3]);
        square += (x - y) * (x - y);
      }
      sum += rule.weights()[i] / Math.sqrt(square);
    }
    return sum;
  }

  private static double at(double[] t, int axis, double u, double v) {
    return t[axis] + u * (t[2 + axis] - t[axis]) + v * (t[4 + axis] - t[2 + axis]);
  }

  @Test
  void wavesHaveTheValuesOfMath() {
    var random = new Random(1);
    int count = 10_000;
    double[] squares = new double[count];
    double[] r = new double[count];
    for (int i = 0; i < count; i++) {
      r[i] = Math.pow(10, 6 * random.nextDouble() - 4);
      squares[i] = r[i] * r[i];
    }
    double k = 17;
    double[] re = new double[count];
    double[] im = new double[count];
    double[] slopeRe = new double[count];
    double[] slopeIm = new double[count];
    Phases.slopes(k, squares, count, re, im, slopeRe, slopeIm);
    for (int i = 0; i < count; i++) {
      double kr = k * r[i];
      double c = Math.cos(kr);
      double s = Math.sin(kr);
      double tolerance = 1e-14 * (1 + kr * 1e-2);
      assertThat(re[i] * r[i]).as("kr = %s", kr).isCloseTo(c, within(tolerance));
      assertThat(im[i] * r[i]).isCloseTo(s, within(tolerance));
      double cube = r[i] * r[i] * r[i] / (1 + kr);
      assertThat(slopeRe[i] * cube).isCloseTo((-c - kr * s) / (1 + kr), within(2 * tolerance));
      assertThat(slopeIm[i] * cube).isCloseTo((kr * c - s) / (1 + kr), within(2 * tolerance));
    }
  }
}
