// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import weft.mesh.internal.Predicates;

/// What holds of all Delaunay tets, checked exactly.
final class TetChecks {
  private TetChecks() {}

  /// Checks that tets are positive, that neighbours agree, that no sphere contains the corner
  /// beyond a face, that the hull is closed and convex at its edges, and that the numbers of
  /// vertices, edges, triangles and tets are those of a ball.
  static void check(Delaunay mesh, double[] xyz) {
    var predicates = new Predicates();
    Set<Long> edges = new HashSet<>();
    Set<Integer> used = new HashSet<>();
    int hullFaces = 0;
    for (int t = 0; t < mesh.tetCount(); t++) {
      int[] v = corners(mesh, t);
      assertThat(predicates.orient3d(xyz, v[0], v[1], v[2], v[3])).as("sign of tet %d", t).isOne();
      for (int i = 0; i < 4; i++) {
        used.add(v[i]);
        assertThat(mesh.vertexOf(v[i])).as("vertex of a corner").isEqualTo(v[i]);
        for (int j = i + 1; j < 4; j++) {
          edges.add(edge(v[i], v[j]));
        }
        int beyond = mesh.neighbour(t, i);
        if (beyond < 0) {
          hullFaces++;
        } else {
          int apex = apex(mesh, t, i, beyond);
          assertThat(predicates.insphere(xyz, v[0], v[1], v[2], v[3], apex))
              .as("corner %d beyond face %d of tet %d in its sphere", apex, i, t)
              .isNotPositive();
        }
      }
    }
    int faces = (4 * mesh.tetCount() + hullFaces) / 2;
    assertThat(used).as("vertices").hasSize(mesh.vertexCount());
    assertThat(used.size() - edges.size() + faces - mesh.tetCount()).as("Euler's number").isOne();
    checkHull(mesh, xyz, predicates, hullFaces);
  }

  private static void checkHull(Delaunay mesh, double[] xyz, Predicates predicates, int faces) {
    int[] hull = mesh.hull();
    assertThat(hull).hasSize(3 * faces);
    Map<Long, Integer> apexes = new HashMap<>();
    for (int i = 0; i < hull.length; i += 3) {
      for (int k = 0; k < 3; k++) {
        Integer before =
            apexes.put((long) hull[i + k] << 32 | hull[i + (k + 1) % 3], hull[i + (k + 2) % 3]);
        assertThat(before).as("two triangles with one directed edge").isNull();
      }
    }
    for (int i = 0; i < hull.length; i += 3) {
      for (int k = 0; k < 3; k++) {
        Integer apex = apexes.get((long) hull[i + (k + 1) % 3] << 32 | hull[i + k]);
        if (apex == null) {
          throw new AssertionError("there is no triangle beyond an edge of the hull");
        }
        assertThat(predicates.orient3d(xyz, hull[i], hull[i + 1], hull[i + 2], apex))
            .as("side of the triangle beyond an edge of the hull")
            .isNotPositive();
      }
    }
  }

  private static int apex(Delaunay mesh, int t, int face, int beyond) {
    int apex = -1;
    for (int j = 0; j < 4; j++) {
      if (mesh.neighbour(beyond, j) == t && !isCorner(mesh, t, mesh.corner(beyond, j))) {
        apex = mesh.corner(beyond, j);
      } else {
        assertThat(isCorner(mesh, t, mesh.corner(beyond, j)))
            .as("corner %d of tet %d beyond face %d of tet %d", j, beyond, face, t)
            .isTrue();
      }
    }
    assertThat(apex)
        .as("tet %d beyond face %d of tet %d links back", beyond, face, t)
        .isNotEqualTo(-1);
    return apex;
  }

  private static boolean isCorner(Delaunay mesh, int t, int v) {
    for (int i = 0; i < 4; i++) {
      if (mesh.corner(t, i) == v) {
        return true;
      }
    }
    return false;
  }

  static int[] corners(Delaunay mesh, int t) {
    return new int[] {mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2), mesh.corner(t, 3)};
  }

  private static long edge(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /// Six times the volume of all tets, exactly.
  static BigDecimal sixVolumes(Delaunay mesh) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int t = 0; t < mesh.tetCount(); t++) {
      BigDecimal[][] rows = new BigDecimal[3][3];
      for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
          rows[i][k] =
              new BigDecimal(mesh.coordinate(mesh.corner(t, i + 1), k))
                  .subtract(new BigDecimal(mesh.coordinate(mesh.corner(t, 0), k)));
        }
      }
      for (int i = 0; i < 3; i++) {
        BigDecimal minor =
            rows[1][(i + 1) % 3]
                .multiply(rows[2][(i + 2) % 3])
                .subtract(rows[1][(i + 2) % 3].multiply(rows[2][(i + 1) % 3]));
        sum = sum.add(rows[0][i].multiply(minor));
      }
    }
    return sum;
  }

  /// The hash of the tets with the points renamed: point `i` of the mesh is `names[i]`.
  static String hash(Delaunay mesh, int[] names) {
    int[] corners = mesh.tets();
    for (int i = 0; i < corners.length; i++) {
      corners[i] = names[corners[i]];
    }
    return weft.mesh.internal.TetDigest.of(corners, names.length);
  }
}
