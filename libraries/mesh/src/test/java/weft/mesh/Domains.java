// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;

/// What the tests of the mesher fill with tets.
final class Domains {
  private Domains() {}

  /// The unit cube, with markers 1 to 6.
  static Complex cube() {
    return builder(cells(1, 1, 1, new int[] {1})).build();
  }

  /// The cube with side 2 without one with side 1 at its corner.
  static Complex fichera() {
    int[] cells = {1, 1, 1, 1, 1, 1, 1, 0};
    return builder(cells(2, 2, 2, cells)).build();
  }

  /// The unit cube with a square facet inside, in the plane z = 1/2.
  static Complex innerFacet() {
    double[] square = {0.3, 0.3, 0.5, 0.7, 0.3, 0.5, 0.7, 0.7, 0.5, 0.3, 0.7, 0.5};
    Cells cube = cells(1, 1, 1, new int[] {1});
    return builder(cube.with(square)).facet(7, new int[] {8, 9, 10, 11}).build();
  }

  static Complex sphere(int triangles) {
    return Complex.of(SurfaceShapes.icosphere(1, Fineness.triangles(triangles)));
  }

  static Complex torus(int triangles) {
    return Complex.of(SurfaceShapes.torus(1, 0.4, Fineness.triangles(triangles)));
  }

  /// A cone over a fan of triangles, with angles of 360°/fans at its apex and at its foot.
  static Complex cone(int fans) {
    double[] xyz = new double[3 * fans + 6];
    int[] triangles = new int[6 * fans];
    for (int i = 0; i < fans; i++) {
      xyz[3 * i] = Math.cos(2 * Math.PI * i / fans);
      xyz[3 * i + 1] = Math.sin(2 * Math.PI * i / fans);
      int next = (i + 1) % fans;
      int[] two = {i, next, fans, next, i, fans + 1};
      System.arraycopy(two, 0, triangles, 6 * i, 6);
    }
    xyz[3 * fans + 2] = 0.5;
    return Complex.of(Surface.of(xyz, triangles));
  }

  /// A prism over a triangle with two sides of length 1 and this angle between them.
  static Complex wedge(double degrees) {
    double c = Math.cos(Math.toRadians(degrees));
    double s = Math.sin(Math.toRadians(degrees));
    return new ComplexBuilder(0, 0, 0, 1, 0, 0, c, s, 0, 0, 0, 1, 1, 0, 1, c, s, 1)
        .facet(1, new int[] {0, 2, 1})
        .facet(2, new int[] {3, 4, 5})
        .facet(3, new int[] {0, 1, 4, 3})
        .facet(4, new int[] {1, 2, 5, 4})
        .facet(5, new int[] {2, 0, 3, 5})
        .build();
  }

  /// A place in a cell, and its material.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Seed(double[] at, int material) {}

  /// Cells of a grid of boxes, and their materials; 0 is empty.
  ///
  /// @param xyz places of the corners
  /// @param quads four corners for each wall
  /// @param markers of the walls
  /// @param seeds a place in each cell that is not empty, and its material
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Cells(double[] xyz, List<int[]> quads, List<Integer> markers, List<Seed> seeds) {
    Cells with(double[] points) {
      double[] all = Arrays.copyOf(xyz, xyz.length + points.length);
      System.arraycopy(points, 0, all, xyz.length, points.length);
      return new Cells(all, quads, markers, seeds);
    }
  }

  /// The walls between cells of different materials. Markers are 1 to 6 for walls to nothing, by
  /// direction, and 7 inside.
  static Cells cells(int nx, int ny, int nz, int[] materials) {
    int[] n = {nx, ny, nz};
    Map<List<Integer>, Integer> corners = new LinkedHashMap<>();
    List<int[]> quads = new ArrayList<>();
    List<Integer> markers = new ArrayList<>();
    List<Seed> seeds = new ArrayList<>();
    for (int i = 0; i < materials.length; i++) {
      int[] cell = {i / (ny * nz), i / nz % ny, i % nz};
      int here = materials[i];
      if (here != 0) {
        seeds.add(new Seed(new double[] {cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5}, here));
      }
      for (int axis = 0; axis < 3; axis++) {
        for (int side = 0; side < 2; side++) {
          int[] next = cell.clone();
          next[axis] += 2 * side - 1;
          boolean inside = next[axis] >= 0 && next[axis] < n[axis];
          int beyond = inside ? materials[(next[0] * ny + next[1]) * nz + next[2]] : 0;
          if (here != 0 && here != beyond && (side == 1 || beyond == 0)) {
            quads.add(quad(cell, axis, side, corners));
            markers.add(beyond == 0 ? 2 * axis + side + 1 : 7);
          }
        }
      }
    }
    double[] xyz =
        corners.keySet().stream().flatMap(List::stream).mapToDouble(each -> each).toArray();
    return new Cells(xyz, quads, markers, seeds);
  }

  private static int[] quad(int[] cell, int axis, int side, Map<List<Integer>, Integer> corners) {
    int[] quad = new int[4];
    for (int k = 0; k < 4; k++) {
      int[] at = cell.clone();
      at[axis] += side;
      at[(axis + 1) % 3] += k == 1 || k == 2 ? 1 : 0;
      at[(axis + 2) % 3] += k >= 2 ? 1 : 0;
      int number = corners.size();
      Integer known = corners.putIfAbsent(List.of(at[0], at[1], at[2]), number);
      quad[k] = known == null ? number : known;
    }
    return quad;
  }

  static ComplexBuilder builder(Cells cells) {
    var builder = new ComplexBuilder(cells.xyz());
    for (int i = 0; i < cells.quads().size(); i++) {
      builder.facet(cells.markers().get(i), cells.quads().get(i));
    }
    for (Seed seed : cells.seeds()) {
      double[] at = seed.at();
      builder.region(
          seed.material(), "m" + seed.material(), at[0], at[1], at[2], Double.POSITIVE_INFINITY);
    }
    return builder;
  }

  /// Random cells of up to 3 materials in a grid of 3 by 3 by 2, turned and stretched a little.
  static Cells random(SplittableRandom random) {
    int[] materials = new int[18];
    for (int i = 0; i < materials.length; i++) {
      materials[i] = Math.max(0, random.nextInt(5) - 1);
    }
    materials[random.nextInt(materials.length)] = 1;
    while (fillsPinched(materials)) {
      // What was filled may pinch elsewhere.
    }
    Cells cells = cells(3, 3, 2, materials);
    double angle = random.nextBoolean() ? 0 : random.nextDouble(6);
    double stretch = 0.5 + random.nextDouble();
    turn(cells.xyz(), angle, stretch);
    cells.seeds().forEach(each -> turn(each.at(), angle, stretch));
    return cells;
  }

  /// Fills a cell where two cells of a grid of 3 by 3 by 2 touch in an edge only, which is refused.
  private static boolean fillsPinched(int[] m) {
    int[] strides = {6, 2, 1};
    int[] n = {3, 3, 2};
    boolean filled = false;
    for (int i = 0; i < m.length; i++) {
      int[] cell = {i / 6, i / 2 % 3, i % 2};
      for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3;
        int v = (axis + 2) % 3;
        if (cell[u] + 1 < n[u] && cell[v] + 1 < n[v]) {
          int right = i + strides[u];
          int up = i + strides[v];
          int across = right + strides[v];
          if (m[i] > 0 && m[across] > 0 && m[right] == 0 && m[up] == 0) {
            m[right] = 1;
            filled = true;
          } else if (m[i] == 0 && m[across] == 0 && m[right] > 0 && m[up] > 0) {
            m[i] = 1;
            filled = true;
          }
        }
      }
    }
    return filled;
  }

  /// Turns points about the axis (1, 1, 1).
  private static void turn(double[] xyz, double angle, double stretch) {
    double c = (1 + 2 * Math.cos(angle)) / 3;
    double d = (1 - Math.cos(angle)) / 3;
    double s = Math.sin(angle) / Math.sqrt(3);
    for (int i = 0; i < xyz.length; i += 3) {
      double x = xyz[i];
      double y = xyz[i + 1] * stretch;
      double z = xyz[i + 2];
      xyz[i] = c * x + (d - s) * y + (d + s) * z;
      xyz[i + 1] = (d + s) * x + c * y + (d - s) * z;
      xyz[i + 2] = (d - s) * x + (d + s) * y + c * z;
    }
  }
}
