// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

/// Circles through three points of space.
public final class Circles {
  private Circles() {}

  /// Puts the centre of the circle through three vertices into `out`, and returns the square of its
  /// radius.
  public static double centre(double[] xyz, int a, int b, int c, double[] out) {
    double ux = xyz[3 * b] - xyz[3 * a];
    double uy = xyz[3 * b + 1] - xyz[3 * a + 1];
    double uz = xyz[3 * b + 2] - xyz[3 * a + 2];
    double vx = xyz[3 * c] - xyz[3 * a];
    double vy = xyz[3 * c + 1] - xyz[3 * a + 1];
    double vz = xyz[3 * c + 2] - xyz[3 * a + 2];
    double uu = ux * ux + uy * uy + uz * uz;
    double vv = vx * vx + vy * vy + vz * vz;
    double nx = uy * vz - uz * vy;
    double ny = uz * vx - ux * vz;
    double nz = ux * vy - uy * vx;
    // The normal is computed from coordinates, as uu vv − uv² loses digits where the corner is
    // sharp.
    double half = 0.5 / (nx * nx + ny * ny + nz * nz);
    double wx = uu * vx - vv * ux;
    double wy = uu * vy - vv * uy;
    double wz = uu * vz - vv * uz;
    double cx = half * (wy * nz - wz * ny);
    double cy = half * (wz * nx - wx * nz);
    double cz = half * (wx * ny - wy * nx);
    out[0] = xyz[3 * a] + cx;
    out[1] = xyz[3 * a + 1] + cy;
    out[2] = xyz[3 * a + 2] + cz;
    return cx * cx + cy * cy + cz * cz;
  }
}
