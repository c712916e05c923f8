// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;

/// Moments of a complex kernel over a pair of triangles: sums of the kernel times 1, ξ, η, ξ·η and
/// η × ξ, where ξ and η are the points relative to the centres of the triangles. All integrals of
/// the functions of both triangles follow from them.
final class Moments {
  double re;
  double im;
  double dotRe;
  double dotIm;

  /// Real parts along x, y and z, then imaginary parts.
  final double[] xi = new double[6];

  final double[] eta = new double[6];
  final double[] cross = new double[6];

  void clear() {
    re = 0;
    im = 0;
    dotRe = 0;
    dotIm = 0;
    Arrays.fill(xi, 0);
    Arrays.fill(eta, 0);
    Arrays.fill(cross, 0);
  }

  /// Adds a + ib at a pair of points.
  ///
  /// @param at ξ and η, from `from` on
  void add(double a, double b, double[] at, int from) {
    double xx = at[from];
    double xy = at[from + 1];
    double xz = at[from + 2];
    double yx = at[from + 3];
    double yy = at[from + 4];
    double yz = at[from + 5];
    re += a;
    im += b;
    xi[0] += a * xx;
    xi[1] += a * xy;
    xi[2] += a * xz;
    xi[3] += b * xx;
    xi[4] += b * xy;
    xi[5] += b * xz;
    eta[0] += a * yx;
    eta[1] += a * yy;
    eta[2] += a * yz;
    eta[3] += b * yx;
    eta[4] += b * yy;
    eta[5] += b * yz;
    double dot = xx * yx + xy * yy + xz * yz;
    dotRe += a * dot;
    dotIm += b * dot;
    double cx = yy * xz - yz * xy;
    double cy = yz * xx - yx * xz;
    double cz = yx * xy - yy * xx;
    cross[0] += a * cx;
    cross[1] += a * cy;
    cross[2] += a * cz;
    cross[3] += b * cx;
    cross[4] += b * cy;
    cross[5] += b * cz;
  }

  /// Adds what was summed over η for one ξ.
  ///
  /// @param sums the kernel times η, real and imaginary parts, and the kernel
  void add(double[] sums, double x, double y, double z) {
    re += sums[6];
    im += sums[7];
    dotRe += sums[0] * x + sums[1] * y + sums[2] * z;
    dotIm += sums[3] * x + sums[4] * y + sums[5] * z;
    for (int part = 0; part < 6; part += 3) {
      double kernel = part == 0 ? sums[6] : sums[7];
      double ex = sums[part];
      double ey = sums[part + 1];
      double ez = sums[part + 2];
      xi[part] += kernel * x;
      xi[part + 1] += kernel * y;
      xi[part + 2] += kernel * z;
      eta[part] += ex;
      eta[part + 1] += ey;
      eta[part + 2] += ez;
      cross[part] += ey * z - ez * y;
      cross[part + 1] += ez * x - ex * z;
      cross[part + 2] += ex * y - ey * x;
    }
  }

  /// The sum of the kernel times (ξ + a)·(η + b), for the real parts (0) or the imaginary ones (3).
  double product(int part, double[] a, double[] b) {
    double kernel = part == 0 ? re : im;
    return (part == 0 ? dotRe : dotIm)
        + a[0] * (eta[part] + kernel * b[0])
        + a[1] * (eta[part + 1] + kernel * b[1])
        + a[2] * (eta[part + 2] + kernel * b[2])
        + b[0] * xi[part]
        + b[1] * xi[part + 1]
        + b[2] * xi[part + 2];
  }

  /// The sum of the kernel times d·((η + b) × (ξ + a)).
  double triple(int part, double[] d, double[] a, double[] b) {
    double kernel = part == 0 ? re : im;
    double ex = eta[part] + kernel * b[0];
    double ey = eta[part + 1] + kernel * b[1];
    double ez = eta[part + 2] + kernel * b[2];
    double x = xi[part];
    double y = xi[part + 1];
    double z = xi[part + 2];
    return d[0] * (cross[part] + ey * a[2] - ez * a[1] + b[1] * z - b[2] * y)
        + d[1] * (cross[part + 1] + ez * a[0] - ex * a[2] + b[2] * x - b[0] * z)
        + d[2] * (cross[part + 2] + ex * a[1] - ey * a[0] + b[0] * y - b[1] * x);
  }
}
