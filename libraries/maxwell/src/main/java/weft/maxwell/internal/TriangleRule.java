// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

/// A quadrature rule on a triangle.
///
/// @param corners the weights of the three corners at each point: barycentric coordinates
/// @param weights the weight of each point; their sum is 1
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TriangleRule(double[] corners, double[] weights) {
  /// Three points, exact for polynomials of degree 2.
  public static final TriangleRule THREE =
      new TriangleRule(
          new double[] {
            2 / 3.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 2 / 3.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 2 / 3.0
          },
          new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0});

  /// Six points, exact for polynomials of degree 4. Source: D. A. Dunavant, "High degree efficient
  /// symmetrical Gaussian quadrature rules for the triangle", 1985.
  public static final TriangleRule SIX = six();

  private static TriangleRule six() {
    double[][] orbits = {
      {0.816847572980459, 0.091576213509771, 0.109951743655322},
      {0.108103018168070, 0.445948490915965, 0.223381589678011}
    };
    var corners = new double[18];
    var weights = new double[6];
    for (int i = 0; i < 6; i++) {
      double[] orbit = orbits[i / 3];
      for (int corner = 0; corner < 3; corner++) {
        corners[3 * i + corner] = corner == i % 3 ? orbit[0] : orbit[1];
      }
      weights[i] = orbit[2];
    }
    return new TriangleRule(corners, weights);
  }

  /// The number of points.
  public int count() {
    return weights.length;
  }

  /// The points on every triangle of a surface: x, y and z of each, triangle by triangle.
  public double[] on(double[] points, int[] triangles) {
    int count = count();
    var placed = new double[triangles.length * count];
    int at = 0;
    for (int t = 0; t < triangles.length; t += 3) {
      for (int p = 0; p < count; p++) {
        for (int axis = 0; axis < 3; axis++) {
          double sum = 0;
          for (int corner = 0; corner < 3; corner++) {
            sum += corners[3 * p + corner] * points[3 * triangles[t + corner] + axis];
          }
          placed[at++] = sum;
        }
      }
    }
    return placed;
  }
}
