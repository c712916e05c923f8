// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.Arrays;
import java.util.List;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.SurfaceEdges;
import weft.mesh.internal.TrianglePairs;
import weft.mesh.internal.Welding;

/// What all checks of a surface share. Making one checks points and single triangles.
final class CheckedSurface {
  /// The smallest height of a triangle over its longest edge.
  private static final double NEEDLE = 1e-3;

  final Surface surface;

  /// The place of each point: the number of the first point with its coordinates.
  final int[] places;

  /// The corners of all triangles, as places.
  final int[] corners;

  /// Triangles that have sides: all corners differ, and no earlier triangle has the same ones.
  final boolean[] kept;

  /// Kept triangles that exact tests accept: in range, and not flat.
  final boolean[] solid;

  final SurfaceEdges edges;
  final TrianglePairs pairs;
  final double[] least = new double[3];
  final double[] most = new double[3];

  CheckedSurface(Surface surface, List<Defect> defects) {
    this.surface = surface;
    places = Welding.firsts(surface.points(), 0);
    corners = new int[surface.triangles().length];
    for (int i = 0; i < corners.length; i++) {
      corners[i] = places[surface.triangles()[i]];
    }
    kept = new boolean[surface.triangleCount()];
    solid = new boolean[surface.triangleCount()];
    pairs = new TrianglePairs(surface.points());
    boolean[] wrong = checkCoordinates(defects);
    checkNumbers(defects);
    checkTriangles(wrong, defects);
    checkRepeated(defects);
    edges = SurfaceEdges.of(surface.triangles(), places, kept);
  }

  double diagonal() {
    return Math.sqrt(
        (most[0] - least[0]) * (most[0] - least[0])
            + (most[1] - least[1]) * (most[1] - least[1])
            + (most[2] - least[2]) * (most[2] - least[2]));
  }

  private boolean[] checkCoordinates(List<Defect> defects) {
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    var wrong = new boolean[surface.pointCount()];
    var infinite = new DefectCollector(surface, DefectKind.NOT_FINITE);
    var outside = new DefectCollector(surface, DefectKind.OUT_OF_RANGE);
    var collectorOf = new DefectCollector[wrong.length];
    double[] xyz = surface.points();
    for (int p = 0; p < wrong.length; p++) {
      boolean finite = true;
      for (int k = 0; k < 3; k++) {
        finite &= Double.isFinite(xyz[3 * p + k]);
        wrong[p] |= !Predicates.isInRange(xyz[3 * p + k]);
      }
      if (wrong[p]) {
        collectorOf[p] = finite ? outside : infinite;
        collectorOf[p].count(1);
        collectorOf[p].point(p);
      } else {
        for (int k = 0; k < 3; k++) {
          least[k] = Math.min(least[k], xyz[3 * p + k]);
          most[k] = Math.max(most[k], xyz[3 * p + k]);
        }
      }
    }
    for (int i = 0; i < surface.triangles().length; i++) {
      if (wrong[surface.triangles()[i]]) {
        collectorOf[surface.triangles()[i]].triangle(i / 3);
      }
    }
    infinite.addTo(
        defects,
        "1 point has a coordinate that is NaN or infinite",
        "%,d points have coordinates that are NaN or infinite",
        "Write the file again; their triangles cannot be checked.");
    outside.addTo(
        defects,
        "1 point has a coordinate out of range: neither 0 nor from 1e-20 to 1e20 in magnitude",
        "%,d points have coordinates out of range: neither 0 nor from 1e-20 to 1e20 in magnitude",
        "Scale the surface, or set tiny coordinates to 0; their triangles cannot be checked.");
    return wrong;
  }

  private void checkNumbers(List<Defect> defects) {
    var repeated = new DefectCollector(surface, DefectKind.REPEATED_POINT);
    var loose = new DefectCollector(surface, DefectKind.LOOSE_POINT);
    var used = new boolean[places.length];
    for (int point : surface.triangles()) {
      used[point] = true;
    }
    var again = new boolean[places.length];
    for (int p = 0; p < places.length; p++) {
      if (!used[p]) {
        loose.count(1);
        loose.point(p);
      } else if (places[p] != p && used[places[p]]) {
        repeated.count(1);
        again[p] = true;
        again[places[p]] = true;
        repeated.point(p);
      }
    }
    for (int i = 0; i < surface.triangles().length; i++) {
      if (again[surface.triangles()[i]]) {
        repeated.triangle(i / 3);
      }
    }
    loose.addTo(
        defects,
        "1 point belongs to no triangle",
        "%,d points belong to no triangle",
        "Repair removes them.");
    repeated.addTo(
        defects,
        "1 point has the coordinates of another one",
        "%,d points have the coordinates of others",
        "Weld the surface: repair joins them. The other checks take them for one point.");
  }

  private void checkTriangles(boolean[] wrong, List<Defect> defects) {
    var flat = new DefectCollector(surface, DefectKind.FLAT_TRIANGLE);
    var needles = new DefectCollector(surface, DefectKind.NEEDLE);
    for (int t = 0; t < kept.length; t++) {
      int a = corners[3 * t];
      int b = corners[3 * t + 1];
      int c = corners[3 * t + 2];
      kept[t] = a != b && b != c && c != a;
      boolean known = !wrong[a] && !wrong[b] && !wrong[c];
      boolean isFlat = !kept[t] || (known && pairs.isFlat(a, b, c));
      solid[t] = kept[t] && known && !isFlat;
      if (isFlat) {
        flat.count(1);
        flat.triangle(t);
        flat.middle(t);
      } else if (solid[t] && height(t) < NEEDLE) {
        needles.count(1);
        needles.triangle(t);
        needles.middle(t);
      }
    }
    flat.addTo(
        defects,
        "1 triangle is flat: its corners are on a line",
        "%,d triangles are flat: their corners are on a line",
        "Repair removes them.");
    needles.addTo(
        defects,
        "1 triangle is a needle: more than 1,000 times longer than high",
        "%,d triangles are needles: more than 1,000 times longer than high",
        "Mesh the surface again, or join their close points by a tolerance.");
  }

  /// The height of a triangle over its longest edge, divided by that edge.
  private double height(int t) {
    double longest = 0;
    for (int k = 0; k < 3; k++) {
      longest = Math.max(longest, length(corners[3 * t + k], corners[3 * t + (k + 1) % 3]));
    }
    return 2 * area(t) / longest / longest;
  }

  double length(int p, int q) {
    double[] xyz = surface.points();
    double x = xyz[3 * p] - xyz[3 * q];
    double y = xyz[3 * p + 1] - xyz[3 * q + 1];
    double z = xyz[3 * p + 2] - xyz[3 * q + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  double area(int t) {
    double[] n = new double[3];
    normal(t, n);
    return Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
  }

  /// The normal of a triangle, twice as long as its area.
  void normal(int t, double[] normal) {
    double[] xyz = surface.points();
    int a = 3 * corners[3 * t];
    int b = 3 * corners[3 * t + 1];
    int c = 3 * corners[3 * t + 2];
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3;
      int j = (k + 2) % 3;
      normal[k] =
          (xyz[b + i] - xyz[a + i]) * (xyz[c + j] - xyz[a + j])
              - (xyz[b + j] - xyz[a + j]) * (xyz[c + i] - xyz[a + i]);
    }
  }

  private void checkRepeated(List<Defect> defects) {
    var repeated = new DefectCollector(surface, DefectKind.REPEATED_TRIANGLE);
    for (int again : repeats(corners, kept)) {
      kept[again] = false;
      solid[again] = false;
      repeated.count(1);
      repeated.triangle(again);
      repeated.middle(again);
    }
    repeated.addTo(
        defects,
        "1 triangle has the corners of another one",
        "%,d triangles have the corners of others",
        "Repair removes all but the first. The other checks take each once.");
  }

  /// Triangles with the corners of an earlier one, in any order.
  static int[] repeats(int[] corners, boolean[] kept) {
    int n = kept.length;
    var heads = new int[Integer.highestOneBit(Math.max(8, n)) * 2];
    Arrays.fill(heads, -1);
    var next = new int[n];
    var found = new int[8];
    int count = 0;
    for (int t = 0; t < n; t++) {
      if (!kept[t]) {
        continue;
      }
      long hash = 1;
      for (int k = 0; k < 3; k++) {
        // A sum does not depend on the order.
        long x = (corners[3 * t + k] + 1L) * 0x9E3779B97F4A7C15L;
        hash += (x ^ x >>> 32) * 0xBF58476D1CE4E5B9L;
      }
      int slot = (int) (hash >>> 33) & heads.length - 1;
      int other = heads[slot];
      while (other >= 0 && !same(corners, t, other)) {
        other = next[other];
      }
      if (other >= 0) {
        found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
        found[count++] = t;
      } else {
        next[t] = heads[slot];
        heads[slot] = t;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static boolean same(int[] corners, int t, int other) {
    for (int k = 0; k < 3; k++) {
      int corner = corners[3 * t + k];
      if (corner != corners[3 * other]
          && corner != corners[3 * other + 1]
          && corner != corners[3 * other + 2]) {
        return false;
      }
    }
    return true;
  }
}
