// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Joins triangles of a surface that are in one plane to facets, so that its triangulation does not
/// decide about the mesh. What is one plane depends on the digits of the coordinates: if all are
/// floats, as in .stl, distances of a millionth of the surface are rounding; if all have few
/// decimals, as in .obj, some of the last one are.
public final class SurfaceFacets {
  private static final double FLOATS = 1e-6;
  private static final double DOUBLES = 1e-10;
  private static final double FAR_FLOATS = 0x1p-22;
  private static final double FAR_DOUBLES = 0x1p-50;

  /// The last decimal is rounding if it is at most this share of the surface; else it is a design.
  private static final double DECIMALS = 2e-6;

  /// By how much the rounding of one triangle's corners grows over its plane.
  private static final double SPREAD = 10;

  private static final double[] TENS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

  private static final int MOST_DECIMALS = 9;

  /// Cosine of 0.1 degrees.
  private static final double PARALLEL = 0.9999984769;

  /// Cosine of 25 degrees.
  private static final double FOLDED = 0.9;

  private final double[] xyz;
  private final int[] triangles;
  private final int[] groups;
  private final double[] areas;
  private final double[] normals;

  /// The facet of each triangle.
  public final int[] facets;

  private int count;

  /// The distance that was given, or 0.
  private final double coplanar;

  private double deviation;

  /// The triangle beyond each edge, `3 * triangle + edge`, if two of one group have it; else −1.
  private final int[] beyond;

  /// Joins the triangles of a surface.
  ///
  /// @param triangles three points for each; turned where a facet needs one orientation
  /// @param groups of triangles; facets do not extend over several
  public SurfaceFacets(double[] xyz, int[] triangles, int[] groups) {
    this(xyz, triangles, groups, 0);
  }

  /// Joins the triangles of a surface that lie in a plane up to a distance.
  ///
  /// @param coplanar the distance; 0 for what the digits of the coordinates say
  public SurfaceFacets(double[] xyz, int[] triangles, int[] groups, double coplanar) {
    this.coplanar = coplanar;
    this.xyz = xyz;
    this.triangles = triangles;
    this.groups = groups;
    areas = new double[groups.length];
    normals = new double[3 * groups.length];
    facets = new int[groups.length];
    beyond = new int[triangles.length];
    measure();
    connect();
    join();
  }

  /// The number of facets.
  public int count() {
    return count;
  }

  /// How far a point is from the plane of its facet, at most.
  public double deviation() {
    return deviation;
  }

  private void measure() {
    for (int t = 0; t < areas.length; t++) {
      int a = 3 * triangles[3 * t];
      int b = 3 * triangles[3 * t + 1];
      int c = 3 * triangles[3 * t + 2];
      double sum = 0;
      for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3;
        int j = (k + 2) % 3;
        double n =
            (xyz[b + i] - xyz[a + i]) * (xyz[c + j] - xyz[a + j])
                - (xyz[b + j] - xyz[a + j]) * (xyz[c + i] - xyz[a + i]);
        normals[3 * t + k] = n;
        sum += n * n;
      }
      areas[t] = Math.sqrt(sum);
      for (int k = 0; k < 3; k++) {
        normals[3 * t + k] /= areas[t];
      }
    }
  }

  private void connect() {
    Arrays.fill(beyond, -1);
    long[] keys = new long[triangles.length];
    Integer[] order = new Integer[triangles.length];
    for (int i = 0; i < keys.length; i++) {
      int a = triangles[i];
      int b = triangles[i % 3 == 2 ? i - 2 : i + 1];
      keys[i] = (long) Math.min(a, b) << 32 | Math.max(a, b);
      order[i] = i;
    }
    Arrays.sort(order, Comparator.comparingLong(i -> keys[i]));
    for (int i = 0; i < order.length; ) {
      int end = i + 1;
      while (end < order.length && keys[order[end]] == keys[order[i]]) {
        end++;
      }
      if (end - i == 2 && groups[order[i] / 3] == groups[order[i + 1] / 3]) {
        beyond[order[i]] = order[i + 1];
        beyond[order[i + 1]] = order[i];
      }
      i = end;
    }
  }

  private void join() {
    double size = 0;
    double magnitude = 0;
    boolean floats = true;
    for (int i = 0; i < xyz.length; i++) {
      size = Math.max(size, Math.abs(xyz[i] - xyz[i % 3]));
      magnitude = Math.max(magnitude, Math.abs(xyz[i]));
      floats &= xyz[i] == (float) xyz[i];
    }
    // Far from the origin coordinates have fewer digits for the surface.
    double most =
        Math.max(
            size * (floats ? FLOATS : DOUBLES), magnitude * (floats ? FAR_FLOATS : FAR_DOUBLES));
    double unit = lastDecimal();
    if (unit <= DECIMALS * size) {
      most = Math.max(most, SPREAD * unit);
    }
    Arrays.fill(facets, -1);
    int[] order =
        IntStream.range(0, areas.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer t) -> -areas[t]).thenComparing(t -> t))
            .mapToInt(t -> t)
            .toArray();
    int[] stack = new int[areas.length];
    for (int seed : order) {
      if (facets[seed] >= 0) {
        continue;
      }
      int facet = count++;
      facets[seed] = facet;
      // A small facet may not be bent as much as a large one.
      double tolerance = coplanar > 0 ? coplanar : Math.min(most, 1e-3 * Math.sqrt(areas[seed]));
      int used = 0;
      stack[used++] = seed;
      while (used > 0) {
        int t = stack[--used];
        for (int k = 0; k < 3; k++) {
          int other = beyond[3 * t + k];
          if (other >= 0 && facets[other / 3] < 0 && isInPlane(seed, 3 * t + k, other, tolerance)) {
            facets[other / 3] = facet;
            stack[used++] = other / 3;
          }
        }
      }
    }
  }

  /// The largest power of ten, at most 1, of which all coordinates are multiples up to the rounding
  /// of doubles; infinite if there is none.
  private double lastDecimal() {
    int decimals = 0;
    for (double x : xyz) {
      while (decimals <= MOST_DECIMALS && Math.rint(x * TENS[decimals]) / TENS[decimals] != x) {
        decimals++;
      }
      if (decimals > MOST_DECIMALS) {
        return Double.POSITIVE_INFINITY;
      }
    }
    return 1 / TENS[decimals];
  }

  private boolean isInPlane(int seed, int edge, int other, double tolerance) {
    int t = other / 3;
    int third = triangles[3 * t + (other + 2 - 3 * t) % 3];
    int from = triangles[3 * seed];
    double distance = 0;
    double cosine = 0;
    for (int k = 0; k < 3; k++) {
      distance += (xyz[3 * third + k] - xyz[3 * from + k]) * normals[3 * seed + k];
      cosine += normals[3 * seed + k] * normals[3 * t + k];
    }
    // Across an edge that both have in the same direction, the other one is turned.
    boolean turned = triangles[edge] == triangles[other];
    if (!(Math.abs(distance) <= tolerance) || (turned ? -cosine : cosine) < needed(t)) {
      return false;
    }
    if (turned) {
      turn(t);
    }
    deviation = Math.max(deviation, Math.abs(distance));
    return true;
  }

  /// Normals of needles are rounding, and so are all if a distance was given; but they may not be
  /// folded back.
  private double needed(int t) {
    if (coplanar > 0) {
      return FOLDED;
    }
    double longest = 0;
    for (int k = 0; k < 3; k++) {
      int a = 3 * triangles[3 * t + k];
      int b = 3 * triangles[3 * t + (k + 1) % 3];
      double sum = 0;
      for (int i = 0; i < 3; i++) {
        sum += (xyz[b + i] - xyz[a + i]) * (xyz[b + i] - xyz[a + i]);
      }
      longest = Math.max(longest, sum);
    }
    return areas[t] < 1e-2 * longest ? FOLDED : PARALLEL;
  }

  private void turn(int t) {
    // Swapping two corners exchanges the edges 1 and 2, and reverses edge 0.
    int corner = triangles[3 * t];
    triangles[3 * t] = triangles[3 * t + 1];
    triangles[3 * t + 1] = corner;
    int link = beyond[3 * t + 1];
    beyond[3 * t + 1] = beyond[3 * t + 2];
    beyond[3 * t + 2] = link;
    for (int k = 0; k < 3; k++) {
      if (beyond[3 * t + k] >= 0) {
        beyond[beyond[3 * t + k]] = 3 * t + k;
      }
      normals[3 * t + k] = -normals[3 * t + k];
    }
  }

  /// Two points for each segment: edges that are not inside one facet.
  public int[] segments() {
    int[] found = new int[2 * triangles.length];
    int used = 0;
    long[] keys = new long[triangles.length];
    int keyCount = 0;
    for (int i = 0; i < triangles.length; i++) {
      if (beyond[i] < 0 || facets[beyond[i] / 3] != facets[i / 3]) {
        int a = triangles[i];
        int b = triangles[i % 3 == 2 ? i - 2 : i + 1];
        keys[keyCount++] = (long) Math.min(a, b) << 32 | Math.max(a, b);
      }
    }
    Arrays.sort(keys, 0, keyCount);
    for (int i = 0; i < keyCount; i++) {
      if (i == 0 || keys[i] != keys[i - 1]) {
        found[used++] = (int) (keys[i] >>> 32);
        found[used++] = (int) keys[i];
      }
    }
    return Arrays.copyOf(found, used);
  }
}
