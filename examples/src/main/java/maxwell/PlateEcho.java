// SPDX-License-Identifier: Apache-2.0
package maxwell;

import java.util.List;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.maxwell.CurrentBasis;
import weft.maxwell.Direction;
import weft.maxwell.Equation;
import weft.maxwell.FarField;
import weft.maxwell.PlaneWave;
import weft.maxwell.SurfaceCurrents;
import weft.maxwell.SurfaceSolver;
import weft.maxwell.Wave;
import weft.mesh.surface.Surface;

/// How strongly does a metal plate reflect a radar's wave back to it? All ranks share the matrix.
final class PlateEcho {
  private static final double SIDE = 0.3;
  private static final int SQUARES = 10;
  private static final double FREQUENCY = 1e9;

  private PlateEcho() {}

  static void main(String[] args) {
    Weft.launch(args, PlateEcho::run);
  }

  private static void run(World world) {
    Group all = Group.world(world);
    world.start();
    CurrentBasis basis = CurrentBasis.of(plate()); // or of Surface.read(Path.of("plate.stl"))
    Direction above = new Direction(0, 0);
    Direction askew = new Direction(30, 0);
    try (SurfaceSolver solver = SurfaceSolver.of(world, all, basis, FREQUENCY, Equation.COMBINED)) {
      List<SurfaceCurrents> currents =
          solver.solve(List.of(PlaneWave.theta(above), PlaneWave.theta(askew)));
      double fromAbove = FarField.crossSection(currents.get(0).far(above).theta());
      double fromTheSide = FarField.crossSection(currents.get(1).far(askew).theta());
      if (world.rank() == 0) {
        // Large plates reflect 4π A²/λ² straight back.
        double large = 4 * Math.PI * Math.pow(SIDE, 4) / Math.pow(Wave.length(FREQUENCY), 2);
        IO.println("%d unknowns".formatted(basis.size()));
        IO.println("from above %.2f m², as a mirror %.2f m²".formatted(fromAbove, large));
        IO.println("from 30 degrees %.2f m²".formatted(fromTheSide));
      }
    }
  }

  /// Squares, each of two triangles.
  private static Surface plate() {
    int across = SQUARES + 1;
    double[] points = new double[3 * across * across];
    int[] triangles = new int[6 * SQUARES * SQUARES];
    for (int i = 0; i < across; i++) {
      for (int j = 0; j < across; j++) {
        points[3 * (i * across + j)] = SIDE * i / SQUARES;
        points[3 * (i * across + j) + 1] = SIDE * j / SQUARES;
      }
    }
    for (int i = 0; i < SQUARES; i++) {
      for (int j = 0; j < SQUARES; j++) {
        int a = i * across + j;
        int[] corners = {a, a + across, a + across + 1, a, a + across + 1, a + 1};
        System.arraycopy(corners, 0, triangles, 6 * (i * SQUARES + j), corners.length);
      }
    }
    return Surface.of(points, triangles);
  }
}
