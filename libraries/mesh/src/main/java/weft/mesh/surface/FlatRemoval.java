// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.TrianglePairs;

/// Removes flat triangles. Where the middle one of three points on a line is a corner of further
/// triangles, the neighbour across the long edge is cut in two there: else a slit would open.
final class FlatRemoval {
  private final Surface surface;
  private final TrianglePairs pairs;
  private int[] triangles;
  private int[] groups;
  private int count;
  private int removed;
  private int cut;

  FlatRemoval(Surface surface) {
    this.surface = surface;
    pairs = new TrianglePairs(surface.points());
    triangles = surface.triangles().clone();
    groups = surface.groups().clone();
    count = groups.length;
  }

  int removed() {
    return removed;
  }

  int cut() {
    return cut;
  }

  int[] triangles() {
    return Arrays.copyOf(triangles, 3 * count);
  }

  int[] groups() {
    return Arrays.copyOf(groups, count);
  }

  void run() {
    // A neighbour may be flat as well, and one cut makes two others flat at most, with shorter
    // edges.
    int rounds = 0;
    while (round() && rounds < 100) {
      rounds++;
    }
  }

  private boolean isFlat(int t) {
    int a = triangles[3 * t];
    int b = triangles[3 * t + 1];
    int c = triangles[3 * t + 2];
    if (a == b || b == c || c == a) {
      return true;
    }
    for (int k = 0; k < 3; k++) {
      for (int axis = 0; axis < 3; axis++) {
        if (!Predicates.isInRange(surface.points()[3 * triangles[3 * t + k] + axis])) {
          return false;
        }
      }
    }
    return pairs.isFlat(a, b, c);
  }

  /// Removes the flat triangles that there are now. Returns whether there were any.
  private boolean round() {
    var flat = new boolean[count];
    int flats = 0;
    for (int t = 0; t < count; t++) {
      flat[t] = isFlat(t);
      flats += flat[t] ? 1 : 0;
    }
    if (flats == 0) {
      return false;
    }
    // The long edges of the flat triangles to be removed, each with the point on it. A flat
    // triangle
    // waits for another round if it must be cut itself, or if the one to be cut is removed.
    Map<Long, Integer> cuts = new HashMap<>();
    Set<Long> gone = new HashSet<>();
    var waits = new boolean[count];
    for (int t = 0; t < count; t++) {
      if (!flat[t]) {
        continue;
      }
      int corner = middle(t);
      if (corner < 0) {
        continue;
      }
      long[] keys = new long[3];
      for (int k = 0; k < 3; k++) {
        keys[k] = key(triangles[3 * t + (k + 1) % 3], triangles[3 * t + (k + 2) % 3]);
        waits[t] |= cuts.containsKey(keys[k]);
      }
      waits[t] |= gone.contains(keys[corner]);
      if (!waits[t]) {
        cuts.put(keys[corner], triangles[3 * t + corner]);
        for (long key : keys) {
          gone.add(key);
        }
      }
    }
    int[] before = triangles;
    int[] groupsBefore = groups;
    int countBefore = count;
    triangles = new int[2 * before.length];
    groups = new int[2 * groupsBefore.length];
    count = 0;
    for (int t = 0; t < countBefore; t++) {
      if (flat[t] && !waits[t]) {
        removed++;
      } else if (!cut(before, t, groupsBefore[t], cuts)) {
        add(before[3 * t], before[3 * t + 1], before[3 * t + 2], groupsBefore[t]);
      }
    }
    return true;
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /// The corner between the two others, which are on a line with it; -1 if corners are equal.
  private int middle(int t) {
    double longest = -1;
    int found = -1;
    for (int k = 0; k < 3; k++) {
      int a = triangles[3 * t + (k + 1) % 3];
      int b = triangles[3 * t + (k + 2) % 3];
      if (a == b) {
        return -1;
      }
      double square = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = surface.points()[3 * a + axis] - surface.points()[3 * b + axis];
        square += d * d;
      }
      if (square > longest) {
        longest = square;
        found = k;
      }
    }
    return found;
  }

  /// Cuts a triangle in two if one of its edges must be cut.
  private boolean cut(int[] before, int t, int group, Map<Long, Integer> cuts) {
    for (int k = 0; k < 3; k++) {
      int a = before[3 * t + k];
      int b = before[3 * t + (k + 1) % 3];
      int c = before[3 * t + (k + 2) % 3];
      Integer point = cuts.get(key(a, b));
      if (point != null && point != c) {
        add(a, point, c, group);
        add(point, b, c, group);
        cut++;
        return true;
      }
    }
    return false;
  }

  private void add(int a, int b, int c, int group) {
    triangles[3 * count] = a;
    triangles[3 * count + 1] = b;
    triangles[3 * count + 2] = c;
    groups[count++] = group;
  }
}
