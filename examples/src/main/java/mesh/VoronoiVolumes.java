// SPDX-License-Identifier: Apache-2.0
package mesh;

import weft.Weft;
import weft.World;
import weft.mesh.Delaunay;
import weft.mesh.VoronoiCell;

/// How much space belongs to each point? Here rank 0 computes the cells of a crystal: the middle of
/// a body-centred cubic lattice has truncated octahedra, with 8 hexagons and 6 squares.
final class VoronoiVolumes {
  private static final int SIDE = 6;

  private VoronoiVolumes() {}

  static void main(String[] args) {
    Weft.launch(args, VoronoiVolumes::run);
  }

  private static void run(World world) {
    world.start();
    if (world.rank() == 0) {
      Delaunay mesh = Delaunay.of(lattice());
      int middle = mesh.nearest(SIDE / 2.0, SIDE / 2.0, SIDE / 2.0);
      VoronoiCell cell = mesh.cell(middle);
      int bounded = 0;
      for (int i = 0; i < mesh.pointCount(); i++) {
        bounded += mesh.cell(i).isBounded() ? 1 : 0;
      }
      IO.println("%d points, %d cells have an end".formatted(mesh.pointCount(), bounded));
      IO.println(
          "the cell in the middle: volume %.3f, %d faces, area %.3f"
              .formatted(cell.volume(), faces(cell), area(cell)));
    }
  }

  /// The corners of unit cubes, then their centres.
  private static double[] lattice() {
    double[] xyz = new double[2 * 3 * SIDE * SIDE * SIDE];
    int used = 0;
    for (double offset : new double[] {0, 0.5}) {
      for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        int layer = i / (SIDE * SIDE);
        xyz[used++] = layer + offset;
        xyz[used++] = i / SIDE % SIDE + offset;
        xyz[used++] = i % SIDE + offset;
      }
    }
    return xyz;
  }

  /// Neighbours on one sphere may share an edge and no face: such a face has no area.
  private static int faces(VoronoiCell cell) {
    int faces = 0;
    for (int f = 0; f < cell.faceCount(); f++) {
      faces += cell.area(f) > 1e-9 ? 1 : 0;
    }
    return faces;
  }

  private static double area(VoronoiCell cell) {
    double area = 0;
    for (int f = 0; f < cell.faceCount(); f++) {
      area += cell.area(f);
    }
    return area;
  }
}
