// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// Exact signs for points on segments too, which have no exact coordinates in doubles: such a point
/// is P + t(Q − P), with P, Q and t in doubles. Its coordinates are kept as exact numbers of a few
/// terms, and rounded for the filters, whose bounds are wider by what that rounding can make: L.
/// Diazzi, D. Panozzo, A. Vaxman, M. Attene, "Constrained Delaunay tetrahedrization: a robust and
/// practical approach", ACM Transactions on Graphics 42 (2023), section 4.
///
/// The points of the input come first, and those on segments after all of them.
public final class SegmentPredicates extends Predicates {
  /// A rounded coordinate is off by less than this share of it.
  private static final double ROUNDING = 0x1p-52;

  /// Vertices from this one on are on segments.
  private int firstOnSegment = Integer.MAX_VALUE;

  /// Three coordinates for each vertex on a segment.
  private Expansion[] exactly = new Expansion[0];

  /// The number of these coordinates. A vertex behind them has its place in doubles.
  private int count;

  /// The most that a coordinate of these is off.
  private double off;

  /// The arguments of a determinant, three for each point.
  private final Expansion[] points = new Expansion[15];

  private final Expansion[] doubles = new Expansion[15];
  private final Expansion difference = new Expansion();
  private final Expansion scaled = new Expansion();
  private final Expansion zero = new Expansion();

  /// Makes predicates for one thread.
  public SegmentPredicates() {
    Arrays.setAll(doubles, i -> new Expansion());
  }

  /// The place of the point P + t(Q − P), rounded. It becomes that of vertex `p`, which must be the
  /// next one.
  public double[] place(double[] xyz, int p, int from, int to, double t) {
    firstOnSegment = Math.min(firstOnSegment, p);
    int place = 3 * (p - firstOnSegment);
    if (place + 3 > exactly.length) {
      exactly = Arrays.copyOf(exactly, 2 * exactly.length + 48);
    }
    count = place + 3;
    double[] rounded = new double[3];
    for (int k = 0; k < 3; k++) {
      double a = xyz[3 * from + k];
      difference.setDifference(xyz[3 * to + k], a);
      scaled.setScaled(difference, t);
      doubles[0].set(a);
      var sum = new Expansion();
      sum.setSum(doubles[0], scaled, 1);
      exactly[place + k] = sum;
      rounded[k] = inRange(sum.estimate());
      off = Math.max(off, Math.abs(sum.estimate()) * ROUNDING + SMALLEST);
    }
    return rounded;
  }

  @Override
  public int orient3d(double[] xyz, int a, int b, int c, int d) {
    if (Math.max(Math.max(a, b), Math.max(c, d)) < firstOnSegment) {
      return super.orient3d(xyz, a, b, c, d);
    }
    double dx = xyz[3 * d];
    double dy = xyz[3 * d + 1];
    double dz = xyz[3 * d + 2];
    double adx = xyz[3 * a] - dx;
    double ady = xyz[3 * a + 1] - dy;
    double adz = xyz[3 * a + 2] - dz;
    double bdx = xyz[3 * b] - dx;
    double bdy = xyz[3 * b + 1] - dy;
    double bdz = xyz[3 * b + 2] - dz;
    double cdx = xyz[3 * c] - dx;
    double cdy = xyz[3 * c + 1] - dy;
    double cdz = xyz[3 * c + 2] - dz;
    double det =
        adz * (bdx * cdy - bdy * cdx)
            + bdz * (cdx * ady - cdy * adx)
            + cdz * (adx * bdy - ady * bdx);
    double mx = largest(adx, bdx, cdx) + 2 * off;
    double my = largest(ady, bdy, cdy) + 2 * off;
    double mz = largest(adz, bdz, cdz) + 2 * off;
    // Six products of three differences, each of which is off by at most twice the rounding.
    double bound = ORIENT_FILTER * mx * my * mz + 12.2 * off * (mx * my + my * mz + mz * mx);
    if (det > bound) {
      return -1;
    }
    if (det < -bound) {
      return 1;
    }
    set(xyz, a, b, c, d);
    return -exact().orient3d(points);
  }

  private void set(double[] xyz, int... vertices) {
    for (int i = 0; i < vertices.length; i++) {
      for (int k = 0; k < 3; k++) {
        points[3 * i + k] = coordinate(xyz, vertices[i], k, doubles[3 * i + k]);
      }
    }
  }

  private Expansion coordinate(double[] xyz, int v, int k, Expansion room) {
    int place = 3 * (v - firstOnSegment) + k;
    if (place >= 0 && place < count) {
      return exactly[place];
    }
    room.set(xyz[3 * v + k]);
    return room;
  }

  @Override
  public int insphere(double[] xyz, int a, int b, int c, int d, int p) {
    if (Math.max(Math.max(Math.max(a, b), Math.max(c, d)), p) < firstOnSegment) {
      return super.insphere(xyz, a, b, c, d, p);
    }
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
    double mx = Math.max(largest(ax, bx, cx), Math.abs(dx)) + 2 * off;
    double my = Math.max(largest(ay, by, cy), Math.abs(dy)) + 2 * off;
    double mz = Math.max(largest(az, bz, cz), Math.abs(dz)) + 2 * off;
    double m = largest(mx, my, mz);
    // Four products of a square of a length (three squares) and a determinant (six products).
    double bound =
        SPHERE_FILTER * mx * my * mz * m * m
            + 4.1 * off * m * (72 * mx * my * mz + 36 * m * (mx * my + my * mz + mz * mx));
    if (det > bound) {
      return -1;
    }
    if (det < -bound) {
      return 1;
    }
    set(xyz, a, b, c, d, p);
    return -exact().insphere(points);
  }

  @Override
  public boolean isBefore(double[] xyz, int v, int w) {
    if (Math.max(v, w) < firstOnSegment) {
      return super.isBefore(xyz, v, w);
    }
    for (int k = 0; k < 3; k++) {
      int sign = compare(xyz, v, w, k);
      if (sign != 0) {
        return sign < 0;
      }
    }
    return false;
  }

  @Override
  public boolean isSamePlace(double[] xyz, int v, int w) {
    return Math.max(v, w) < firstOnSegment
        ? super.isSamePlace(xyz, v, w)
        : compare(xyz, v, w, 0) == 0 && compare(xyz, v, w, 1) == 0 && compare(xyz, v, w, 2) == 0;
  }

  private int compare(double[] xyz, int v, int w, int k) {
    double apart = xyz[3 * v + k] - xyz[3 * w + k];
    if (Math.abs(apart) > 4 * off) {
      return apart > 0 ? 1 : -1;
    }
    difference.setSum(coordinate(xyz, v, k, doubles[0]), coordinate(xyz, w, k, doubles[1]), -1);
    return difference.signum();
  }

  /// The sign of det(b − a, d − c, p − a): the side of the plane through `a` and `b` and along the
  /// line from `c` to `d` on which `p` is.
  public int orientAlong(double[] xyz, int a, int b, int c, int d, int p) {
    set(xyz, b, d, p, a);
    exact().orient3d(points);
    scaled.setSum(exact().value(), zero, 1);
    set(xyz, b, c, p, a);
    exact().orient3d(points);
    difference.setSum(scaled, exact().value(), -1);
    return difference.signum();
  }
}
