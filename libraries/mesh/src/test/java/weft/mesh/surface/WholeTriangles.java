// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

/// Decides slowly whether two triangles with small whole coordinates meet: by fractions of longs.
/// Triangles meet if and only if an edge of one of them meets the other.
final class WholeTriangles {
  private WholeTriangles() {}

  static boolean shareCorner(double[] xyz) {
    for (int i = 0; i < 9; i += 3) {
      for (int j = 9; j < 18; j += 3) {
        if (xyz[i] == xyz[j] && xyz[i + 1] == xyz[j + 1] && xyz[i + 2] == xyz[j + 2]) {
          return true;
        }
      }
    }
    return false;
  }

  static boolean meet(double[] xyz) {
    for (int edge = 0; edge < 3; edge++) {
      if (meets(xyz, edge, (edge + 1) % 3, 3) || meets(xyz, 3 + edge, 3 + (edge + 1) % 3, 0)) {
        return true;
      }
    }
    return false;
  }

  private static long[] less(double[] xyz, int p, int q) {
    return new long[] {
      (long) (xyz[3 * p] - xyz[3 * q]),
      (long) (xyz[3 * p + 1] - xyz[3 * q + 1]),
      (long) (xyz[3 * p + 2] - xyz[3 * q + 2])
    };
  }

  private static long[] cross(long[] u, long[] v) {
    return new long[] {
      u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    };
  }

  private static long dot(long[] u, long[] v) {
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  }

  /// Whether the segment p q meets the triangle of t, t + 1 and t + 2. The point where it meets the
  /// plane is scaled by the divisor of its fraction, so that all stays whole.
  private static boolean meets(double[] xyz, int p, int q, int t) {
    long[] u = less(xyz, t + 1, t);
    long[] v = less(xyz, t + 2, t);
    long[] n = cross(u, v);
    long a = dot(n, less(xyz, p, t));
    long b = dot(n, less(xyz, q, t));
    if (a != b) {
      if ((a > 0 && b > 0) || (a < 0 && b < 0)) {
        return false;
      }
      // The point is p + a / (a - b) (q - p).
      long divisor = a - b;
      long sign = divisor > 0 ? 1 : -1;
      long[] from = less(xyz, p, t);
      long[] along = less(xyz, q, p);
      var point = new long[3];
      for (int k = 0; k < 3; k++) {
        point[k] = sign * (divisor * from[k] + a * along[k]);
      }
      return inside(point, sign * divisor, u, v, n);
    }
    if (a != 0) {
      return false;
    }
    // In the plane: walk along the segment by all fractions at which it may cross an edge.
    long[] from = less(xyz, p, t);
    long[] along = less(xyz, q, p);
    if (inside(from, 1, u, v, n) || inside(less(xyz, q, t), 1, u, v, n)) {
      return true;
    }
    long[][] ends = {{0, 0, 0}, u, v};
    for (int i = 0; i < 3; i++) {
      long[] c = ends[i];
      long[] d = ends[(i + 1) % 3];
      long[] e = {d[0] - c[0], d[1] - c[1], d[2] - c[2]};
      long[] w = {c[0] - from[0], c[1] - from[1], c[2] - from[2]};
      long[] turn = cross(along, e);
      long square = dot(turn, turn);
      if (square != 0) {
        long s = dot(cross(w, e), turn);
        long r = dot(cross(w, along), turn);
        if (s >= 0 && s <= square && r >= 0 && r <= square) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether a point of the plane, scaled by `scale` > 0, is in the triangle 0, u, v with normal n.
  private static boolean inside(long[] point, long scale, long[] u, long[] v, long[] n) {
    long nn = dot(n, n);
    long s = dot(cross(point, v), n);
    long r = dot(cross(u, point), n);
    return s >= 0 && r >= 0 && s + r <= nn * scale;
  }
}
