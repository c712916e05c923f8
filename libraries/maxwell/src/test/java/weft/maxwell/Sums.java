// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// Integrals of functions by plain sums over many points: slow, and written from the definitions
/// alone.
final class Sums {
  private static final int SIDE = 12;

  private Sums() {}

  @FunctionalInterface
  private interface Visit {
    /// @param weight the area that the point stands for
    /// @param value the function at the point
    void at(double[] point, double weight, double[] value, double divergence, double[] normal);
  }

  /// Visits points of both triangles of a function.
  private static void visit(CurrentBasis basis, int j, Visit visit) {
    for (int half = 0; half < 2; half++) {
      int t = half == 0 ? basis.from(j) : basis.to(j);
      int opposite = opposite(basis, j, t);
      double[][] p = new double[3][3];
      for (int c = 0; c < 3; c++) {
        int point = basis.surface().triangles()[3 * t + c];
        System.arraycopy(basis.surface().points(), 3 * point, p[c], 0, 3);
      }
      double[] normal = cross(less(p[1], p[0]), less(p[2], p[0]));
      double twice = Math.sqrt(dot(normal, normal));
      double sign = half == 0 ? 1 : -1;
      for (int a = 0; a < SIDE; a++) {
        for (int b = 0; b < 2 * (SIDE - a) - 1; b++) {
          // Centres of the small triangles into which the sides divide the large one.
          int place = b / 2;
          double u = (a + (b % 2 == 0 ? 1 : 2) / 3.0) / SIDE;
          double v = (place + (b % 2 == 0 ? 1 : 2) / 3.0) / SIDE;
          double[] x = new double[3];
          double[] value = new double[3];
          for (int axis = 0; axis < 3; axis++) {
            x[axis] = p[0][axis] * (1 - u - v) + p[1][axis] * u + p[2][axis] * v;
            value[axis] = sign * (x[axis] - basis.surface().points()[3 * opposite + axis]) / twice;
          }
          double area = twice / 2;
          double[] unit = {normal[0] / twice, normal[1] / twice, normal[2] / twice};
          visit.at(x, area / (SIDE * SIDE), value, sign / area, unit);
        }
      }
    }
  }

  /// The corner of `t` that is not on the edge: farthest from its middle along the edge's plane.
  private static int opposite(CurrentBasis basis, int j, int t) {
    int other = t == basis.from(j) ? basis.to(j) : basis.from(j);
    int[] triangles = basis.surface().triangles();
    for (int c = 0; c < 3; c++) {
      int point = triangles[3 * t + c];
      boolean shared = false;
      for (int d = 0; d < 3; d++) {
        shared |= triangles[3 * other + d] == point;
      }
      if (!shared) {
        return point;
      }
    }
    throw new AssertionError("both triangles have the same corners");
  }

  static double[] potential(CurrentBasis basis, int i, int j, double k) {
    double[] sum = new double[2];
    visit(
        basis,
        i,
        (x, wx, f, df, n) ->
            visit(
                basis,
                j,
                (y, wy, g, dg, m) -> {
                  double[] d = less(x, y);
                  double r = Math.sqrt(dot(d, d));
                  double value = wx * wy * (dot(f, g) - df * dg / (k * k)) / (4 * Math.PI * r);
                  sum[0] += value * Math.cos(k * r);
                  sum[1] += value * Math.sin(k * r);
                }));
    return sum;
  }

  /// A times two vectors side by side.
  static double[] gram(CurrentBasis basis, double[] vector) {
    return products(basis, vector, false);
  }

  /// R times two vectors side by side.
  static double[] turned(CurrentBasis basis, double[] vector) {
    return products(basis, vector, true);
  }

  private static double[] products(CurrentBasis basis, double[] vector, boolean turned) {
    double[] result = new double[vector.length];
    for (int i = 0; i < basis.size(); i++) {
      for (int j = 0; j < basis.size(); j++) {
        double sum = 0;
        for (int t : new int[] {basis.from(i), basis.to(i)}) {
          if (t == basis.from(j) || t == basis.to(j)) {
            sum += product(basis, i, j, t, turned);
          }
        }
        result[2 * i] += sum * vector[2 * j];
        result[2 * i + 1] += sum * vector[2 * j + 1];
      }
    }
    return result;
  }

  /// Exact: the product is quadratic, so the middles of the sides suffice.
  private static double product(CurrentBasis basis, int i, int j, int t, boolean turned) {
    double[] points = basis.surface().points();
    double[][] p = new double[3][3];
    for (int c = 0; c < 3; c++) {
      System.arraycopy(points, 3 * basis.surface().triangles()[3 * t + c], p[c], 0, 3);
    }
    double[] normal = cross(less(p[1], p[0]), less(p[2], p[0]));
    double twice = Math.sqrt(dot(normal, normal));
    double sign = (t == basis.from(i) ? 1 : -1) * (t == basis.from(j) ? 1 : -1);
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      double[] x = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        x[axis] = (p[c][axis] + p[(c + 1) % 3][axis]) / 2;
      }
      double[] f = less(x, corner(points, opposite(basis, i, t)));
      double[] g = less(x, corner(points, opposite(basis, j, t)));
      sum += turned ? dot(f, cross(normal, g)) / twice : dot(f, g);
    }
    return sign * sum / 3 / (2 * twice);
  }

  private static double[] corner(double[] points, int point) {
    return new double[] {points[3 * point], points[3 * point + 1], points[3 * point + 2]};
  }

  private static double[] less(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }
}
