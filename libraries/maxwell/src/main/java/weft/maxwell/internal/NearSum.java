// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import weft.mesh.surface.Surface;

/// Sums the fields of currents at a point. Triangles near the point are cut into smaller ones.
public final class NearSum {
  private static final int MOST_CUTS = 4;

  private final double[] points;
  private final int[] triangles;
  private final double k;
  private final double[] corners;
  private final double[] u = new double[3];
  private double[] fields = new double[12];
  private double x;
  private double y;
  private double z;

  /// @param corners for each corner of each triangle, the complex factor of the function opposite
  ///   it
  public NearSum(Surface surface, double k, double[] corners) {
    points = surface.points();
    triangles = surface.triangles();
    this.k = k;
    this.corners = corners;
  }

  /// Sets the real and imaginary parts of E and ηH along x, y and z. Returns whether the point is
  /// nearer to a triangle than its longest edge.
  public boolean at(double x, double y, double z, double[] fields) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.fields = fields;
    java.util.Arrays.fill(fields, 0);
    boolean tooNear = false;
    double[][] p = new double[3][3];
    for (int t = 0; t < triangles.length / 3; t++) {
      for (int c = 0; c < 3; c++) {
        for (int axis = 0; axis < 3; axis++) {
          p[c][axis] = points[3 * triangles[3 * t + c] + axis];
        }
      }
      double longest = longest(p);
      double distance = distance(p);
      tooNear |= distance < longest;
      add(t, p[0], p[1], p[2], longest, 1, 0);
    }
    return tooNear;
  }

  private static double longest(double[][] p) {
    double most = 0;
    for (int c = 0; c < 3; c++) {
      most = Math.max(most, length(p[c], p[(c + 1) % 3]));
    }
    return most;
  }

  private static double length(double[] a, double[] b) {
    return Math.sqrt(
        (a[0] - b[0]) * (a[0] - b[0])
            + (a[1] - b[1]) * (a[1] - b[1])
            + (a[2] - b[2]) * (a[2] - b[2]));
  }

  /// From the centre.
  private double distance(double[]... p) {
    double dx = (p[0][0] + p[1][0] + p[2][0]) / 3 - x;
    double dy = (p[0][1] + p[1][1] + p[2][1]) / 3 - y;
    double dz = (p[0][2] + p[1][2] + p[2][2]) / 3 - z;
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  /// Adds a triangle, or a part of one.
  ///
  /// @param share the part's share of the area of triangle `t`
  private void add(
      int t, double[] a, double[] b, double[] c, double longest, double share, int cuts) {
    if (cuts < MOST_CUTS && distance(a, b, c) < 2.5 * longest) {
      double[] ab = middle(a, b);
      double[] bc = middle(b, c);
      double[] ca = middle(c, a);
      add(t, a, ab, ca, longest / 2, share / 4, cuts + 1);
      add(t, ab, b, bc, longest / 2, share / 4, cuts + 1);
      add(t, ca, bc, c, longest / 2, share / 4, cuts + 1);
      add(t, ab, bc, ca, longest / 2, share / 4, cuts + 1);
      return;
    }
    TriangleRule rule = TriangleRule.SIX;
    for (int q = 0; q < rule.count(); q++) {
      double w = rule.weights()[q] * share;
      for (int axis = 0; axis < 3; axis++) {
        u[axis] =
            rule.corners()[3 * q] * a[axis]
                + rule.corners()[3 * q + 1] * b[axis]
                + rule.corners()[3 * q + 2] * c[axis];
      }
      point(t, w);
    }
  }

  private static double[] middle(double[] a, double[] b) {
    return new double[] {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
  }

  /// E = ik ∫ (g J + k⁻² ∇g div J), ηH = ∫ ∇g × J, with ∇g = h (x − y).
  private void point(int t, double w) {
    double dx = x - u[0];
    double dy = y - u[1];
    double dz = z - u[2];
    double r = Math.sqrt(dx * dx + dy * dy + dz * dz);
    double kr = k * r;
    double c = w * Math.cos(kr) / (4 * Math.PI * r);
    double s = w * Math.sin(kr) / (4 * Math.PI * r);
    double hr = (-c - kr * s) / (r * r);
    double hi = (kr * c - s) / (r * r);
    double[] jr = new double[3];
    double[] ji = new double[3];
    double chargeRe = 0;
    double chargeIm = 0;
    for (int corner = 0; corner < 3; corner++) {
      double re = corners[6 * t + 2 * corner];
      double im = corners[6 * t + 2 * corner + 1];
      int p = 3 * triangles[3 * t + corner];
      for (int axis = 0; axis < 3; axis++) {
        double offset = (u[axis] - points[p + axis]) / 2;
        jr[axis] += re * offset;
        ji[axis] += im * offset;
      }
      // The divergence is 1/|T|; the area cancels.
      chargeRe += re;
      chargeIm += im;
    }
    double[] d = {dx, dy, dz};
    double scale = 1 / (k * k);
    for (int axis = 0; axis < 3; axis++) {
      int next = (axis + 1) % 3;
      int last = (axis + 2) % 3;
      double er = c * jr[axis] - s * ji[axis] + scale * d[axis] * (hr * chargeRe - hi * chargeIm);
      double ei = c * ji[axis] + s * jr[axis] + scale * d[axis] * (hr * chargeIm + hi * chargeRe);
      fields[2 * axis] -= k * ei;
      fields[2 * axis + 1] += k * er;
      double cr = d[next] * jr[last] - d[last] * jr[next];
      double ci = d[next] * ji[last] - d[last] * ji[next];
      fields[6 + 2 * axis] += hr * cr - hi * ci;
      fields[7 + 2 * axis] += hr * ci + hi * cr;
    }
  }
}
