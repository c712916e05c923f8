// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import weft.mesh.internal.BoxTree;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.domain.Domain;

/// Finds segments of their own, in no facet, that meet facets or other segments elsewhere than in
/// common points. Signs are exact.
final class SegmentChecks {
  private final Predicates exact = new Predicates();
  private final double[] xyz;
  private final int[] triangles;
  private final int[] segments;

  SegmentChecks(Domain domain) {
    xyz = domain.xyz();
    triangles = domain.triangles();
    Set<Long> edges = new HashSet<>();
    for (int i = 0; i < triangles.length; i++) {
      edges.add(key(triangles[i], triangles[i % 3 == 2 ? i - 2 : i + 1]));
    }
    int[] all = domain.segments();
    int[] own = new int[all.length];
    int count = 0;
    for (int i = 0; i < all.length; i += 2) {
      if (!edges.contains(key(all[i], all[i + 1]))) {
        own[count++] = all[i];
        own[count++] = all[i + 1];
      }
    }
    segments = Arrays.copyOf(own, count);
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /// The segments that meet facets or other segments: six coordinates of each.
  List<double[]> meeting() {
    List<double[]> found = new ArrayList<>();
    if (segments.length == 0) {
      return found;
    }
    var ofTriangles = new BoxTree(boxes(triangles, 3));
    double[] boxes = boxes(segments, 2);
    var ofSegments = new BoxTree(boxes);
    boolean[] meets = new boolean[segments.length / 2];
    for (int i = 0; i < meets.length; i++) {
      int s = i;
      int a = segments[2 * i];
      int b = segments[2 * i + 1];
      ofTriangles.meeting(boxes, 6 * i, t -> meets[s] |= meetsTriangle(a, b, 3 * t));
      ofSegments.meeting(
          boxes,
          6 * i,
          o -> meets[s] |= o < s && meetsSegment(a, b, segments[2 * o], segments[2 * o + 1]));
      if (meets[s]) {
        found.add(
            new double[] {
              xyz[3 * a], xyz[3 * a + 1], xyz[3 * a + 2], xyz[3 * b], xyz[3 * b + 1], xyz[3 * b + 2]
            });
      }
    }
    return found;
  }

  private double[] boxes(int[] points, int each) {
    double[] boxes = new double[6 * (points.length / each)];
    for (int i = 0; i < points.length / each; i++) {
      for (int k = 0; k < 3; k++) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < each; j++) {
          least = Math.min(least, xyz[3 * points[each * i + j] + k]);
          most = Math.max(most, xyz[3 * points[each * i + j] + k]);
        }
        boxes[6 * i + k] = least;
        boxes[6 * i + 3 + k] = most;
      }
    }
    return boxes;
  }

  private boolean meetsTriangle(int a, int b, int t) {
    int[] corners = {triangles[t], triangles[t + 1], triangles[t + 2]};
    for (int k = 0; k < 3; k++) {
      if (corners[k] == b || corners[k] == a) {
        return leavesInto(
            corners[k] == a ? b : a, corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]);
      }
    }
    int[] c = corners;
    int first = exact.orient3d(xyz, c[0], c[1], c[2], a);
    int second = exact.orient3d(xyz, c[0], c[1], c[2], b);
    if (first * second > 0) {
      return false;
    }
    if (first == 0 && second == 0) {
      return meetsSegment(a, b, c[0], c[1])
          || meetsSegment(a, b, c[1], c[2])
          || meetsSegment(a, b, c[2], c[0])
          || isInside(a, c);
    }
    int x = exact.orient3d(xyz, a, b, c[0], c[1]);
    int y = exact.orient3d(xyz, a, b, c[1], c[2]);
    int z = exact.orient3d(xyz, a, b, c[2], c[0]);
    return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
  }

  /// Whether a segment from the corner p of a triangle to q runs in it, or along its edge.
  private boolean leavesInto(int q, int p, int r, int s) {
    if (exact.orient3d(xyz, p, r, s, q) != 0 || q == r || q == s) {
      return false;
    }
    int axis = axisOf(p, r, s);
    int turn = side(p, r, s, axis);
    return side(p, r, q, axis) * turn >= 0
        && side(p, q, s, axis) * turn >= 0
        && dot(p, q, r, s) > 0;
  }

  /// Of the vector from p to q with the sum of those to r and s.
  private double dot(int p, int q, int r, int s) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      sum +=
          (xyz[3 * q + k] - xyz[3 * p + k])
              * (xyz[3 * r + k] + xyz[3 * s + k] - 2 * xyz[3 * p + k]);
    }
    return sum;
  }

  private boolean isInside(int p, int[] c) {
    int axis = axisOf(c[0], c[1], c[2]);
    int turn = side(c[0], c[1], c[2], axis);
    return side(c[0], c[1], p, axis) * turn >= 0
        && side(c[1], c[2], p, axis) * turn >= 0
        && side(c[2], c[0], p, axis) * turn >= 0;
  }

  /// An axis along which three points are seen beside each other; 0 if they are on a line.
  private int axisOf(int p, int q, int r) {
    int axis = 0;
    while (axis < 2 && side(p, q, r, axis) == 0) {
      axis++;
    }
    return side(p, q, r, axis) == 0 ? 0 : axis;
  }

  private int side(int p, int q, int r, int axis) {
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    return exact.orient2d(
        xyz[3 * p + u],
        xyz[3 * p + v],
        xyz[3 * q + u],
        xyz[3 * q + v],
        xyz[3 * r + u],
        xyz[3 * r + v]);
  }

  private boolean meetsSegment(int a, int b, int c, int d) {
    if (a == c || a == d || b == c || b == d) {
      // Where segments have an end in common, one lies along the other, or nothing else is common.
      int end = a == c || a == d ? a : b;
      int q = end == a ? b : a;
      int r = end == c ? d : c;
      return q != r
          && side(end, q, r, 0) == 0
          && side(end, q, r, 1) == 0
          && side(end, q, r, 2) == 0
          && dot(end, q, r, end) > 0;
    }
    if (exact.orient3d(xyz, a, b, c, d) != 0) {
      return false;
    }
    boolean onLine = true;
    for (int axis = 0; axis < 3; axis++) {
      int abc = side(a, b, c, axis);
      int abd = side(a, b, d, axis);
      int cda = side(c, d, a, axis);
      int cdb = side(c, d, b, axis);
      onLine &= abc == 0 && abd == 0;
      if (abc * abd > 0 || cda * cdb > 0) {
        return false;
      }
    }
    return !onLine || boxesMeet(a, b, c, d);
  }

  private boolean boxesMeet(int a, int b, int c, int d) {
    for (int k = 0; k < 3; k++) {
      double p = xyz[3 * a + k];
      double q = xyz[3 * b + k];
      double r = xyz[3 * c + k];
      double s = xyz[3 * d + k];
      if (Math.max(p, q) < Math.min(r, s) || Math.max(r, s) < Math.min(p, q)) {
        return false;
      }
    }
    return true;
  }
}
