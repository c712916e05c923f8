// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

/// The sphere, shortest edge and volume of one tet after the other.
public final class TetShape {
  /// The centre of the sphere through the corners.
  public double x;

  /// The centre's y.
  public double y;

  /// The centre's z.
  public double z;

  /// The square of its radius.
  public double radius2;

  /// The square of the shortest edge.
  public double shortest2;

  /// The square of the longest edge.
  public double longest2;

  /// The volume.
  public double volume;

  /// Makes one for a thread.
  public TetShape() {}

  /// Computes all for the tet with these corners.
  public void of(double[] xyz, int a, int b, int c, int d) {
    double px = xyz[3 * a];
    double py = xyz[3 * a + 1];
    double pz = xyz[3 * a + 2];
    double bx = xyz[3 * b] - px;
    double by = xyz[3 * b + 1] - py;
    double bz = xyz[3 * b + 2] - pz;
    double cx = xyz[3 * c] - px;
    double cy = xyz[3 * c + 1] - py;
    double cz = xyz[3 * c + 2] - pz;
    double dx = xyz[3 * d] - px;
    double dy = xyz[3 * d + 1] - py;
    double dz = xyz[3 * d + 2] - pz;
    double bb = bx * bx + by * by + bz * bz;
    double cc = cx * cx + cy * cy + cz * cz;
    double dd = dx * dx + dy * dy + dz * dz;
    double cdx = cy * dz - cz * dy;
    double cdy = cz * dx - cx * dz;
    double cdz = cx * dy - cy * dx;
    double det = bx * cdx + by * cdy + bz * cdz;
    double half = 0.5 / det;
    double ox = half * (bb * cdx + cc * (dy * bz - dz * by) + dd * (by * cz - bz * cy));
    double oy = half * (bb * cdy + cc * (dz * bx - dx * bz) + dd * (bz * cx - bx * cz));
    double oz = half * (bb * cdz + cc * (dx * by - dy * bx) + dd * (bx * cy - by * cx));
    radius2 = ox * ox + oy * oy + oz * oz;
    x = px + ox;
    y = py + oy;
    z = pz + oz;
    volume = det / 6;
    double bc = square(bx - cx, by - cy, bz - cz);
    double bd = square(bx - dx, by - dy, bz - dz);
    double cd = square(cx - dx, cy - dy, cz - dz);
    shortest2 = Math.min(Math.min(Math.min(bb, cc), dd), Math.min(Math.min(bc, bd), cd));
    longest2 = Math.max(Math.max(Math.max(bb, cc), dd), Math.max(Math.max(bc, bd), cd));
  }

  private static double square(double x, double y, double z) {
    return x * x + y * y + z * z;
  }
}
