// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import org.jspecify.annotations.Nullable;

/// The signs that a triangulation is made of, exactly: on which side of a plane a point is, and
/// whether it is inside a sphere.
///
/// Three stages answer. A filter compares the determinant in doubles with a bound from the largest
/// differences of coordinates. The second stage compares it with the bounds of J. R. Shewchuk,
/// "Adaptive precision floating-point arithmetic and fast robust geometric predicates", Discrete &
/// Computational Geometry 18 (1997), section 4. The last one computes it exactly.
///
/// Coordinates are 0, or between [#SMALLEST] and [#LARGEST] in magnitude: then nothing overflows,
/// and no bit is lost below the smallest double. Outside this range the sign may be wrong.
///
/// The filter alone allocates nothing, and the other stages only while their numbers grow. An
/// instance belongs to one thread.
public class Predicates {
  /// The smallest magnitude of a coordinate that is not 0.
  public static final double SMALLEST = 1e-20;

  /// The largest magnitude of a coordinate.
  public static final double LARGEST = 1e20;

  /// Bounds of the rounding errors, over the products of the largest differences in x, y and z.
  static final double ORIENT_FILTER = 5.2e-15;

  static final double SPHERE_FILTER = 1.3e-13;

  /// Made when a filter leaves a sign open for the first time.
  private @Nullable ExactDeterminants exact;

  /// The bounds for the largest differences in the box of all points; infinite if it is not known.
  private double orientBound = Double.POSITIVE_INFINITY;

  private double sphereBound = Double.POSITIVE_INFINITY;

  /// Makes predicates for one thread.
  public Predicates() {}

  /// Sets the lengths in x, y and z of a box that contains all points of later calls. It saves the
  /// filters a search for the largest differences where a determinant is far from 0.
  public void setBox(double x, double y, double z) {
    orientBound = ORIENT_FILTER * x * y * z;
    double m = largest(x, y, z);
    sphereBound = SPHERE_FILTER * x * y * z * m * m;
  }

  /// Returns whether predicates are exact for this coordinate. It is false for NaN.
  public static boolean isInRange(double coordinate) {
    double size = Math.abs(coordinate);
    return size == 0 || (size >= SMALLEST && size <= LARGEST);
  }

  /// Returns a computed coordinate as predicates take it: 0 for what is too small.
  public static double inRange(double coordinate) {
    return Math.abs(coordinate) < SMALLEST ? 0 : coordinate;
  }

  /// Returns the side of the plane through `a`, `b`, `c` on which `d` is: 1 if the four points are
  /// a tet of positive volume, det(b − a, c − a, d − a) > 0; 0 in the plane; else −1. Seen from a
  /// `d` with 1, the points `a`, `b`, `c` are in counterclockwise order.
  public int orient3d(
      double ax,
      double ay,
      double az,
      double bx,
      double by,
      double bz,
      double cx,
      double cy,
      double cz,
      double dx,
      double dy,
      double dz) {
    double adx = ax - dx;
    double ady = ay - dy;
    double adz = az - dz;
    double bdx = bx - dx;
    double bdy = by - dy;
    double bdz = bz - dz;
    double cdx = cx - dx;
    double cdy = cy - dy;
    double cdz = cz - dz;
    double det =
        adz * (bdx * cdy - bdy * cdx)
            + bdz * (cdx * ady - cdy * adx)
            + cdz * (adx * bdy - ady * bdx);
    if (det > orientBound) {
      return -1;
    }
    if (det < -orientBound) {
      return 1;
    }
    double bound =
        ORIENT_FILTER * largest(adx, bdx, cdx) * largest(ady, bdy, cdy) * largest(adz, bdz, cdz);
    if (det > bound) {
      return -1;
    }
    if (det < -bound) {
      return 1;
    }
    return bound == 0 ? 0 : -exact().orient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
  }

  /// As the other one, of vertices `a` to `d` whose coordinates are at `3 * vertex` in `xyz`.
  public int orient3d(double[] xyz, int a, int b, int c, int d) {
    return orient3d(
        xyz[3 * a],
        xyz[3 * a + 1],
        xyz[3 * a + 2],
        xyz[3 * b],
        xyz[3 * b + 1],
        xyz[3 * b + 2],
        xyz[3 * c],
        xyz[3 * c + 1],
        xyz[3 * c + 2],
        xyz[3 * d],
        xyz[3 * d + 1],
        xyz[3 * d + 2]);
  }

  /// Returns 1 if `p` is inside the sphere through the vertices `a` to `d`, 0 if it is on it, and
  /// −1 if it is outside. The four are a tet of positive volume; for one of negative volume the
  /// answer has the opposite sign. Coordinates are at `3 * vertex` in `xyz`.
  public int insphere(double[] xyz, int a, int b, int c, int d, int p) {
    return insphere(xyz, a, b, c, d, xyz[3 * p], xyz[3 * p + 1], xyz[3 * p + 2]);
  }

  /// As the other one, for a point that is no vertex.
  public int insphere(double[] xyz, int a, int b, int c, int d, double px, double py, double pz) {
    double ax = xyz[3 * a] - px;
    double ay = xyz[3 * a + 1] - py;
    double az = xyz[3 * a + 2] - pz;
    double bx = xyz[3 * b] - px;
    double by = xyz[3 * b + 1] - py;
    double bz = xyz[3 * b + 2] - pz;
    double cx = xyz[3 * c] - px;
    double cy = xyz[3 * c + 1] - py;
    double cz = xyz[3 * c + 2] - pz;
    double dx = xyz[3 * d] - px;
    double dy = xyz[3 * d + 1] - py;
    double dz = xyz[3 * d + 2] - pz;
    double ab = ax * by - bx * ay;
    double bc = bx * cy - cx * by;
    double cd = cx * dy - dx * cy;
    double da = dx * ay - ax * dy;
    double ac = ax * cy - cx * ay;
    double bd = bx * dy - dx * by;
    double abc = az * bc - bz * ac + cz * ab;
    double bcd = bz * cd - cz * bd + dz * bc;
    double cda = cz * da + dz * ac + az * cd;
    double dab = dz * ab + az * bd + bz * da;
    double det =
        ((dx * dx + dy * dy + dz * dz) * abc - (cx * cx + cy * cy + cz * cz) * dab)
            + ((bx * bx + by * by + bz * bz) * cda - (ax * ax + ay * ay + az * az) * bcd);
    if (det > sphereBound) {
      return -1;
    }
    if (det < -sphereBound) {
      return 1;
    }
    return insphereSlow(xyz, a, b, c, d, px, py, pz, det);
  }

  /// The part that is out of line, so that the first one is inlined.
  private int insphereSlow(
      double[] xyz, int a, int b, int c, int d, double px, double py, double pz, double det) {
    double mx = largest(xyz, a, b, c, d, 0, px);
    double my = largest(xyz, a, b, c, d, 1, py);
    double mz = largest(xyz, a, b, c, d, 2, pz);
    double m = largest(mx, my, mz);
    double bound = SPHERE_FILTER * mx * my * mz * m * m;
    if (det > bound) {
      return -1;
    }
    if (det < -bound) {
      return 1;
    }
    return bound == 0 ? 0 : -exact().insphere(xyz, a, b, c, d, px, py, pz);
  }

  private static double largest(double[] xyz, int a, int b, int c, int d, int axis, double p) {
    double abc = largest(xyz[3 * a + axis] - p, xyz[3 * b + axis] - p, xyz[3 * c + axis] - p);
    return Math.max(abc, Math.abs(xyz[3 * d + axis] - p));
  }

  /// Returns 1 if the points `a`, `b`, `c` of a plane are in counterclockwise order, 0 if they are
  /// on a line, and −1 if they are in clockwise order.
  public int orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
    double left = (ax - cx) * (by - cy);
    double right = (ay - cy) * (bx - cx);
    double det = left - right;
    double bound = ExactDeterminants.PLANE_BOUND * (Math.abs(left) + Math.abs(right));
    if (det > bound) {
      return 1;
    }
    if (det < -bound) {
      return -1;
    }
    return bound == 0 ? 0 : exact().orient2d(ax, ay, bx, by, cx, cy);
  }

  /// Whether vertex `v` is before `w` in the order of (x, y, z).
  public boolean isBefore(double[] xyz, int v, int w) {
    for (int k = 0; k < 3; k++) {
      double x = xyz[3 * v + k];
      double y = xyz[3 * w + k];
      if (x != y) {
        return x < y;
      }
    }
    return false;
  }

  /// Whether two vertices are at one place.
  public boolean isSamePlace(double[] xyz, int v, int w) {
    return xyz[3 * v] == xyz[3 * w]
        && xyz[3 * v + 1] == xyz[3 * w + 1]
        && xyz[3 * v + 2] == xyz[3 * w + 2];
  }

  final ExactDeterminants exact() {
    ExactDeterminants made = exact;
    if (made == null) {
      made = new ExactDeterminants();
      exact = made;
    }
    return made;
  }

  static double largest(double a, double b, double c) {
    return Math.max(Math.max(Math.abs(a), Math.abs(b)), Math.abs(c));
  }
}
