// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

/// Decides whether a new vertex sees a face of the border of its cavity.
final class Sight {
  /// The least volume of a new tet, over the cube of its largest extent: less is rounding.
  private static final double FLAT = 1e-12;

  private Sight() {}

  /// Whether the tet of a face and `p` is positive, and more than rounding.
  static boolean sees(double[] xyz, int a, int b, int c, int p) {
    double px = xyz[3 * p];
    double py = xyz[3 * p + 1];
    double pz = xyz[3 * p + 2];
    double ax = xyz[3 * a] - px;
    double ay = xyz[3 * a + 1] - py;
    double az = xyz[3 * a + 2] - pz;
    double bx = xyz[3 * b] - px;
    double by = xyz[3 * b + 1] - py;
    double bz = xyz[3 * b + 2] - pz;
    double cx = xyz[3 * c] - px;
    double cy = xyz[3 * c + 1] - py;
    double cz = xyz[3 * c + 2] - pz;
    double volume = az * (by * cx - bx * cy) + bz * (cy * ax - cx * ay) + cz * (ay * bx - ax * by);
    double extent =
        Math.max(
            Math.max(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz),
            cx * cx + cy * cy + cz * cz);
    return volume > FLAT * extent * Math.sqrt(extent);
  }
}
