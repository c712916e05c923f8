// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import weft.World;
import weft.collective.Group;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.SurfaceShapes;
import weft.multipole.MultipoleProduct;
import weft.overlap.Tuner;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Solutions by steps against Mie's series, against factors, and what is told of them.
@Sampled
class MultipoleSolverTest {
  private static MultipoleSolver solver(
      World world,
      Group all,
      MultipoleProduct product,
      CurrentBasis basis,
      double frequency,
      Equation equation,
      double residual) {
    return MultipoleSolver.of(
        world,
        all,
        product,
        basis,
        frequency,
        equation,
        residual,
        MultipoleSolver.MOST_STEPS,
        Tuner.logQuadratic(),
        SolverProgress.NONE);
  }

  /// The limits are those of the dense matrix.
  @WeftTest(ranks = {1, 2})
  void spheresAreAsAccurateAsTheirTriangles(World world) {
    Group all = Group.world(world);
    var product = MultipoleProduct.of(world);
    world.start();
    CurrentBasis sphere = Bodies.sphere(1280);
    for (Equation equation : Equation.values()) {
      double frequency = SphereTest.frequency(2 * Math.PI);
      var solver = solver(world, all, product, sphere, frequency, equation, 1e-3);
      SurfaceCurrents currents = solver.solve(List.of(SphereTest.UPWARDS)).getFirst();
      assertThat(solver.isReached()).isTrue();
      assertThat(solver.residual()).isBetween(1e-5, 1e-3);
      boolean combined = equation == Equation.COMBINED;
      assertThat(solver.steps().getFirst()).isLessThan(combined ? 14 : 40);
      for (double error : SphereTest.errors(currents, frequency)) {
        assertThat(error).as("%s", equation).isLessThan(combined ? 2.3e-3 : 1.6e-3);
      }
    }
  }

  /// At a resonance of the inside.
  @WeftTest(ranks = 2)
  void resonancesDoNotDisturb(World world) {
    Group all = Group.world(world);
    var product = MultipoleProduct.of(world);
    world.start();
    double frequency = SphereTest.frequency(4.4934);
    var solver =
        solver(world, all, product, Bodies.sphere(1280), frequency, Equation.COMBINED, 1e-3);
    SurfaceCurrents currents = solver.solve(List.of(SphereTest.UPWARDS)).getFirst();
    assertThat(solver.steps().getFirst()).isLessThan(16);
    for (double error : SphereTest.errors(currents, frequency)) {
      assertThat(error).isLessThan(1.3e-3);
    }
  }

  /// Closed and open parts, waves, a short current and a port, which begins from the others.
  @WeftTest(ranks = {1, 3})
  void currentsAreThoseOfTheFactors(World world) {
    Group all = Group.world(world);
    var product = MultipoleProduct.of(world);
    world.start();
    CurrentBasis basis =
        CurrentBasis.of(
            Bodies.both(
                SurfaceShapes.icosphere(0.4, Fineness.triangles(320)),
                Bodies.strip(0.9, 0.1, 12, 0.7, 0)));
    Port port = Port.at(basis, 0, 0.7, 0);
    List<Source> sources =
        List.of(
            PlaneWave.theta(new Direction(70, 30)),
            PlaneWave.phi(new Direction(10, 80)),
            new ShortDipole(new double[] {0, 0, 1}, new double[] {0.01, 0, 0.01}),
            port);
    for (Equation equation : Equation.values()) {
      var steps = solver(world, all, product, basis, 5e8, equation, 1e-4);
      List<SurfaceCurrents> got = steps.solve(sources);
      assertThat(steps.isReached()).isTrue();
      try (var factors = SurfaceSolver.of(world, all, basis, 5e8, equation)) {
        List<SurfaceCurrents> exact = factors.solve(sources);
        for (int i = 0; i < sources.size(); i++) {
          assertAlike(got.get(i), exact.get(i), equation + ", source " + i);
          assertPower(got.get(i), equation + ", source " + i);
        }
        ComplexNumber wrong = got.getLast().through(port).minus(exact.getLast().through(port));
        assertThat(wrong.magnitude() / exact.getLast().through(port).magnitude()).isLessThan(2e-3);
      }
    }
  }

  private static void assertPower(SurfaceCurrents got, String what) {
    assertThat(got.radiatedPower() / got.radiatedPower(null)).as(what).isCloseTo(1, within(1e-4));
  }

  private static void assertAlike(SurfaceCurrents got, SurfaceCurrents exact, String what) {
    double most = 0;
    double wrong = 0;
    for (int angle = 0; angle < 180; angle += 20) {
      FarField a = got.far(new Direction(angle, 2 * angle));
      FarField b = exact.far(new Direction(angle, 2 * angle));
      most = Math.max(most, Math.sqrt(b.intensity()));
      wrong = Math.max(wrong, a.theta().minus(b.theta()).magnitude());
      wrong = Math.max(wrong, a.phi().minus(b.phi()).magnitude());
    }
    // An intensity is |f|²/2η.
    assertThat(wrong / (most * Math.sqrt(2 * Wave.IMPEDANCE))).as(what).isLessThan(1e-3);
  }

  /// A sweep of angles: sources share directions, and later ones begin from the best combination of
  /// earlier solutions.
  @WeftTest(ranks = 2)
  void sweepsTakeFewerProducts(World world) {
    Group all = Group.world(world);
    var product = MultipoleProduct.of(world);
    world.start();
    double frequency = SphereTest.frequency(4);
    var solver =
        solver(world, all, product, Bodies.sphere(320), frequency, Equation.COMBINED, 1e-3);
    List<PlaneWave> waves =
        java.util.stream.IntStream.range(0, 16)
            .mapToObj(i -> PlaneWave.theta(new Direction(60 + 2 * i, 20)))
            .toList();
    solver.solve(waves.subList(0, 1));
    int alone = solver.products();
    solver.solve(waves.subList(1, 16));
    assertThat(solver.isReached()).isTrue();
    assertThat(solver.products()).isLessThan(16 * alone / 2);
    // The same again needs none.
    solver.solve(waves.subList(3, 5));
    assertThat(solver.steps().subList(16, 18)).allMatch(it -> it <= 1);
  }

  /// Products compute with floats, and a source may be as strong as doubles can say.
  @WeftTest(ranks = {1, 2})
  void strongAndWeakSourcesAreSolvedAlike(World world) {
    Group all = Group.world(world);
    var product = MultipoleProduct.of(world);
    world.start();
    double frequency = SphereTest.frequency(2);
    var solver =
        solver(world, all, product, Bodies.sphere(320), frequency, Equation.COMBINED, 1e-3);
    double[] strengths = {1, 1e99, 1e-99};
    List<ShortDipole> dipoles =
        Arrays.stream(strengths)
            .mapToObj(it -> new ShortDipole(new double[] {0, 0, 3}, new double[] {it, 0, 0}))
            .toList();
    List<SurfaceCurrents> got = solver.solve(dipoles);
    assertThat(solver.isReached()).isTrue();
    double wanted = got.getFirst().through(7).magnitude();
    assertThat(wanted).isPositive();
    double power = got.getFirst().radiatedPower(null);
    for (int i = 0; i < strengths.length; i++) {
      String what = "strength " + strengths[i];
      assertThat(got.get(i).through(7).magnitude())
          .as(what)
          .isCloseTo(strengths[i] * wanted, withinPercentage(1));
      assertThat(got.get(i).radiatedPower(null))
          .as(what)
          .isCloseTo(strengths[i] * strengths[i] * power, withinPercentage(1));
    }
  }

  @WeftTest(ranks = 2)
  void whatIsNotReachedIsTold(World world) {
    Group all = Group.world(world);
    var product = MultipoleProduct.of(world);
    world.start();
    var solver =
        MultipoleSolver.of(
            world,
            all,
            product,
            Bodies.sphere(320),
            2e8,
            Equation.ELECTRIC,
            1e-4,
            3,
            Tuner.fixed(4),
            SolverProgress.NONE);
    assertThat(solver.solve(List.of(SphereTest.UPWARDS))).hasSize(1);
    assertThat(solver.steps()).containsExactly(3);
    assertThat(solver.isReached()).isFalse();
    assertThat(solver.residual()).isBetween(1e-3, 1.0);
    assertThatThrownBy(
            () -> solver(world, all, product, Bodies.sphere(80), 1e8, Equation.ELECTRIC, 1e-9))
        .hasMessageContaining("a residual of 1.0E-9 is not possible; give one from");
  }

  /// Of a rank's memory, and of the levels.
  @WeftTest(ranks = {1, 2})
  void memoryIsEstimated(World world) {
    Group all = Group.world(world);
    var product = MultipoleProduct.of(world);
    world.start();
    CurrentBasis sphere = Bodies.sphere(1280);
    double frequency = SphereTest.frequency(2 * Math.PI);
    var estimate = MultipoleEstimate.of(sphere, frequency, Equation.COMBINED, 1e-3, world.size());
    var solver = solver(world, all, product, sphere, frequency, Equation.COMBINED, 1e-3);
    assertThat(estimate.levels()).isEqualTo(solver.levels());
    long[] parts = solver.bytes();
    double[] most = {parts[0], parts[1], parts[2]};
    all.allreduce(most, weft.collective.Operator.MAX);
    assertThat(estimate.nearBytes() / most[0]).isCloseTo(1, within(0.25));
    assertThat(estimate.patternBytes() / most[1]).isCloseTo(1, within(0.25));
    assertThat(estimate.inverseBytes() / most[2]).isCloseTo(1, within(0.25));
  }
}
