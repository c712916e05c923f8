// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import weft.mesh.internal.refine.ConstrainedTets;

/// The segments around each facet, the vertices inside of it, and its normal.
final class FacetBorders {
  private final RecoveryMesh mesh;
  private final Domain domain;

  /// Vertices inside of each facet: those of the input, and inserted ones.
  private final int[][] inner;

  private final int[] innerCount;

  /// The normals of all facets, of no certain length.
  final double[] normals;

  /// The segments of each facet: `2 * segment`, and + 1 if the facet is on the left of the segment
  /// seen from the second of its points.
  final int[][] borders;

  private final Map<Long, Integer> segmentOf = new HashMap<>();

  FacetBorders(RecoveryMesh mesh, Domain domain) {
    this.mesh = mesh;
    this.domain = domain;
    int count = domain.facetCount();
    normals = new double[3 * count];
    inner = new int[count][];
    innerCount = new int[count];
    borders = new int[count][];
    for (int i = 0; i < domain.segments().length; i += 2) {
      segmentOf.put(key(domain.segments()[i], domain.segments()[i + 1]), i);
      segmentOf.put(key(domain.segments()[i + 1], domain.segments()[i]), i + 1);
    }
    setUp();
  }

  int innerCount(int facet) {
    return innerCount[facet];
  }

  int inner(int facet, int i) {
    return inner[facet][i];
  }

  void addInner(int facet, int p) {
    if (innerCount[facet] == inner[facet].length) {
      inner[facet] = Arrays.copyOf(inner[facet], 2 * inner[facet].length);
    }
    inner[facet][innerCount[facet]++] = p;
  }

  private static long key(int a, int b) {
    return (long) a << 32 | b;
  }

  /// The triangles of all facets, one facet after the other; those of a facet begin at its start.
  private int[] order(int[] starts) {
    for (int facet : domain.facets()) {
      starts[facet + 1]++;
    }
    for (int f = 0; f < domain.facetCount(); f++) {
      starts[f + 1] += starts[f];
    }
    int[] order = new int[domain.facets().length];
    int[] used = starts.clone();
    for (int t = 0; t < order.length; t++) {
      order[used[domain.facets()[t]]++] = t;
    }
    return order;
  }

  private void setUp() {
    int[] starts = new int[domain.facetCount() + 1];
    int[] order = order(starts);
    int[] last = new int[domain.pointCount()];
    Arrays.fill(last, -1);
    boolean[] onSegment = new boolean[domain.pointCount()];
    for (int p : domain.segments()) {
      onSegment[p] = true;
    }
    int[] triangles = domain.triangles();
    for (int f = 0; f < domain.facetCount(); f++) {
      int[] border = new int[8];
      int borderCount = 0;
      inner[f] = new int[2];
      for (int i = starts[f]; i < starts[f + 1]; i++) {
        int t = order[i];
        addNormal(f, triangles, t);
        for (int k = 0; k < 3; k++) {
          int a = triangles[3 * t + k];
          int b = triangles[3 * t + (k + 1) % 3];
          Integer segment = segmentOf.get(key(a, b));
          if (segment != null) {
            border = borderCount == border.length ? Arrays.copyOf(border, 2 * borderCount) : border;
            border[borderCount++] = segment;
          }
          if (!onSegment[a] && last[a] != f) {
            last[a] = f;
            addInner(f, a + 1);
            mesh.dimension[a + 1] = ConstrainedTets.ON_FACET;
            mesh.feature[a + 1] = f;
          }
        }
      }
      borders[f] = Arrays.copyOf(border, borderCount);
    }
  }

  private void addNormal(int f, int[] triangles, int t) {
    double[] n = cross(triangles[3 * t] + 1, triangles[3 * t + 1] + 1, triangles[3 * t + 2] + 1);
    for (int k = 0; k < 3; k++) {
      normals[3 * f + k] += n[k];
    }
  }

  /// Twice the area vector of a triangle of vertices.
  double[] cross(int a, int b, int c) {
    double[] x = mesh.kernel.xyz();
    double ux = x[3 * b] - x[3 * a];
    double uy = x[3 * b + 1] - x[3 * a + 1];
    double uz = x[3 * b + 2] - x[3 * a + 2];
    double vx = x[3 * c] - x[3 * a];
    double vy = x[3 * c + 1] - x[3 * a + 1];
    double vz = x[3 * c + 2] - x[3 * a + 2];
    return new double[] {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
  }
}
