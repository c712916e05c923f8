// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import weft.mesh.internal.BrokenLinksException;
import weft.mesh.internal.Predicates;

/// Delaunay triangles of points in a plane, inside of a large triangle around them. Signs are
/// exact.
final class PlaneTriangles {
  private final Predicates exact = new Predicates();

  /// The number of points; three corners of the large triangle follow.
  final int count;

  private final double[] x;
  private final double[] y;

  /// Three vertices for each triangle, counterclockwise.
  int[] corners = new int[96];

  /// The triangle beyond the edge opposite each corner, or −1.
  int[] beyond = new int[96];

  /// The number of triangles.
  int size;

  private int last;

  /// Makes the triangles of these points.
  ///
  /// @param axis the coordinate that is left out
  PlaneTriangles(double[] xyz, int[] vertices, int axis) {
    count = vertices.length;
    x = new double[count + 3];
    y = new double[count + 3];
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    double size = 0;
    for (int i = 0; i < count; i++) {
      x[i] = xyz[3 * vertices[i] + u];
      y[i] = xyz[3 * vertices[i] + v];
      size = Math.max(size, Math.max(Math.abs(x[i] - x[0]), Math.abs(y[i] - y[0])));
    }
    double far = 64 * (size > 0 ? size : 1);
    x[count] = x[0] - far;
    y[count] = y[0] - far;
    x[count + 1] = x[0] + far;
    y[count + 1] = y[0] - far;
    x[count + 2] = x[0];
    y[count + 2] = y[0] + far;
    this.size = 1;
    for (int k = 0; k < 3; k++) {
      corners[k] = count + k;
      beyond[k] = -1;
    }
    for (int i = 0; i < count; i++) {
      insert(i);
    }
  }

  /// On which side of the line from a to b a point is: positive on its left.
  int side(int a, int b, int c) {
    return exact.orient2d(x[a], y[a], x[b], y[b], x[c], y[c]);
  }

  /// Checks the steps of a walk to a point.
  ///
  /// @throws BrokenLinksException if there are more than there can be
  void checkWalk(long steps, int p) {
    if (steps > 16L * size + 100_000) {
      throw BrokenLinksException.inFacet(x[p], y[p]);
    }
  }

  /// Checks how many flips were tried for a point: pairs of edges at most.
  ///
  /// @throws BrokenLinksException if there are more than there can be
  void checkFlips(long flips, int p) {
    if (flips > 16L * size * size + 100_000) {
      throw BrokenLinksException.inFacet(x[p], y[p]);
    }
  }

  private int newTriangle() {
    if (3 * size + 3 > corners.length) {
      corners = Arrays.copyOf(corners, 2 * corners.length);
      beyond = Arrays.copyOf(beyond, 2 * beyond.length);
    }
    return size++;
  }

  private void set(int t, int a, int b, int c, int across, int bcross, int ccross) {
    corners[3 * t] = a;
    corners[3 * t + 1] = b;
    corners[3 * t + 2] = c;
    beyond[3 * t] = across;
    beyond[3 * t + 1] = bcross;
    beyond[3 * t + 2] = ccross;
  }

  private void relink(int t, int old, int now) {
    if (t >= 0) {
      for (int k = 0; k < 3; k++) {
        if (beyond[3 * t + k] == old) {
          beyond[3 * t + k] = now;
          return;
        }
      }
    }
  }

  private void insert(int p) {
    int t = last;
    int turns = 0;
    while (true) {
      int next = -1;
      for (int i = 0; i < 3 && next < 0; i++) {
        int k = (i + turns) % 3;
        if (side(corners[3 * t + (k + 1) % 3], corners[3 * t + (k + 2) % 3], p) < 0) {
          next = beyond[3 * t + k];
        }
      }
      if (next < 0) {
        break;
      }
      t = next;
      checkWalk(++turns, p);
    }
    for (int k = 0; k < 3; k++) {
      if (side(corners[3 * t + (k + 1) % 3], corners[3 * t + (k + 2) % 3], p) == 0) {
        splitEdge(t, k, p);
        return;
      }
    }
    int a = corners[3 * t];
    int b = corners[3 * t + 1];
    int c = corners[3 * t + 2];
    int na = beyond[3 * t];
    int nb = beyond[3 * t + 1];
    int nc = beyond[3 * t + 2];
    int t1 = newTriangle();
    int t2 = newTriangle();
    set(t, p, b, c, na, t1, t2);
    set(t1, p, c, a, nb, t2, t);
    set(t2, p, a, b, nc, t, t1);
    relink(nb, t, t1);
    relink(nc, t, t2);
    last = t;
    legalize(t, p);
    legalize(t1, p);
    legalize(t2, p);
  }

  /// Splits the edge opposite corner k of a triangle.
  private void splitEdge(int t, int k, int p) {
    int a = corners[3 * t + k];
    int b = corners[3 * t + (k + 1) % 3];
    int c = corners[3 * t + (k + 2) % 3];
    int o = beyond[3 * t + k];
    int nb = beyond[3 * t + (k + 1) % 3];
    int nc = beyond[3 * t + (k + 2) % 3];
    int j = 0;
    while (beyond[3 * o + j] != t) {
      j++;
    }
    int d = corners[3 * o + j];
    // In o the corners after d are c and b.
    int oc = beyond[3 * o + (j + 1) % 3];
    int ob = beyond[3 * o + (j + 2) % 3];
    int t1 = newTriangle();
    int t2 = newTriangle();
    set(t, p, a, b, nc, o, t1);
    set(t1, p, c, a, nb, t, t2);
    set(t2, p, d, c, ob, t1, o);
    set(o, p, b, d, oc, t2, t);
    relink(nb, t, t1);
    relink(ob, o, t2);
    last = t;
    for (int each : new int[] {t, t1, t2, o}) {
      legalize(each, p);
    }
  }

  /// Flips edges opposite `p` until the circles of its triangles contain no other vertex.
  private void legalize(int first, int p) {
    Deque<Integer> stack = new ArrayDeque<>();
    stack.push(first);
    int steps = 0;
    while (!stack.isEmpty()) {
      checkFlips(++steps, p);
      int t = stack.pop();
      int k = 0;
      while (corners[3 * t + k] != p) {
        k++;
      }
      int o = beyond[3 * t + k];
      if (o < 0) {
        continue;
      }
      int j = 0;
      while (beyond[3 * o + j] != t) {
        j++;
      }
      int d = corners[3 * o + j];
      int b = corners[3 * t + (k + 1) % 3];
      int c = corners[3 * t + (k + 2) % 3];
      if (inCircle(p, b, c, d) && side(p, b, d) > 0 && side(p, d, c) > 0) {
        flip(t, k);
        stack.push(t);
        stack.push(o);
      }
    }
  }

  private boolean inCircle(int a, int b, int c, int d) {
    double ax = x[a] - x[d];
    double ay = y[a] - y[d];
    double bx = x[b] - x[d];
    double by = y[b] - y[d];
    double cx = x[c] - x[d];
    double cy = y[c] - y[d];
    double aa = ax * ax + ay * ay;
    double bb = bx * bx + by * by;
    double cc = cx * cx + cy * cy;
    double det = aa * (bx * cy - cx * by) - bb * (ax * cy - cx * ay) + cc * (ax * by - bx * ay);
    return det > 1e-12 * (aa + bb + cc) * (aa + bb + cc);
  }

  /// Flips the edge opposite corner k of a triangle: it becomes (a, b, d), and the other (a, d, c).
  void flip(int t, int k) {
    int o = beyond[3 * t + k];
    int j = 0;
    while (beyond[3 * o + j] != t) {
      j++;
    }
    int a = corners[3 * t + k];
    int b = corners[3 * t + (k + 1) % 3];
    int c = corners[3 * t + (k + 2) % 3];
    int d = corners[3 * o + j];
    int nb = beyond[3 * t + (k + 1) % 3];
    int nc = beyond[3 * t + (k + 2) % 3];
    int od = beyond[3 * o + (j + 1) % 3];
    int oe = beyond[3 * o + (j + 2) % 3];
    set(t, a, b, d, od, o, nc);
    set(o, a, d, c, oe, nb, t);
    relink(nb, t, o);
    relink(od, o, t);
  }

  /// The corner of a triangle beside an edge.
  int third(int t, int u, int v) {
    return corners[3 * t] ^ corners[3 * t + 1] ^ corners[3 * t + 2] ^ u ^ v;
  }

  /// Whether u is, seen from a, rather on the side of b.
  boolean isAhead(int a, int b, int u) {
    return (x[u] - x[a]) * (x[b] - x[a]) + (y[u] - y[a]) * (y[b] - y[a]) > 0;
  }

  /// A triangle with this edge.
  int triangleOf(int u, int v) {
    for (int t = 0; t < size; t++) {
      int found = 0;
      for (int k = 0; k < 3; k++) {
        found += corners[3 * t + k] == u || corners[3 * t + k] == v ? 1 : 0;
      }
      if (found == 2) {
        return t;
      }
    }
    throw new IllegalStateException("an edge that was crossed is gone");
  }

  /// The triangle at a place, or −1.
  int triangleAt(double px, double py) {
    for (int t = 0; t < size; t++) {
      boolean inside = true;
      for (int k = 0; k < 3; k++) {
        int a = corners[3 * t + k];
        int b = corners[3 * t + (k + 1) % 3];
        inside &= exact.orient2d(x[a], y[a], x[b], y[b], px, py) >= 0;
      }
      if (inside) {
        return t;
      }
    }
    return -1;
  }
}
