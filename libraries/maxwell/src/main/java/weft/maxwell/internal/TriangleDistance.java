// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

/// The distance between a point and a triangle.
public final class TriangleDistance {
  private TriangleDistance() {}

  /// The square of the distance.
  ///
  /// @param p coordinates of points
  /// @param a the index of the first corner's x in `p`; `b` and `c` likewise
  /// @param at the point
  public static double square(double[] p, int a, int b, int c, double[] at) {
    double[] u = minus(p, b, p, a);
    double[] v = minus(p, c, p, a);
    double[] w = minus(at, 0, p, a);
    double uu = dot(u, u);
    double uv = dot(u, v);
    double vv = dot(v, v);
    double uw = dot(u, w);
    double vw = dot(v, w);
    double area = uu * vv - uv * uv;
    double s = vv * uw - uv * vw;
    double t = uu * vw - uv * uw;
    if (area > 0 && s >= 0 && t >= 0 && s + t <= area) {
      // Above the inside: what is left of w across the plane.
      double rest = 0;
      for (int axis = 0; axis < 3; axis++) {
        double each = w[axis] - (s * u[axis] + t * v[axis]) / area;
        rest += each * each;
      }
      return rest;
    }
    return Math.min(edge(p, a, b, at), Math.min(edge(p, b, c, at), edge(p, c, a, at)));
  }

  private static double edge(double[] p, int a, int b, double[] at) {
    double[] u = minus(p, b, p, a);
    double[] w = minus(at, 0, p, a);
    double length = dot(u, u);
    double part = length > 0 ? Math.clamp(dot(u, w) / length, 0, 1) : 0;
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      double each = w[axis] - part * u[axis];
      sum += each * each;
    }
    return sum;
  }

  private static double[] minus(double[] p, int a, double[] q, int b) {
    return new double[] {p[a] - q[b], p[a + 1] - q[b + 1], p[a + 2] - q[b + 2]};
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
