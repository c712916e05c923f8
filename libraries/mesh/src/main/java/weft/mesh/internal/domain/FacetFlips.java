// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Chooses the triangles of a facet that rounding has bent. It has no plane, so each edge inside is
/// recovered like a segment, and programs that draw parts leave needles there, each of which would
/// be divided hundreds of times. An edge that is no edge of the Delaunay tets is exchanged for the
/// other diagonal if that is one, or if the triangles are Delaunay in the plane of the facet then.
/// The facet moves by its own rounding.
final class FacetFlips {
  /// The least area of a triangle, as a share of the square of its longest side.
  private static final double LEAST = 1e-9;

  /// Circles are compared up to this share.
  private static final double ROUNDING = 1e-12;

  private final double[] xyz;
  private final int[] triangles;
  private final Set<Long> segments;
  private final RecoveryMesh mesh;
  private final double[] u = new double[3];
  private final double[] v = new double[3];

  /// The corner, as a place in [#triangles], where each directed edge begins.
  private final Map<Long, Integer> edges = new HashMap<>();

  private final Deque<Long> waiting = new ArrayDeque<>();

  /// Begins with the triangles of a domain, which it changes.
  ///
  /// @param segments the edges in both directions, as [#key] has them, that stay
  FacetFlips(double[] xyz, int[] triangles, Set<Long> segments, RecoveryMesh mesh) {
    this.xyz = xyz;
    this.triangles = triangles;
    this.segments = segments;
    this.mesh = mesh;
  }

  /// An edge in a direction.
  static long key(int a, int b) {
    return (long) a << 32 | b;
  }

  /// Changes the triangles of one facet.
  ///
  /// @param members the numbers of its triangles
  /// @param largest the largest of them, in whose plane shapes are compared
  void run(int[] members, int largest) {
    edges.clear();
    waiting.clear();
    for (int t : members) {
      for (int i = 3 * t; i < 3 * t + 3; i++) {
        if (edges.put(key(triangles[i], triangles[after(i)]), i) != null) {
          return;
        }
      }
    }
    setPlane(largest);
    for (int t : members) {
      for (int i = 3 * t; i < 3 * t + 3; i++) {
        await(triangles[i], triangles[after(i)]);
      }
    }
    // Rounding might exchange some without end; any choice is right.
    int most = 100 * members.length;
    while (!waiting.isEmpty() && most > 0) {
      long edge = waiting.pop();
      most -= flip((int) (edge >>> 32), (int) edge) ? 1 : 0;
    }
  }

  private static int after(int i) {
    return i % 3 == 2 ? i - 2 : i + 1;
  }

  private void await(int a, int b) {
    if (a < b && !segments.contains(key(a, b))) {
      waiting.push(key(a, b));
    } else if (a > b && !segments.contains(key(b, a))) {
      waiting.push(key(b, a));
    }
  }

  /// Sets two directions at right angles in the plane of a triangle.
  private void setPlane(int t) {
    int a = 3 * triangles[3 * t];
    int b = 3 * triangles[3 * t + 1];
    int c = 3 * triangles[3 * t + 2];
    double uu = 0;
    double uv = 0;
    for (int k = 0; k < 3; k++) {
      u[k] = xyz[b + k] - xyz[a + k];
      v[k] = xyz[c + k] - xyz[a + k];
      uu += u[k] * u[k];
      uv += u[k] * v[k];
    }
    double vv = 0;
    for (int k = 0; k < 3; k++) {
      v[k] -= uv / uu * u[k];
      vv += v[k] * v[k];
    }
    for (int k = 0; k < 3; k++) {
      u[k] /= Math.sqrt(uu);
      v[k] /= Math.sqrt(vv);
    }
  }

  private boolean flip(int a, int b) {
    Integer left = edges.get(key(a, b));
    Integer right = edges.get(key(b, a));
    if (left == null || right == null) {
      return false;
    }
    int p = triangles[after(after(left))];
    int q = triangles[after(after(right))];
    if (p == q || !isTriangle(a, q, p) || !isTriangle(q, b, p)) {
      return false;
    }
    boolean before = mesh.tetOf(a + 1, b + 1) >= 0;
    boolean after = mesh.tetOf(p + 1, q + 1) >= 0;
    if (before == after ? !isInCircle(a, b, p, q) : before) {
      return false;
    }
    int first = left - left % 3;
    int second = right - right % 3;
    edges.remove(key(a, b));
    edges.remove(key(b, a));
    set(first, a, q, p);
    set(second, q, b, p);
    await(a, q);
    await(p, a);
    await(q, b);
    await(b, p);
    return true;
  }

  private void set(int at, int a, int b, int c) {
    triangles[at] = a;
    triangles[at + 1] = b;
    triangles[at + 2] = c;
    edges.put(key(a, b), at);
    edges.put(key(b, c), at + 1);
    edges.put(key(c, a), at + 2);
  }

  private boolean isTriangle(int a, int b, int c) {
    double bx = along(u, b, a);
    double by = along(v, b, a);
    double cx = along(u, c, a);
    double cy = along(v, c, a);
    double longest =
        Math.max(
            Math.max(bx * bx + by * by, cx * cx + cy * cy),
            (bx - cx) * (bx - cx) + (by - cy) * (by - cy));
    return bx * cy - cx * by > LEAST * longest;
  }

  private boolean isInCircle(int a, int b, int c, int d) {
    double ax = along(u, a, d);
    double ay = along(v, a, d);
    double bx = along(u, b, d);
    double by = along(v, b, d);
    double cx = along(u, c, d);
    double cy = along(v, c, d);
    double aa = ax * ax + ay * ay;
    double bb = bx * bx + by * by;
    double cc = cx * cx + cy * cy;
    double sum = aa + bb + cc;
    return aa * (bx * cy - cx * by) - bb * (ax * cy - cx * ay) + cc * (ax * by - bx * ay)
        > ROUNDING * sum * sum;
  }

  private double along(double[] direction, int p, int from) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      sum += direction[k] * (xyz[3 * p + k] - xyz[3 * from + k]);
    }
    return sum;
  }
}
