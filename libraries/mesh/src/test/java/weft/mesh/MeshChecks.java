// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import weft.mesh.internal.Circumcentre;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.domain.Domain;

/// What holds of every mesh, computed from its arrays alone.
final class MeshChecks {
  /// Three vertices in ascending order.
  private record Face(int a, int b, int c) {
    static Face of(int... v) {
      Arrays.sort(v);
      return new Face(v[0], v[1], v[2]);
    }
  }

  private final TetMesh mesh;
  private final double[] xyz;
  private final int[] tets;
  private final int[] neighbours;
  private final Predicates predicates = new Predicates();
  private final Circumcentre spheres;

  /// The places `4 * tet + corner` opposite each face.
  private final Map<Face, int[]> places = new HashMap<>();

  private final Set<Face> fixed = new HashSet<>();

  private MeshChecks(TetMesh mesh) {
    this.mesh = mesh;
    xyz = mesh.vertices();
    spheres = new Circumcentre(xyz);
    tets = mesh.tets();
    neighbours = mesh.neighbours();
  }

  /// Checks that tets are positive and linked, that the faces are those of the domain, and that no
  /// vertex is idle. Returns the checks, for more.
  static MeshChecks check(TetMesh mesh, Complex complex) {
    var checks = new MeshChecks(mesh);
    checks.tets();
    checks.faces();
    checks.facets(complex.domain());
    return checks;
  }

  private Face opposite(int place) {
    int t = place / 4 * 4;
    return switch (place % 4) {
      case 0 -> Face.of(tets[t + 1], tets[t + 2], tets[t + 3]);
      case 1 -> Face.of(tets[t], tets[t + 2], tets[t + 3]);
      case 2 -> Face.of(tets[t], tets[t + 1], tets[t + 3]);
      default -> Face.of(tets[t], tets[t + 1], tets[t + 2]);
    };
  }

  private void tets() {
    boolean[] used = new boolean[mesh.vertexCount()];
    for (int i = 0; i < tets.length; i++) {
      used[tets[i]] = true;
      int place = i;
      places.merge(opposite(i), new int[] {place}, (a, b) -> new int[] {a[0], b[0], a.length});
      if (i % 4 == 0) {
        assertThat(predicates.orient3d(xyz, tets[i], tets[i + 1], tets[i + 2], tets[i + 3]))
            .as("sign of tet %d", i / 4)
            .isOne();
      }
    }
    for (int v = 0; v < used.length; v++) {
      assertThat(used[v]).as("whether vertex %d is one of a tet", v).isTrue();
    }
    for (int i = 0; i < tets.length; i++) {
      int[] both = places.getOrDefault(opposite(i), new int[0]);
      assertThat(both).as("tets at a face").hasSizeBetween(1, 3);
      int beyond = both.length == 1 ? -1 : (both[0] == i ? both[1] : both[0]) / 4;
      assertThat(neighbours[i]).as("tet beyond place %d", i).isEqualTo(beyond);
      assertThat(both.length == 1 || both[2] == 1).as("two tets at a face").isTrue();
    }
  }

  /// The border and walls between materials are faces; each face is one of tets.
  private void faces() {
    int[] faces = mesh.faces();
    int[] materials = mesh.materials();
    for (int i = 0; i < faces.length; i += 3) {
      Face face = Face.of(faces[i], faces[i + 1], faces[i + 2]);
      assertThat(fixed.add(face)).as("face %d, once", i / 3).isTrue();
      int[] at = places.getOrDefault(face, new int[0]);
      assertThat(at).as("tets at face %d", i / 3).isNotEmpty();
      if (at.length == 1) {
        int inside = tets[at[0]];
        assertThat(predicates.orient3d(xyz, faces[i], faces[i + 1], faces[i + 2], inside))
            .as("the side of face %d on which the mesh is", i / 3)
            .isNegative();
      }
    }
    places.forEach((face, at) -> {
      if (at.length == 1 || materials[at[0] / 4] != materials[at[1] / 4]) {
        // Not assertThat(fixed).contains(face), which looks at each.
        assertThat(fixed.contains(face)).as("whether %s is a face of the domain", face).isTrue();
      }
    });
    assertThat(mesh.faceMarkers()).hasSize(mesh.faceCount());
    assertThat(Arrays.stream(mesh.faceMarkers()).allMatch(mesh.boundaryNames()::containsKey))
        .isTrue();
    assertThat(Arrays.stream(materials).allMatch(each -> each > 0)).isTrue();
  }

  private static double area(double[] xyz, int a, int b, int c) {
    double[] n = new double[3];
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3;
      int j = (k + 2) % 3;
      n[k] =
          (xyz[3 * b + i] - xyz[3 * a + i]) * (xyz[3 * c + j] - xyz[3 * a + j])
              - (xyz[3 * b + j] - xyz[3 * a + j]) * (xyz[3 * c + i] - xyz[3 * a + i]);
    }
    return Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
  }

  /// The faces of each facet have its area, and one, three or more at an edge only at a segment.
  private void facets(Domain domain) {
    double[] wanted = new double[domain.facetCount()];
    int[] corners = domain.triangles();
    for (int t = 0; t < domain.facets().length; t++) {
      wanted[domain.facets()[t]] +=
          area(domain.xyz(), corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]);
    }
    double[] found = new double[wanted.length];
    Map<Long, Set<Integer>> pieces = new HashMap<>();
    int[] segments = mesh.segments();
    for (int i = 0; i < segments.length; i += 2) {
      pieces.put(key(segments[i], segments[i + 1]), new HashSet<>());
    }
    Map<Long, Map<Integer, Integer>> edges = new HashMap<>();
    int[] faces = mesh.faces();
    int[] facetOf = mesh.faceFacets();
    for (int f = 0; f < facetOf.length; f++) {
      found[facetOf[f]] += area(xyz, faces[3 * f], faces[3 * f + 1], faces[3 * f + 2]);
      for (int k = 0; k < 3; k++) {
        edges
            .computeIfAbsent(
                key(faces[3 * f + k], faces[3 * f + (k + 1) % 3]), it -> new HashMap<>())
            .merge(facetOf[f], 1, Integer::sum);
      }
    }
    for (int f = 0; f < wanted.length; f++) {
      if (found[f] > 0) {
        assertThat(found[f])
            .as("area of facet %d", f)
            .isCloseTo(wanted[f], within(1e-9 * wanted[f]));
      }
    }
    edges.forEach((edge, counts) -> {
      if (!pieces.containsKey(edge)) {
        assertThat(counts).as("facets at an edge that is no piece of a segment").hasSize(1);
        assertThat(counts.values()).containsExactly(2);
      }
    });
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /// The volume is that which the domain has.
  MeshChecks volume(double volume) {
    assertThat(mesh.quality().volume()).isCloseTo(volume, within(1e-9 * volume));
    return this;
  }

  /// No circumradius is more than so many shortest edges.
  MeshChecks ratios(double bound) {
    assertThat(mesh.quality().worstRatio()).isLessThanOrEqualTo(bound * (1 + 1e-9));
    assertThat(mesh.outcome().missedShapes()).isZero();
    return this;
  }

  /// No sphere of a tet contains the corner beyond a free face, and none of a face or a piece of a
  /// segment contains the corner of a tet beside it.
  MeshChecks delaunay() {
    places.forEach((face, at) -> {
      if (fixed.contains(face)) {
        for (int i = 0; i < Math.min(2, at.length); i++) {
          assertThat(isInside(face, tets[at[i]])).as("encroached face %s", face).isFalse();
        }
      } else {
        int t = at[0] / 4 * 4;
        if (predicates.insphere(xyz, tets[t], tets[t + 1], tets[t + 2], tets[t + 3], tets[at[1]])
            > 0) {
          assertThat(depth(t, tets[at[1]]))
              .as("corner beyond free face %s", face)
              .isLessThan(1e-12);
        }
      }
    });
    int[] segments = mesh.segments();
    Set<Long> pieces = new HashSet<>();
    for (int i = 0; i < segments.length; i += 2) {
      pieces.add(key(segments[i], segments[i + 1]));
    }
    for (int i = 0; i < tets.length; i++) {
      int t = i / 4 * 4;
      for (int j = 1; j < 4; j++) {
        int a = tets[t + (i - t + j) % 4];
        int b = tets[t + (i - t + j % 3 + 1) % 4];
        if (pieces.contains(key(a, b))) {
          assertThat(dot(tets[i], a, b)).as("encroached segment piece").isGreaterThan(-1e-12);
        }
      }
    }
    return this;
  }

  /// The scalar product of a − v and b − v: negative inside of their smallest sphere.
  private double dot(int v, int a, int b) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      sum += (xyz[3 * a + k] - xyz[3 * v + k]) * (xyz[3 * b + k] - xyz[3 * v + k]);
    }
    return sum;
  }

  /// Whether a vertex is inside the smallest sphere through the corners of a face, by a margin. How
  /// deep a vertex lies in the sphere of a tet, as a share of the radius. The refiner keeps no tets
  /// that are flat up to rounding, for which it gives up as much.
  private double depth(int t, int v) {
    double[] sphere = new double[4];
    spheres.of(tets, t / 4, sphere);
    double square = 0;
    for (int k = 0; k < 3; k++) {
      double off = xyz[3 * v + k] - sphere[k];
      square += off * off;
    }
    return 1 - Math.sqrt(square) / sphere[3];
  }

  private boolean isInside(Face face, int v) {
    double[] u = minus(face.b(), face.a());
    double[] w = minus(face.c(), face.a());
    double[] p = minus(v, face.a());
    double uu = dot(u, u);
    double ww = dot(w, w);
    double uw = dot(u, w);
    double det = 2 * (uu * ww - uw * uw);
    double s = ww * (uu - uw) / det;
    double r = uu * (ww - uw) / det;
    double inside = dot(p, p) - 2 * (s * dot(p, u) + r * dot(p, w));
    return inside < -1e-9 * uu;
  }

  private double[] minus(int p, int q) {
    double[] difference = new double[3];
    for (int k = 0; k < 3; k++) {
      difference[k] = xyz[3 * p + k] - xyz[3 * q + k];
    }
    return difference;
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
