// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import weft.mesh.internal.Predicates;

/// Triangles of a facet that is given by segments in a plane: all that they enclose, without the
/// facet's holes. Signs are exact in the projection along the axis that is nearest to the normal.
final class FacetTriangles {
  private final Predicates exact = new Predicates();

  /// The vertices of the facet; the numbers below are indices of this array.
  private final int[] names;

  private final int count;
  private final double[] x;
  private final double[] y;

  /// Three vertices for each triangle, counterclockwise.
  private int[] corners = new int[96];

  /// The triangle beyond the edge opposite each corner, or −1.
  private int[] beyond = new int[96];

  private int size;
  private int last;
  private final Set<Long> fixed = new HashSet<>();

  /// Pairs of segments that cross, as four vertices each.
  final List<int[]> crossings = new ArrayList<>();

  /// Vertices that lie inside a segment, with its ends.
  final List<int[]> onSegments = new ArrayList<>();

  /// @param axis the coordinate that is left out
  FacetTriangles(double[] xyz, int[] vertices, int axis) {
    names = vertices;
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

  private int side(int a, int b, int c) {
    return exact.orient2d(x[a], y[a], x[b], y[b], x[c], y[c]);
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
      turns++;
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
    while (!stack.isEmpty()) {
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
  private void flip(int t, int k) {
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

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /// Makes an edge of the triangles from a to b, which are indices of the facet's vertices.
  void addSegment(int a, int b) {
    if (a == b || fixed.contains(key(a, b))) {
      return;
    }
    Deque<long[]> crossed = new ArrayDeque<>();
    int met = findCrossed(a, b, crossed);
    if (met < -1) {
      return;
    }
    if (met >= 0) {
      onSegments.add(new int[] {names[met], names[a], names[b]});
      addSegment(a, met);
      addSegment(met, b);
      return;
    }
    while (!crossed.isEmpty()) {
      long[] edge = crossed.poll();
      int u = (int) edge[0];
      int v = (int) edge[1];
      int t = triangleOf(u, v);
      int k = 0;
      while (corners[3 * t + k] == u || corners[3 * t + k] == v) {
        k++;
      }
      int p = corners[3 * t + k];
      int o = beyond[3 * t + k];
      int q = corners[3 * o] ^ corners[3 * o + 1] ^ corners[3 * o + 2] ^ u ^ v;
      if (side(p, q, u) * side(p, q, v) >= 0) {
        crossed.add(edge);
        continue;
      }
      flip(t, k);
      if (p != a && p != b && q != a && q != b && side(a, b, p) * side(a, b, q) < 0) {
        crossed.add(new long[] {p, q});
      }
    }
    fixed.add(key(a, b));
  }

  /// Finds the edges between a and b. Returns a vertex on the way, −1 if there is none, or −2 if a
  /// fixed edge is in the way.
  private int findCrossed(int a, int b, Deque<long[]> crossed) {
    for (int t = 0; t < size; t++) {
      int k = 0;
      while (k < 3 && corners[3 * t + k] != a) {
        k++;
      }
      if (k == 3) {
        continue;
      }
      int u = corners[3 * t + (k + 1) % 3];
      int v = corners[3 * t + (k + 2) % 3];
      if (u == b || v == b) {
        return -1;
      }
      int left = side(a, b, u);
      int right = side(a, b, v);
      if (left == 0 && isAhead(a, b, u)) {
        return u;
      }
      if (right == 0 && isAhead(a, b, v)) {
        return v;
      }
      if (left < 0 && right > 0) {
        return follow(a, b, t, k, crossed);
      }
    }
    return -1;
  }

  private boolean isAhead(int a, int b, int u) {
    return (x[u] - x[a]) * (x[b] - x[a]) + (y[u] - y[a]) * (y[b] - y[a]) > 0;
  }

  private int follow(int a, int b, int first, int corner, Deque<long[]> crossed) {
    int t = first;
    int k = corner;
    while (true) {
      int u = corners[3 * t + (k + 1) % 3];
      int v = corners[3 * t + (k + 2) % 3];
      if (fixed.contains(key(u, v))) {
        crossings.add(new int[] {names[a], names[b], names[u], names[v]});
        return -2;
      }
      crossed.add(new long[] {u, v});
      int o = beyond[3 * t + k];
      int w = corners[3 * o] ^ corners[3 * o + 1] ^ corners[3 * o + 2] ^ u ^ v;
      if (w == b) {
        return -1;
      }
      int s = side(a, b, w);
      if (s == 0) {
        return w;
      }
      // On goes the edge that still has its ends on both sides: u is on the right, v on the left.
      int leaves = s < 0 ? u : v;
      t = o;
      k = 0;
      while (corners[3 * t + k] != leaves) {
        k++;
      }
    }
  }

  private int triangleOf(int u, int v) {
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

  /// The vertices of all triangles that are enclosed and not in a hole.
  ///
  /// @param holes two coordinates of the projection for each hole
  int[] triangles(double[] holes) {
    boolean[] out = new boolean[size];
    Deque<Integer> stack = new ArrayDeque<>();
    for (int t = 0; t < size; t++) {
      for (int k = 0; k < 3; k++) {
        if (corners[3 * t + k] >= count && !out[t]) {
          out[t] = true;
          stack.push(t);
        }
      }
    }
    for (int i = 0; i < holes.length; i += 2) {
      int t = triangleAt(holes[i], holes[i + 1]);
      if (t >= 0 && !out[t]) {
        out[t] = true;
        stack.push(t);
      }
    }
    while (!stack.isEmpty()) {
      int t = stack.pop();
      for (int k = 0; k < 3; k++) {
        int o = beyond[3 * t + k];
        if (o >= 0
            && !out[o]
            && !fixed.contains(key(corners[3 * t + (k + 1) % 3], corners[3 * t + (k + 2) % 3]))) {
          out[o] = true;
          stack.push(o);
        }
      }
    }
    int[] kept = new int[3 * size];
    int used = 0;
    for (int t = 0; t < size; t++) {
      for (int k = 0; k < 3 && !out[t]; k++) {
        kept[used++] = names[corners[3 * t + k]];
      }
    }
    return Arrays.copyOf(kept, used);
  }

  private int triangleAt(double px, double py) {
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

  /// The segments, as pairs of vertices.
  int[] segments() {
    int[] all = new int[2 * fixed.size()];
    int used = 0;
    Long[] sorted = fixed.toArray(new Long[0]);
    Arrays.sort(sorted);
    for (long each : sorted) {
      all[used++] = names[(int) (each >>> 32)];
      all[used++] = names[(int) each];
    }
    return all;
  }
}
