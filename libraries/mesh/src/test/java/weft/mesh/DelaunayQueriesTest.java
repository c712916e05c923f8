// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import weft.mesh.internal.Predicates;

/// Location, nearest vertices, spheres and Voronoi cells.
final class DelaunayQueriesTest {
  @Test
  void aPlaceIsFoundInTheTetThatContainsIt() {
    double[] xyz = PointSets.cube(2000, 11);
    Delaunay mesh = Delaunay.of(xyz);
    var random = new SplittableRandom(12);
    var predicates = new Predicates();
    int inside = 0;
    int hint = 0;
    for (int i = 0; i < 2000; i++) {
      double x = random.nextDouble() * 1.1;
      double y = random.nextDouble() * 1.1;
      double z = random.nextDouble() * 1.1;
      int found = mesh.locate(x, y, z);
      if (found >= 0) {
        inside++;
        assertThat(contains(mesh, xyz, found, predicates, x, y, z)).as("place %d", i).isTrue();
        assertThat(mesh.locate(x, y, z, hint)).isGreaterThanOrEqualTo(0);
        hint = found;
      } else {
        for (int t = 0; t < mesh.tetCount(); t++) {
          assertThat(contains(mesh, xyz, t, predicates, x, y, z)).isFalse();
        }
        assertThat(mesh.locate(x, y, z, hint)).isEqualTo(-1);
      }
    }
    assertThat(inside).isBetween(1000, 1999);
    for (int p = 0; p < 100; p++) {
      int t = mesh.locate(xyz[3 * p], xyz[3 * p + 1], xyz[3 * p + 2]);
      assertThat(TetChecks.corners(mesh, t)).contains(p);
    }
  }

  private static boolean contains(
      Delaunay mesh, double[] xyz, int t, Predicates predicates, double x, double y, double z) {
    int[] v = TetChecks.corners(mesh, t);
    int[][] faces = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    for (int[] face : faces) {
      int a = 3 * v[face[0]];
      int b = 3 * v[face[1]];
      int c = 3 * v[face[2]];
      if (predicates.orient3d(
              xyz[a],
              xyz[a + 1],
              xyz[a + 2],
              xyz[b],
              xyz[b + 1],
              xyz[b + 2],
              xyz[c],
              xyz[c + 1],
              xyz[c + 2],
              x,
              y,
              z)
          < 0) {
        return false;
      }
    }
    return true;
  }

  @Test
  void theNearestVertexIsThatOfASearchThroughAll() {
    for (double[] xyz : new double[][] {PointSets.cube(1000, 3), PointSets.grid(6, 6, 6)}) {
      Delaunay mesh = Delaunay.of(xyz);
      var random = new SplittableRandom(4);
      for (int i = 0; i < 500; i++) {
        double x = random.nextDouble() * 8 - 2;
        double y = random.nextDouble() * 8 - 2;
        double z = random.nextDouble() * 8 - 2;
        double least = Double.POSITIVE_INFINITY;
        for (int p = 0; p < mesh.pointCount(); p++) {
          least = Math.min(least, distance(mesh, p, x, y, z));
        }
        assertThat(distance(mesh, mesh.nearest(x, y, z), x, y, z)).isEqualTo(least);
        assertThat(distance(mesh, mesh.nearest(x, y, z, 0), x, y, z)).isEqualTo(least);
      }
    }
  }

  private static double distance(Delaunay mesh, int p, double x, double y, double z) {
    double dx = mesh.coordinate(p, 0) - x;
    double dy = mesh.coordinate(p, 1) - y;
    double dz = mesh.coordinate(p, 2) - z;
    return dx * dx + dy * dy + dz * dz;
  }

  @Test
  void aSphereIsThroughTheCorners() {
    // Some of these are so flat that rounding would spoil the centre.
    double[] xyz = PointSets.cube(3000, 21);
    for (int i = 2; i < xyz.length; i += 3) {
      xyz[i] = i % 2 == 0 ? xyz[i] : 1 + 1e-9 * xyz[i];
    }
    Delaunay mesh = Delaunay.of(xyz);
    for (int t = 0; t < mesh.tetCount(); t++) {
      double[] centre = mesh.circumcentre(t);
      double radius = mesh.circumradius(t);
      for (int i = 0; i < 4; i++) {
        assertThat(Math.sqrt(distance(mesh, mesh.corner(t, i), centre[0], centre[1], centre[2])))
            .as("tet %d with radius %s", t, radius)
            .isCloseTo(radius, within(1e-11 * (1 + radius)));
      }
    }
  }

  @Test
  void aCellOfAGridIsACube() {
    Delaunay mesh = Delaunay.of(PointSets.grid(5, 5, 5));
    int centre = 25 * 2 + 5 * 2 + 2;
    VoronoiCell cell = mesh.cell(centre);
    assertThat(cell.vertex()).isEqualTo(centre);
    assertThat(cell.isBounded()).isTrue();
    assertThat(cell.volume()).isCloseTo(1, within(1e-12));
    double area = 0;
    Set<Integer> square = new HashSet<>();
    for (int f = 0; f < cell.faceCount(); f++) {
      area += cell.area(f);
      if (cell.area(f) > 0.5) {
        assertThat(cell.area(f)).isCloseTo(1, within(1e-12));
        square.add(cell.neighbour(f));
      }
    }
    assertThat(area).isCloseTo(6, within(1e-12));
    assertThat(square)
        .containsExactlyInAnyOrder(
            centre - 25, centre + 25, centre - 5, centre + 5, centre - 1, centre + 1);
    VoronoiCell corner = mesh.cell(0);
    assertThat(corner.isBounded()).isFalse();
    assertThat(corner.volume()).isInfinite();
    int open = 0;
    for (int f = 0; f < corner.faceCount(); f++) {
      open += corner.isBounded(f) ? 0 : 1;
      assertThat(corner.area(f)).isEqualTo(corner.isBounded(f) ? corner.area(f) : 1.0 / 0);
    }
    assertThat(open).isPositive();
  }

  @Test
  void cellsFillTheSpaceBetweenThem() {
    // A layer of far points around random ones, so that all cells of these are bounded, and the
    // share of random places that are nearest to a point is its volume.
    double[] inner = PointSets.cube(60, 9);
    double[] outer = PointSets.grid(6, 6, 6);
    for (int i = 0; i < outer.length; i++) {
      outer[i] = (outer[i] - 2.5) * 0.9 + 0.5 + 1e-3 * (i % 7);
    }
    double[] xyz = PointSets.joined(inner, outer);
    Delaunay mesh = Delaunay.of(xyz);
    double[] volumes = new double[60];
    double sum = 0;
    for (int i = 0; i < 60; i++) {
      VoronoiCell cell = mesh.cell(i);
      assertThat(cell.isBounded()).isTrue();
      volumes[i] = cell.volume();
      sum += volumes[i];
      for (int f = 0; f < cell.faceCount(); f++) {
        checkFace(mesh, i, cell, f);
      }
    }
    int samples = 40_000;
    int[] nearest = new int[mesh.pointCount()];
    var random = new SplittableRandom(10);
    for (int i = 0; i < samples; i++) {
      nearest[
          mesh.nearest(
              random.nextDouble() * 3 - 1,
              random.nextDouble() * 3 - 1,
              random.nextDouble() * 3 - 1)]++;
    }
    double sampled = 0;
    for (int i = 0; i < 60; i++) {
      sampled += 27.0 * nearest[i] / samples;
    }
    assertThat(sampled).isCloseTo(sum, within(0.1 * sum));
  }

  /// Each corner of a face is as far from the point as from the neighbour, and from no other less.
  private static void checkFace(Delaunay mesh, int point, VoronoiCell cell, int f) {
    double[] corners = cell.corners(f);
    assertThat(corners.length).isGreaterThanOrEqualTo(9);
    for (int k = 0; k < corners.length; k += 3) {
      double here = distance(mesh, point, corners[k], corners[k + 1], corners[k + 2]);
      double there = distance(mesh, cell.neighbour(f), corners[k], corners[k + 1], corners[k + 2]);
      double nearest =
          distance(
              mesh,
              mesh.nearest(corners[k], corners[k + 1], corners[k + 2]),
              corners[k],
              corners[k + 1],
              corners[k + 2]);
      assertThat(there).isCloseTo(here, within(1e-9 * here));
      assertThat(nearest).isCloseTo(here, within(1e-9 * here));
    }
  }
}
