// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.maxwell.internal.FunctionTree;
import weft.maxwell.internal.SurfaceProduct;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;
import weft.multipole.MultipolePlan;
import weft.multipole.MultipoleProduct;
import weft.multipole.Truncation;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Products by the multipole method against the dense matrix: its currents of a source times the
/// matrix are the source's right-hand side.
@Sampled
class SurfaceProductTest {
  private static final PlaneWave WAVE = PlaneWave.theta(new Direction(130, 40));

  /// The products of one rank.
  private record Ranks(World world, Group all, MultipoleProduct product) {
    static Ranks of(World world) {
      var ranks = new Ranks(world, Group.world(world), MultipoleProduct.of(world));
      world.start();
      return ranks;
    }
  }

  /// Compares products of the currents that a source drives.
  private static void compare(
      Ranks ranks,
      CurrentBasis basis,
      double frequency,
      Equation equation,
      Source source,
      double... accuracies) {
    SurfaceCurrents currents;
    try (var dense = SurfaceSolver.of(ranks.world, ranks.all, basis, frequency, equation)) {
      currents = dense.solve(List.of(source)).getFirst();
    }
    var equations = new Equations(basis, frequency, equation);
    for (double accuracy : accuracies) {
      double error = error(ranks, equations, currents, source, accuracy);
      assertThat(error)
          .as(
              "%d unknowns, %s Hz, %s, %d ranks",
              basis.size(), frequency, equation, ranks.world.size())
          .isLessThan(accuracy);
    }
  }

  /// The error of a product relative to the right-hand side.
  private static double error(
      Ranks ranks, Equations equations, SurfaceCurrents currents, Source source, double accuracy) {
    World world = ranks.world;
    MultipolePlan plan =
        SurfaceProduct.plan(
            equations.middles(),
            equations.k(),
            Truncation.of(accuracy),
            world.rank(),
            world.size());
    var functions = new FunctionTree(equations.arrays(), plan);
    var fast =
        new SurfaceProduct(
            ranks.all, functions, equations.closed(), accuracy, 4, ranks.product, (done, of) -> {});
    double[] values = new double[2 * functions.own()];
    for (int i = 0; i < functions.own(); i++) {
      ComplexNumber through = currents.through(functions.function(plan.firstPoint() + i));
      values[2 * i] = through.re() * Wave.IMPEDANCE;
      values[2 * i + 1] = -through.im() * Wave.IMPEDANCE;
    }
    double[] results = new double[values.length];
    fast.multiply(new double[][] {values}, new double[][] {results});
    double[] side = equations.side(source, equations.closed().steps());
    double[] squares = new double[2];
    for (int i = 0; i < results.length; i++) {
      double want = side[2 * functions.function(plan.firstPoint() + i / 2) + i % 2];
      squares[0] += (results[i] - want) * (results[i] - want);
      squares[1] += want * want;
    }
    ranks.all.allreduce(squares, Operator.SUM);
    return Math.sqrt(squares[0] / squares[1]);
  }

  @WeftTest(ranks = {1, 2, 3})
  void isTheDenseMatrix(World world) {
    Ranks ranks = Ranks.of(world);
    for (Equation equation : Equation.values()) {
      compare(ranks, mixed(), 4e8, equation, WAVE, 1e-3, 1e-4);
    }
  }

  @WeftTest(ranks = 2)
  void isTheDenseMatrixOfASphere(World world) {
    double frequency = SphereTest.frequency(2 * Math.PI);
    Ranks ranks = Ranks.of(world);
    compare(ranks, Bodies.sphere(1280), frequency, Equation.COMBINED, WAVE, 1e-3, 1e-4);
  }

  /// A ball, a strip and a fin.
  private static CurrentBasis mixed() {
    Surface ball = SurfaceShapes.icosphere(0.4, Fineness.triangles(320));
    Surface fin =
        Surface.of(
            new double[] {
              0, 0, 0, 0, 0.3, 0, 0.3, 0, 0, 0.3, 0.3, 0, -0.2, 0, 0.2, -0.2, 0.3, 0.2, -0.2, 0,
              -0.2, -0.2, 0.3, -0.2
            },
            new int[] {0, 2, 3, 0, 3, 1, 0, 4, 5, 0, 5, 1, 0, 6, 7, 0, 7, 1});
    double[][] same = Bodies.rotation(new Random(3));
    fin = Bodies.moved(fin, same, new double[] {1.2, 0.3, 0.4}, 1);
    return CurrentBasis.of(Bodies.both(Bodies.both(ball, Bodies.strip(2.1, 0.1, 40, 0.7, 0)), fin));
  }

  /// Bodies without far boxes, and ranks without functions.
  @WeftTest(ranks = {1, 2, 3})
  void smallBodiesHaveNoTree(World world) {
    Ranks ranks = Ranks.of(world);
    CurrentBasis pair = CurrentBasis.of(Bodies.strip(0.1, 0.1, 1, 0, 0));
    assertThat(pair.size()).isEqualTo(1);
    for (CurrentBasis basis :
        List.of(pair, Bodies.tetrahedron(), Bodies.sphere(80), Bodies.sphere(320))) {
      for (Equation equation : Equation.values()) {
        // From all in one leaf to a few far boxes.
        for (double frequency : new double[] {1e6, 3e7, 1.2e8}) {
          compare(ranks, basis, frequency, equation, WAVE, 1e-4);
        }
      }
    }
  }

  /// Voltages in gaps: the right-hand side is zero but in a few rows.
  @WeftTest(ranks = {1, 3})
  void portsDriveTheSameCurrents(World world) {
    Ranks ranks = Ranks.of(world);
    CurrentBasis two =
        CurrentBasis.of(
            Bodies.both(Bodies.strip(2.35, 0.05, 60, 0, 0), Bodies.strip(2.2, 0.05, 60, 0.4, 0.2)));
    Port port = Port.at(two, 0, 0, 0);
    compare(ranks, two, 3e8, Equation.COMBINED, port, 1e-4);
  }
}
