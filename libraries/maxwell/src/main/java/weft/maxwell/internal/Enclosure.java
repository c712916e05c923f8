// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

/// Solid angles of triangles: those of a closed surface sum to 4π inside it, and to 0 outside.
public final class Enclosure {
  private Enclosure() {}

  /// The solid angle under which a triangle is seen, negative if its front is seen. Source: A. Van
  /// Oosterom, J. Strackee, "The solid angle of a plane triangle", 1983.
  ///
  /// @param a the index of the first corner's coordinates in `points`
  public static double solidAngle(double[] points, int a, int b, int c, double[] at) {
    double[] u = less(points, a, at);
    double[] v = less(points, b, at);
    double[] w = less(points, c, at);
    double lu = Math.sqrt(dot(u, u));
    double lv = Math.sqrt(dot(v, v));
    double lw = Math.sqrt(dot(w, w));
    double volume =
        u[0] * (v[1] * w[2] - v[2] * w[1])
            + u[1] * (v[2] * w[0] - v[0] * w[2])
            + u[2] * (v[0] * w[1] - v[1] * w[0]);
    double below = lu * lv * lw + dot(u, v) * lw + dot(v, w) * lu + dot(w, u) * lv;
    return 2 * Math.atan2(volume, below);
  }

  private static double[] less(double[] points, int i, double[] at) {
    return new double[] {points[i] - at[0], points[i + 1] - at[1], points[i + 2] - at[2]};
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
