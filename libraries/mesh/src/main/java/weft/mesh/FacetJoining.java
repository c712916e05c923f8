// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Gives facets and segments the points on them that they do not name: the place of a load in a
/// facet, the foot of a bar. A segment that lies in a facet becomes one of the facet.
final class FacetJoining {
  /// A point that is nearer to a segment or a facet than this share of its length or size is on it.
  private static final double NEAR = 2.5e-7;

  private final double[] xyz;
  private final List<int[][]> facets;
  private final List<int[]> segments;

  /// All points, and those of no facet, by their x.
  private final int[] all;

  private final int[] free;

  /// Begins with facets of polygons and with segments, whose points are numbered as in `pointOf`.
  FacetJoining(double[] xyz, int[] pointOf, List<int[][]> facets, List<int[]> segments) {
    this.xyz = xyz;
    this.facets = facets;
    this.segments = segments;
    boolean[] used = new boolean[pointOf.length];
    for (int[][] polygons : facets) {
      for (int[] polygon : polygons) {
        for (int p : polygon) {
          used[p] = true;
        }
      }
    }
    List<Integer> points = new ArrayList<>();
    for (int p = 0; p < pointOf.length; p++) {
      if (pointOf[p] == p) {
        points.add(p);
      }
    }
    points.sort(Comparator.comparingDouble(p -> xyz[3 * p]));
    all = points.stream().mapToInt(p -> p).toArray();
    free = points.stream().filter(p -> !used[p]).mapToInt(p -> p).toArray();
  }

  /// Changes both lists.
  void run() {
    if (free.length == 0 && segments.isEmpty()) {
      return;
    }
    List<int[]> pieces = new ArrayList<>();
    for (int[] segment : segments) {
      int[] chain = divided(segment[0], segment[1], all);
      for (int i = 0; i + 1 < chain.length; i++) {
        pieces.add(new int[] {chain[i], chain[i + 1]});
      }
    }
    segments.clear();
    segments.addAll(pieces);
    for (int f = 0; f < facets.size(); f++) {
      facets.set(f, joined(facets.get(f)));
    }
  }

  private int[][] joined(int[][] polygons) {
    List<int[]> result = new ArrayList<>();
    for (int[] polygon : polygons) {
      result.add(polygon.length < 2 ? polygon : dividedPolygon(polygon));
    }
    int[] corners = corners(result);
    double[] normal = PolygonNormals.largest(xyz, polygons);
    double length = Math.sqrt(dot(normal, normal));
    if (corners.length < 3 || !(length > 0)) {
      return polygons;
    }
    addPoints(corners, normal, length, result);
    int[] vertices = corners(result);
    for (int[] segment : segments) {
      if (Arrays.binarySearch(vertices, segment[0]) >= 0
          && Arrays.binarySearch(vertices, segment[1]) >= 0
          && holdsMiddle(polygons, segment, normal)) {
        result.add(segment);
      }
    }
    return result.toArray(new int[0][]);
  }

  private static int[] corners(List<int[]> polygons) {
    return polygons.stream().flatMapToInt(Arrays::stream).sorted().distinct().toArray();
  }

  private int[] dividedPolygon(int[] polygon) {
    List<Integer> chain = new ArrayList<>();
    int sides = polygon.length > 2 ? polygon.length : 1;
    for (int i = 0; i < sides; i++) {
      int[] side = divided(polygon[i], polygon[(i + 1) % polygon.length], free);
      for (int k = 0; k + 1 < side.length; k++) {
        chain.add(side[k]);
      }
    }
    if (polygon.length == 2) {
      chain.add(polygon[1]);
    }
    return chain.stream().mapToInt(p -> p).toArray();
  }

  /// The points on a segment, in turn, with its ends.
  private int[] divided(int a, int b, int[] candidates) {
    double[] along = less(b, a);
    double length2 = dot(along, along);
    double near = NEAR * Math.sqrt(length2);
    record On(int point, double part) {}
    List<On> found = new ArrayList<>();
    for (int p : inBox(new int[] {a, b}, near, candidates)) {
      double[] from = less(p, a);
      double part = dot(from, along) / length2;
      double off2 = dot(from, from) - part * dot(from, along);
      if (p != a && p != b && part > NEAR && part < 1 - NEAR && off2 <= near * near) {
        found.add(new On(p, part));
      }
    }
    found.sort(Comparator.comparingDouble(On::part));
    int[] chain = new int[found.size() + 2];
    chain[0] = a;
    for (int i = 0; i < found.size(); i++) {
      chain[i + 1] = found.get(i).point();
    }
    chain[chain.length - 1] = b;
    return chain;
  }

  /// Adds the free points in the plane of a facet. Those beside the facet do no harm.
  private void addPoints(int[] corners, double[] normal, double length, List<int[]> polygons) {
    double size = 0;
    for (int p : corners) {
      for (double each : less(p, corners[0])) {
        size = Math.max(size, Math.abs(each));
      }
    }
    for (int p : inBox(corners, NEAR * size, free)) {
      double height = dot(less(p, corners[0]), normal) / length;
      if (Arrays.binarySearch(corners, p) < 0 && Math.abs(height) <= NEAR * size) {
        polygons.add(new int[] {p});
      }
    }
  }

  /// The candidates in the box of some points, widened by a little.
  private List<Integer> inBox(int[] points, double wider, int[] candidates) {
    double[] least = new double[3];
    double[] most = new double[3];
    for (int k = 0; k < 3; k++) {
      least[k] = Double.POSITIVE_INFINITY;
      most[k] = Double.NEGATIVE_INFINITY;
      for (int p : points) {
        least[k] = Math.min(least[k], xyz[3 * p + k] - wider);
        most[k] = Math.max(most[k], xyz[3 * p + k] + wider);
      }
    }
    int low = 0;
    int high = candidates.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (xyz[3 * candidates[middle]] < least[0]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    List<Integer> found = new ArrayList<>();
    for (int i = low; i < candidates.length && xyz[3 * candidates[i]] <= most[0]; i++) {
      int p = candidates[i];
      if (xyz[3 * p + 1] >= least[1]
          && xyz[3 * p + 1] <= most[1]
          && xyz[3 * p + 2] >= least[2]
          && xyz[3 * p + 2] <= most[2]) {
        found.add(p);
      }
    }
    return found;
  }

  /// Whether the middle of a segment in the plane of some polygons is inside: whether a ray from it
  /// crosses them an odd number of times.
  private boolean holdsMiddle(int[][] polygons, int[] segment, double[] normal) {
    int axis = 0;
    for (int k = 1; k < 3; k++) {
      axis = Math.abs(normal[k]) > Math.abs(normal[axis]) ? k : axis;
    }
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    double x = 0.5 * (xyz[3 * segment[0] + u] + xyz[3 * segment[1] + u]);
    double y = 0.5 * (xyz[3 * segment[0] + v] + xyz[3 * segment[1] + v]);
    boolean inside = false;
    for (int[] polygon : polygons) {
      for (int i = 0; polygon.length > 2 && i < polygon.length; i++) {
        int a = 3 * polygon[i];
        int b = 3 * polygon[(i + 1) % polygon.length];
        if (xyz[a + v] > y != xyz[b + v] > y
            && x
                < xyz[a + u]
                    + (y - xyz[a + v]) / (xyz[b + v] - xyz[a + v]) * (xyz[b + u] - xyz[a + u])) {
          inside = !inside;
        }
      }
    }
    return inside;
  }

  private double[] less(int p, int q) {
    return new double[] {
      xyz[3 * p] - xyz[3 * q], xyz[3 * p + 1] - xyz[3 * q + 1], xyz[3 * p + 2] - xyz[3 * q + 2]
    };
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
