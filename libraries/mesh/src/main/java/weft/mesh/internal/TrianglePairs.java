// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

/// Decides exactly whether two triangles meet elsewhere than they may: in common corners and edges.
/// All is decided by signs of [Predicates]. Neither triangle may be flat. For one thread.
public final class TrianglePairs {
  /// What two triangles do.
  public enum Meeting {
    /// They have nothing but corners or an edge in common, or nothing at all.
    NONE,
    /// They overlap in a common plane.
    OVERLAP,
    /// They meet otherwise.
    CROSS
  }

  private final Predicates exact = new Predicates();
  private final double[] xyz;
  private final int[] a = new int[3];
  private final int[] b = new int[3];

  /// A point that the last two triangles which met have in common, up to rounding.
  public final double[] place = new double[3];

  /// Compares triangles of these points.
  ///
  /// @param xyz coordinates in the range of [Predicates]
  public TrianglePairs(double[] xyz) {
    this.xyz = xyz;
  }

  /// Whether three points are on a line, or two of them at one place.
  public boolean isFlat(int p, int q, int r) {
    return flat(p, q, r, 0, 1) && flat(p, q, r, 1, 2) && flat(p, q, r, 2, 0);
  }

  private boolean flat(int p, int q, int r, int u, int v) {
    return side(p, q, r, u, v) == 0;
  }

  /// The orientation of three points in the plane of the axes u and v.
  private int side(int p, int q, int r, int u, int v) {
    return exact.orient2d(
        xyz[3 * p + u],
        xyz[3 * p + v],
        xyz[3 * q + u],
        xyz[3 * q + v],
        xyz[3 * r + u],
        xyz[3 * r + v]);
  }

  /// Whether the four points are exactly in a plane.
  public boolean isCoplanar(int p, int q, int r, int s) {
    return exact.orient3d(xyz, p, q, r, s) == 0;
  }

  /// Compares two triangles, given by the places of their corners. Places are equal only where
  /// their numbers are.
  public Meeting meeting(int[] corners, int first, int second) {
    int shared = 0;
    // Common corners move to the front of both.
    for (int i = 0; i < 3; i++) {
      a[i] = corners[3 * first + i];
      b[i] = corners[3 * second + i];
    }
    for (int i = 0; i < 3; i++) {
      for (int j = shared; j < 3; j++) {
        if (a[i] == b[j]) {
          swap(a, shared, i);
          swap(b, shared++, j);
          break;
        }
      }
    }
    return switch (shared) {
      case 0 -> apart();
      case 1 -> cornerInCommon();
      case 2 -> edgeInCommon();
      default -> Meeting.NONE;
    };
  }

  private static void swap(int[] array, int i, int j) {
    int kept = array[i];
    array[i] = array[j];
    array[j] = kept;
  }

  private int above(int[] t, int p) {
    return exact.orient3d(xyz, t[0], t[1], t[2], p);
  }

  private Meeting edgeInCommon() {
    if (above(a, b[2]) != 0) {
      return Meeting.NONE;
    }
    int axis = projection(a);
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    if (side(a[0], a[1], a[2], u, v) != side(a[0], a[1], b[2], u, v)) {
      return Meeting.NONE;
    }
    between(a[0], a[1], 0.5);
    return Meeting.OVERLAP;
  }

  private Meeting cornerInCommon() {
    int p = above(a, b[1]);
    int q = above(a, b[2]);
    if (p * q > 0) {
      return Meeting.NONE;
    }
    int r = above(b, a[1]);
    int s = above(b, a[2]);
    if (r * s > 0) {
      return Meeting.NONE;
    }
    if (meets(b[1], b[2], p, q, a) || meets(a[1], a[2], r, s, b)) {
      return p == 0 && q == 0 ? inPlane() : Meeting.CROSS;
    }
    return Meeting.NONE;
  }

  private Meeting apart() {
    int b0 = above(a, b[0]);
    int b1 = above(a, b[1]);
    int b2 = above(a, b[2]);
    if ((b0 > 0 && b1 > 0 && b2 > 0) || (b0 < 0 && b1 < 0 && b2 < 0)) {
      return Meeting.NONE;
    }
    int a0 = above(b, a[0]);
    int a1 = above(b, a[1]);
    int a2 = above(b, a[2]);
    if ((a0 > 0 && a1 > 0 && a2 > 0) || (a0 < 0 && a1 < 0 && a2 < 0)) {
      return Meeting.NONE;
    }
    boolean meet =
        meets(b[0], b[1], b0, b1, a)
            || meets(b[1], b[2], b1, b2, a)
            || meets(b[2], b[0], b2, b0, a)
            || meets(a[0], a[1], a0, a1, b)
            || meets(a[1], a[2], a1, a2, b)
            || meets(a[2], a[0], a2, a0, b);
    if (!meet) {
      return Meeting.NONE;
    }
    return b0 == 0 && b1 == 0 && b2 == 0 ? inPlane() : Meeting.CROSS;
  }

  /// Whether two triangles in a plane that meet have an area in common: no edge of either separates
  /// them.
  private Meeting inPlane() {
    int axis = projection(a);
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    return separates(a, b, u, v) || separates(b, a, u, v) ? Meeting.CROSS : Meeting.OVERLAP;
  }

  private boolean separates(int[] t, int[] other, int u, int v) {
    int turn = side(t[0], t[1], t[2], u, v);
    for (int i = 0; i < 3; i++) {
      int p = t[i];
      int q = t[(i + 1) % 3];
      if (side(p, q, other[0], u, v) * turn <= 0
          && side(p, q, other[1], u, v) * turn <= 0
          && side(p, q, other[2], u, v) * turn <= 0) {
        return true;
      }
    }
    return false;
  }

  /// Whether the segment from p to q has a point in common with the triangle t.
  ///
  /// @param abovePlaneP the side of the plane of t on which p is
  /// @param abovePlaneQ the side on which q is
  private boolean meets(int p, int q, int abovePlaneP, int abovePlaneQ, int[] t) {
    if (abovePlaneP * abovePlaneQ > 0) {
      return false;
    }
    if (abovePlaneP == 0 && abovePlaneQ == 0) {
      return meetsInPlane(p, q, t);
    }
    // The line through p and q crosses the plane: is it on the same side of all edges?
    int x = exact.orient3d(xyz, p, q, t[0], t[1]);
    int y = exact.orient3d(xyz, p, q, t[1], t[2]);
    int z = exact.orient3d(xyz, p, q, t[2], t[0]);
    if ((x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0)) {
      pierced(p, q, t);
      return true;
    }
    return false;
  }

  /// Notes where the line through p and q meets the plane of t.
  private void pierced(int p, int q, int[] t) {
    double fromP = 0;
    double fromQ = 0;
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3;
      int j = (k + 2) % 3;
      double normal =
          less(t[1], t[0], i) * less(t[2], t[0], j) - less(t[1], t[0], j) * less(t[2], t[0], i);
      fromP += normal * less(p, t[0], k);
      fromQ += normal * less(q, t[0], k);
    }
    double part = fromP == fromQ ? 0 : Math.max(0, Math.min(1, fromP / (fromP - fromQ)));
    between(p, q, part);
  }

  private double less(int p, int q, int axis) {
    return xyz[3 * p + axis] - xyz[3 * q + axis];
  }

  private void between(int p, int q, double part) {
    for (int k = 0; k < 3; k++) {
      place[k] = xyz[3 * p + k] + part * less(q, p, k);
    }
  }

  /// An axis along which the projection of a triangle is not flat.
  private int projection(int[] t) {
    for (int axis = 0; axis < 3; axis++) {
      if (side(t[0], t[1], t[2], (axis + 1) % 3, (axis + 2) % 3) != 0) {
        return axis;
      }
    }
    throw new IllegalArgumentException("A flat triangle has no plane.");
  }

  private boolean meetsInPlane(int p, int q, int[] t) {
    int axis = projection(t);
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    int turn = side(t[0], t[1], t[2], u, v);
    boolean begins = isInside(p, t, turn, u, v);
    if (begins || isInside(q, t, turn, u, v)) {
      between(p, q, begins ? 0 : 1);
      return true;
    }
    for (int i = 0; i < 3; i++) {
      if (segmentsMeet(p, q, t[i], t[(i + 1) % 3], u, v)) {
        return true;
      }
    }
    return false;
  }

  private boolean isInside(int p, int[] t, int turn, int u, int v) {
    return side(t[0], t[1], p, u, v) * turn >= 0
        && side(t[1], t[2], p, u, v) * turn >= 0
        && side(t[2], t[0], p, u, v) * turn >= 0;
  }

  /// Whether two segments have a point in common, if neither end of the first one is on the second
  /// one: then their ends are on different sides.
  private boolean segmentsMeet(int p, int q, int r, int s, int u, int v) {
    int pSide = side(r, s, p, u, v);
    int qSide = side(r, s, q, u, v);
    if (pSide * qSide > 0 || (pSide == 0 && qSide == 0)) {
      return false;
    }
    if (side(p, q, r, u, v) * side(p, q, s, u, v) > 0) {
      return false;
    }
    double fromP = less(p, r, u) * less(s, r, v) - less(p, r, v) * less(s, r, u);
    double fromQ = less(q, r, u) * less(s, r, v) - less(q, r, v) * less(s, r, u);
    between(p, q, fromP == fromQ ? 0 : Math.max(0, Math.min(1, fromP / (fromP - fromQ))));
    return true;
  }
}
