// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.refine.ConstrainedTets;

/// A part of a facet that is exactly plane, and so is recovered at once: the whole facet, or, where
/// rounding has bent it, one of its triangles.
///
/// @param facet the number of the facet
/// @param sides the edges around it: `2 * segment`, and + 1 if the patch is on the left of the
///   segment seen from the second of its points
/// @param points vertices of the patch that its sides need not have
/// @param first a vertex of a triangle of the patch, with the two others counterclockwise seen from
///   above
@SuppressWarnings("ArrayRecordComponent") // never compared, and not changed
record Patch(int facet, int[] sides, int[] points, int first, int second, int third) {
  /// All patches of a domain, and the edges inside of facets that are borders of them.
  ///
  /// @param inner two points for each edge; its number is that of the domain's segments more
  /// @param innerFacets the facet of each of these
  @SuppressWarnings("ArrayRecordComponent") // never compared, and not changed
  record Set(List<Patch> patches, int[] inner, int[] innerFacets) {}

  /// Makes the patches of a domain, and notes in the mesh which points are on facets.
  ///
  /// @param flips whether the triangles of bent facets may be exchanged for others
  static Set of(Domain domain, RecoveryMesh mesh, boolean flips) {
    return new Divider(domain, mesh, flips).run();
  }

  /// Divides facets into patches.
  private static final class Divider {
    private final Domain domain;
    private final int[] triangles;
    private final @Nullable FacetFlips flips;
    private final byte[] dimension;
    private final int[] feature;
    private final Predicates exact = new Predicates();
    private final Map<Long, Integer> sideOf = new HashMap<>();
    private final List<Patch> patches = new ArrayList<>();
    private int[] inner = new int[64];
    private int[] innerFacets = new int[32];
    private int innerCount;
    private final boolean[] onSegment;

    Divider(Domain domain, RecoveryMesh mesh, boolean flips) {
      this.domain = domain;
      dimension = mesh.dimension;
      feature = mesh.feature;
      triangles = domain.triangles().clone();
      onSegment = new boolean[domain.pointCount()];
      int[] segments = domain.segments();
      for (int i = 0; i < segments.length; i += 2) {
        sideOf.put(FacetFlips.key(segments[i], segments[i + 1]), i);
        sideOf.put(FacetFlips.key(segments[i + 1], segments[i]), i + 1);
        onSegment[segments[i]] = true;
        onSegment[segments[i + 1]] = true;
      }
      this.flips = flips ? new FacetFlips(domain.xyz(), triangles, sideOf.keySet(), mesh) : null;
    }

    Set run() {
      int[] starts = new int[domain.facetCount() + 1];
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
      for (int f = 0; f < domain.facetCount(); f++) {
        if (starts[f] < starts[f + 1]) {
          divide(f, Arrays.copyOfRange(order, starts[f], starts[f + 1]));
        }
      }
      return new Set(
          patches, Arrays.copyOf(inner, 2 * innerCount), Arrays.copyOf(innerFacets, innerCount));
    }

    private void divide(int facet, int[] members) {
      for (int t : members) {
        for (int k = 0; k < 3; k++) {
          int p = triangles[3 * t + k];
          if (!onSegment[p]) {
            dimension[p + 1] = ConstrainedTets.ON_FACET;
            feature[p + 1] = facet;
          }
        }
      }
      int largest = largest(members);
      if (members.length == 1 || isPlane(members, largest)) {
        patches.add(patch(facet, members, largest));
        return;
      }
      if (flips != null) {
        flips.run(members, largest);
      }
      for (int t : members) {
        addInnerEdges(facet, t);
      }
      for (int t : members) {
        patches.add(patch(facet, new int[] {t}, t));
      }
    }

    private int largest(int[] members) {
      int best = members[0];
      double most = -1;
      for (int t : members) {
        double area = area(t);
        if (area > most) {
          most = area;
          best = t;
        }
      }
      return best;
    }

    private double area(int t) {
      double[] x = domain.xyz();
      int a = 3 * triangles[3 * t];
      int b = 3 * triangles[3 * t + 1];
      int c = 3 * triangles[3 * t + 2];
      double sum = 0;
      for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3;
        int j = (k + 2) % 3;
        double n =
            (x[b + i] - x[a + i]) * (x[c + j] - x[a + j])
                - (x[b + j] - x[a + j]) * (x[c + i] - x[a + i]);
        sum += n * n;
      }
      return sum;
    }

    private boolean isPlane(int[] members, int reference) {
      int[] v = triangles;
      for (int t : members) {
        for (int k = 0; k < 3; k++) {
          if (exact.orient3d(
                  domain.xyz(),
                  v[3 * reference],
                  v[3 * reference + 1],
                  v[3 * reference + 2],
                  v[3 * t + k])
              != 0) {
            return false;
          }
        }
      }
      return true;
    }

    private void addInnerEdges(int facet, int t) {
      for (int k = 0; k < 3; k++) {
        int a = triangles[3 * t + k];
        int b = triangles[3 * t + (k + 1) % 3];
        if (!sideOf.containsKey(FacetFlips.key(a, b))) {
          if (2 * innerCount == inner.length) {
            inner = Arrays.copyOf(inner, 4 * innerCount);
            innerFacets = Arrays.copyOf(innerFacets, 2 * innerCount);
          }
          int side = domain.segments().length + 2 * innerCount;
          sideOf.put(FacetFlips.key(a, b), side);
          sideOf.put(FacetFlips.key(b, a), side + 1);
          inner[2 * innerCount] = a;
          inner[2 * innerCount + 1] = b;
          innerFacets[innerCount++] = facet;
        }
      }
    }

    private Patch patch(int facet, int[] members, int reference) {
      int[] sides = new int[3 * members.length];
      int[] points = new int[3 * members.length];
      int sideCount = 0;
      int pointCount = 0;
      int[] v = triangles;
      for (int t : members) {
        for (int k = 0; k < 3; k++) {
          Integer side = sideOf.get(FacetFlips.key(v[3 * t + k], v[3 * t + (k + 1) % 3]));
          if (side != null) {
            sides[sideCount++] = side;
          }
          points[pointCount++] = v[3 * t + k] + 1;
        }
      }
      return new Patch(
          facet,
          Arrays.copyOf(sides, sideCount),
          points,
          v[3 * reference] + 1,
          v[3 * reference + 1] + 1,
          v[3 * reference + 2] + 1);
    }
  }
}
