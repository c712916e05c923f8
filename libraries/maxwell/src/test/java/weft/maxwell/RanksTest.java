// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import weft.World;
import weft.collective.Group;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The same results on every number of ranks and over every transport: those that each rank finds
/// alone.
@Sampled
class RanksTest {
  /// A closed part and an open one.
  private static CurrentBasis mixed() {
    Surface ball = SurfaceShapes.icosphere(0.4, Fineness.triangles(80));
    return CurrentBasis.of(Bodies.both(ball, Bodies.strip(0.9, 0.1, 12, 0.7, 0)));
  }

  private static double[] fields(World world, Group group, Equation equation) {
    CurrentBasis basis = mixed();
    Port port = Port.at(basis, 0, 0.7, 0);
    List<Source> sources =
        List.of(
            PlaneWave.theta(new Direction(70, 30)),
            PlaneWave.phi(new Direction(10, 80)),
            new ShortDipole(new double[] {0, 0, 1}, new double[] {0.01, 0, 0.01}),
            port);
    double[] fields = new double[4 * sources.size() * 3];
    int at = 0;
    try (var solver = SurfaceSolver.of(world, group, basis, 2.5e8, equation)) {
      for (SurfaceCurrents each : solver.solve(sources)) {
        for (int angle = 0; angle < 180; angle += 60) {
          FarField far = each.far(new Direction(angle, 2 * angle));
          fields[at++] = far.theta().re();
          fields[at++] = far.theta().im();
          fields[at++] = far.phi().re();
          fields[at++] = far.phi().im();
        }
      }
      assertThat(solver.residual()).isLessThan(1e-11);
    }
    return fields;
  }

  @WeftTest(
      ranks = {1, 2, 3, 5},
      transport = {
        "threads",
        "shm",
        "mpi:WEFT_MPI=openmpi",
        "mpi:WEFT_MPI=mpich,WEFT_NETWORK_ONLY=1"
      })
  void agree(World world) {
    Group all = Group.world(world);
    world.start();
    Group alone = all.split(world.rank(), 0);
    for (Equation equation : Equation.values()) {
      double[] together = fields(world, all, equation);
      double[] mine = fields(world, alone, equation);
      double most = 0;
      for (double each : mine) {
        most = Math.max(most, Math.abs(each));
      }
      for (int i = 0; i < mine.length; i++) {
        assertThat(Math.abs(together[i] - mine[i])).as("number %d", i).isLessThan(1e-9 * most);
      }
    }
    alone.free();
  }
}
