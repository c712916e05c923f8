// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Triangles of a facet that is given by segments in a plane: all that they enclose, without the
/// facet's holes. They are found in the projection along the axis that is nearest to the normal.
public final class FacetTriangles {
  private final PlaneTriangles plane;

  /// The vertices of the facet; the numbers below are indices of this array.
  private final int[] names;

  private final Set<Long> fixed = new HashSet<>();

  private final List<int[]> crossings = new ArrayList<>();

  /// Begins with the vertices of a facet, without segments.
  ///
  /// @param vertices which points of `xyz` they are, without repetition
  /// @param axis the coordinate that is left out
  public FacetTriangles(double[] xyz, int[] vertices, int axis) {
    names = vertices;
    plane = new PlaneTriangles(xyz, vertices, axis);
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /// Pairs of segments that cross, as four vertices each.
  public List<int[]> crossings() {
    return crossings;
  }

  /// Makes an edge of the triangles from a to b, which are indices of the facet's vertices.
  public void addSegment(int a, int b) {
    if (a == b || fixed.contains(key(a, b))) {
      return;
    }
    Deque<long[]> crossed = new ArrayDeque<>();
    int met = findCrossed(a, b, crossed);
    if (met < -1) {
      return;
    }
    if (met >= 0) {
      addSegment(a, met);
      addSegment(met, b);
      return;
    }
    int steps = 0;
    while (!crossed.isEmpty()) {
      plane.checkFlips(++steps, b);
      long[] edge = crossed.poll();
      int u = (int) edge[0];
      int v = (int) edge[1];
      int t = plane.triangleOf(u, v);
      int k = 0;
      while (plane.corners[3 * t + k] == u || plane.corners[3 * t + k] == v) {
        k++;
      }
      int p = plane.corners[3 * t + k];
      int o = plane.beyond[3 * t + k];
      int q = plane.third(o, u, v);
      if (plane.side(p, q, u) * plane.side(p, q, v) >= 0) {
        crossed.add(edge);
        continue;
      }
      plane.flip(t, k);
      if (p != a && p != b && q != a && q != b && plane.side(a, b, p) * plane.side(a, b, q) < 0) {
        crossed.add(new long[] {p, q});
      }
    }
    fixed.add(key(a, b));
  }

  /// Finds the edges between a and b. Returns a vertex on the way, −1 if there is none, or −2 if a
  /// fixed edge is in the way.
  private int findCrossed(int a, int b, Deque<long[]> crossed) {
    for (int t = 0; t < plane.size; t++) {
      int k = 0;
      while (k < 3 && plane.corners[3 * t + k] != a) {
        k++;
      }
      if (k == 3) {
        continue;
      }
      int u = plane.corners[3 * t + (k + 1) % 3];
      int v = plane.corners[3 * t + (k + 2) % 3];
      if (u == b || v == b) {
        return -1;
      }
      int left = plane.side(a, b, u);
      int right = plane.side(a, b, v);
      if (left == 0 && plane.isAhead(a, b, u)) {
        return u;
      }
      if (right == 0 && plane.isAhead(a, b, v)) {
        return v;
      }
      if (left < 0 && right > 0) {
        return follow(a, b, t, k, crossed);
      }
    }
    return -1;
  }

  private int follow(int a, int b, int first, int corner, Deque<long[]> crossed) {
    int t = first;
    int k = corner;
    for (int steps = 0; ; steps++) {
      plane.checkWalk(steps, b);
      int u = plane.corners[3 * t + (k + 1) % 3];
      int v = plane.corners[3 * t + (k + 2) % 3];
      if (fixed.contains(key(u, v))) {
        crossings.add(new int[] {names[a], names[b], names[u], names[v]});
        return -2;
      }
      crossed.add(new long[] {u, v});
      int o = plane.beyond[3 * t + k];
      int w = plane.third(o, u, v);
      if (w == b) {
        return -1;
      }
      int s = plane.side(a, b, w);
      if (s == 0) {
        return w;
      }
      // On goes the edge that still has its ends on both sides: u is on the right, v on the left.
      int leaves = s < 0 ? u : v;
      t = o;
      k = 0;
      while (plane.corners[3 * t + k] != leaves) {
        k++;
      }
    }
  }

  /// The vertices of all triangles that are enclosed and not in a hole.
  ///
  /// @param holes two coordinates of the projection for each hole
  public int[] triangles(double[] holes) {
    boolean[] out = new boolean[plane.size];
    Deque<Integer> stack = new ArrayDeque<>();
    for (int t = 0; t < plane.size; t++) {
      for (int k = 0; k < 3; k++) {
        if (plane.corners[3 * t + k] >= plane.count && !out[t]) {
          out[t] = true;
          stack.push(t);
        }
      }
    }
    for (int i = 0; i < holes.length; i += 2) {
      int t = plane.triangleAt(holes[i], holes[i + 1]);
      if (t >= 0 && !out[t]) {
        out[t] = true;
        stack.push(t);
      }
    }
    while (!stack.isEmpty()) {
      int t = stack.pop();
      for (int k = 0; k < 3; k++) {
        int o = plane.beyond[3 * t + k];
        if (o >= 0
            && !out[o]
            && !fixed.contains(
                key(plane.corners[3 * t + (k + 1) % 3], plane.corners[3 * t + (k + 2) % 3]))) {
          out[o] = true;
          stack.push(o);
        }
      }
    }
    int[] kept = new int[3 * plane.size];
    int used = 0;
    for (int t = 0; t < plane.size; t++) {
      for (int k = 0; k < 3 && !out[t]; k++) {
        kept[used++] = names[plane.corners[3 * t + k]];
      }
    }
    return Arrays.copyOf(kept, used);
  }

  /// The segments, as pairs of vertices.
  public int[] segments() {
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
