// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

/// Angles between the faces of a tet.
public final class TetAngles {
  private TetAngles() {}

  /// The sine of the dihedral angle that is nearest to 0° or 180°; not positive if the tet is flat
  /// or turned. The regular tet has 0.943.
  public static double sine(double[] xyz, int a, int b, int c, int d) {
    double ax = xyz[3 * a];
    double ay = xyz[3 * a + 1];
    double az = xyz[3 * a + 2];
    double bx = xyz[3 * b] - ax;
    double by = xyz[3 * b + 1] - ay;
    double bz = xyz[3 * b + 2] - az;
    double cx = xyz[3 * c] - ax;
    double cy = xyz[3 * c + 1] - ay;
    double cz = xyz[3 * c + 2] - az;
    double dx = xyz[3 * d] - ax;
    double dy = xyz[3 * d + 1] - ay;
    double dz = xyz[3 * d + 2] - az;
    // Twice the area vectors of the faces: opposite b, c, d, and a.
    double px = cy * dz - cz * dy;
    double py = cz * dx - cx * dz;
    double pz = cx * dy - cy * dx;
    double qx = dy * bz - dz * by;
    double qy = dz * bx - dx * bz;
    double qz = dx * by - dy * bx;
    double rx = by * cz - bz * cy;
    double ry = bz * cx - bx * cz;
    double rz = bx * cy - by * cx;
    double volume = bx * px + by * py + bz * pz;
    double sx = px + qx + rx;
    double sy = py + qy + ry;
    double sz = pz + qz + rz;
    double fb = px * px + py * py + pz * pz;
    double fc = qx * qx + qy * qy + qz * qz;
    double fd = rx * rx + ry * ry + rz * rz;
    double fa = sx * sx + sy * sy + sz * sz;
    // The sine at an edge is the volume times the edge over the areas of its two faces.
    double least = square(bx, by, bz) / (fc * fd);
    least = Math.min(least, square(cx, cy, cz) / (fb * fd));
    least = Math.min(least, square(dx, dy, dz) / (fb * fc));
    least = Math.min(least, square(cx - bx, cy - by, cz - bz) / (fa * fd));
    least = Math.min(least, square(dx - bx, dy - by, dz - bz) / (fa * fc));
    least = Math.min(least, square(dx - cx, dy - cy, dz - cz) / (fa * fb));
    double sine = volume * Math.sqrt(least);
    return sine > 0 ? sine : Math.min(0, volume);
  }

  private static double square(double x, double y, double z) {
    return x * x + y * y + z * z;
  }

  /// The smallest dihedral angle in degrees, and the largest, into `out`.
  public static void range(double[] xyz, int a, int b, int c, int d, double[] out) {
    int[] v = {a, b, c, d};
    double least = 180;
    double most = 0;
    double[] m = new double[3];
    double[] n = new double[3];
    for (int i = 0; i < 4; i++) {
      for (int j = i + 1; j < 4; j++) {
        int k = 0;
        while (k == i || k == j) {
          k++;
        }
        normal(xyz, v[i], v[j], v[k], m);
        normal(xyz, v[i], v[j], v[6 - i - j - k], n);
        double x = m[1] * n[2] - m[2] * n[1];
        double y = m[2] * n[0] - m[0] * n[2];
        double z = m[0] * n[1] - m[1] * n[0];
        double angle =
            Math.toDegrees(
                Math.atan2(Math.sqrt(square(x, y, z)), m[0] * n[0] + m[1] * n[1] + m[2] * n[2]));
        least = Math.min(least, angle);
        most = Math.max(most, angle);
      }
    }
    out[0] = least;
    out[1] = most;
  }

  private static void normal(double[] xyz, int a, int b, int c, double[] out) {
    double ux = xyz[3 * b] - xyz[3 * a];
    double uy = xyz[3 * b + 1] - xyz[3 * a + 1];
    double uz = xyz[3 * b + 2] - xyz[3 * a + 2];
    double vx = xyz[3 * c] - xyz[3 * a];
    double vy = xyz[3 * c + 1] - xyz[3 * a + 1];
    double vz = xyz[3 * c + 2] - xyz[3 * a + 2];
    out[0] = uy * vz - uz * vy;
    out[1] = uz * vx - ux * vz;
    out[2] = ux * vy - uy * vx;
  }
}
