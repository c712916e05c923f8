// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Spheres against Mie's series, and laws that all scattered fields obey.
@Sampled
class SphereTest {
  /// Computed by a program of its own kind: angle, and the radar cross section over πa² in the
  /// planes of the electric and of the magnetic field.
  private static final double[][] ROUND = {
    {Math.PI, 0, 11.774842315, 11.774842315},
    {Math.PI, 15, 9.4435960790, 9.8756349087},
    {Math.PI, 60, 3.3121077679, 1.6515138255},
    {Math.PI, 90, 0.27954297596, 1.2059205672},
    {Math.PI, 180, 0.75640356069, 0.75640356069},
    {0.1, 0, 1.0250978761e-04, 1.0250978761e-04},
    {0.1, 60, 5.7977499397e-09, 2.2810738022e-04},
    {0.1, 180, 8.9833659715e-04, 8.9833659715e-04},
    {1, 0, 1.6874791587, 1.6874791587},
    {1, 45, 0.64751066000, 2.0208731360},
    {1, 180, 3.6375665429, 3.6375665429},
    {2 * Math.PI, 0, 43.335340907, 43.335340907},
    {2 * Math.PI, 45, 0.18497869976, 1.8805176862},
    {2 * Math.PI, 135, 0.94270057716, 0.96732773152},
    {2 * Math.PI, 180, 1.0139712271, 1.0139712271}
  };

  @Test
  void theSeriesHasKnownValues() {
    for (double[] row : ROUND) {
      var sphere = new MieSphere(1, frequency(row[0]));
      assertThat(sphere.crossSection(row[1], true) / Math.PI)
          .as("ka = %s, %s°", row[0], row[1])
          .isCloseTo(row[2], within(2e-9 * row[2]));
      assertThat(sphere.crossSection(row[1], false) / Math.PI)
          .isCloseTo(row[3], within(2e-9 * row[3]));
    }
  }

  /// The frequency at which a sphere of radius 1 m has this ka.
  static double frequency(double ka) {
    return ka * Wave.SPEED / (2 * Math.PI);
  }

  static final PlaneWave UPWARDS = new PlaneWave(new Direction(180, 0), new double[] {1, 0, 0});

  /// The rms error of the bistatic cross section in both planes, over the rms of the series.
  static double[] errors(SurfaceCurrents currents, double frequency) {
    var exact = new MieSphere(1, frequency);
    double[] errors = new double[2];
    for (int plane = 0; plane < 2; plane++) {
      List<Direction> directions = new ArrayList<>();
      for (int angle = 0; angle <= 180; angle++) {
        directions.add(new Direction(angle, plane == 0 ? 0 : 90));
      }
      List<FarField> fields = currents.far(directions);
      double sum = 0;
      double all = 0;
      for (int angle = 0; angle <= 180; angle++) {
        double want = exact.crossSection(angle, plane == 0);
        double got = fields.get(angle).crossSection();
        sum += (got - want) * (got - want);
        all += want * want;
      }
      errors[plane] = Math.sqrt(sum / all);
    }
    return errors;
  }

  private static void check(
      World world, Group all, int triangles, double ka, Equation equation, double most) {
    double frequency = frequency(ka);
    try (var solver = SurfaceSolver.of(world, all, Bodies.sphere(triangles), frequency, equation)) {
      SurfaceCurrents currents = solver.solve(List.of(UPWARDS)).getFirst();
      assertThat(solver.residual()).isBetween(0.0, 1e-11);
      double[] errors = errors(currents, frequency);
      assertThat(errors[0]).as("ka %s, %s, plane of E", ka, equation).isLessThan(most);
      assertThat(errors[1]).as("ka %s, %s, plane of H", ka, equation).isLessThan(most);
    }
  }

  @WeftTest(ranks = 2, heap = 200 << 20)
  void isAsAccurateAsItsTriangles(World world) {
    Group all = Group.world(world);
    world.start();
    check(world, all, 1280, 2 * Math.PI, Equation.ELECTRIC, 1.6e-3);
    check(world, all, 1280, 2 * Math.PI, Equation.COMBINED, 2.3e-3);
    check(world, all, 1280, 4.4934, Equation.COMBINED, 1.3e-3);
  }

  /// At a resonance of the inside the equation of the electric field is ill-conditioned, and the
  /// combined one is not.
  @WeftTest(ranks = 2)
  void resonancesDoNotDisturbTheCombinedEquation(World world) {
    Group all = Group.world(world);
    world.start();
    CurrentBasis sphere = Bodies.sphere(320);
    double worst = 0;
    for (double ka : new double[] {2.7437, 3.8702, 4.4934}) {
      // A polyhedron resonates a little beside the sphere.
      double most = 0;
      for (double near = 0.997; near < 1.004; near += 0.001) {
        try (var electric =
            SurfaceSolver.of(world, all, sphere, frequency(near * ka), Equation.ELECTRIC)) {
          most = Math.max(most, electric.condition());
        }
      }
      try (var combined = SurfaceSolver.of(world, all, sphere, frequency(ka), Equation.COMBINED)) {
        double condition = combined.condition();
        assertThat(most).as("ka %s", ka).isGreaterThan(10 * condition);
        worst = Math.max(worst, condition);
      }
    }
    assertThat(worst).isLessThan(1000);
  }

  /// Power: what a wave loses is scattered. Reciprocity: sender and receiver may change places.
  /// Inside a closed body the field is zero.
  @WeftTest(ranks = {1, 3})
  void obeysTheLawsOfPhysics(World world) {
    Group all = Group.world(world);
    world.start();
    double frequency = frequency(Math.PI);
    double k = Wave.number(frequency);
    for (Equation equation : Equation.values()) {
      boolean electric = equation == Equation.ELECTRIC;
      try (var solver = SurfaceSolver.of(world, all, Bodies.sphere(320), frequency, equation)) {
        Direction one = new Direction(50, 20);
        Direction other = new Direction(120, 250);
        PlaneWave wave = PlaneWave.theta(one);
        PlaneWave back = PlaneWave.phi(other);
        List<SurfaceCurrents> currents = solver.solve(List.of(wave, back, UPWARDS));
        FarField forward = currents.getFirst().far(new Direction(130, 200));
        // θ of the opposite direction is the same vector.
        double lost = -4 * Math.PI / k * forward.theta().im();
        double scattered = currents.getFirst().radiatedPower() * 2 * Wave.IMPEDANCE;
        assertThat(scattered / lost)
            .as("askew of the triangles' symmetry")
            .isCloseTo(1, within(electric ? 2e-5 : 3e-3));
        double upwards =
            -4 * Math.PI / k * currents.getLast().far(new Direction(0, 0)).theta().im();
        scattered = currents.getLast().radiatedPower() * 2 * Wave.IMPEDANCE;
        assertThat(scattered / upwards).isCloseTo(1, within(electric ? 2e-5 : 1e-3));
        ComplexNumber there = currents.getFirst().far(other).phi();
        ComplexNumber here = currents.get(1).far(one).theta();
        assertThat(there.minus(here).magnitude() / here.magnitude())
            .isLessThan(electric ? 3e-8 : 2e-3);
        NearField inside = currents.getFirst().near(0.2, -0.1, 0.3);
        double[] incident = new double[12];
        wave.incident(k).at(0.2, -0.1, 0.3, incident);
        for (int axis = 0; axis < 3; axis++) {
          assertThat(inside.electric()[axis].re()).isCloseTo(-incident[2 * axis], within(5e-3));
          assertThat(inside.electric()[axis].im()).isCloseTo(incident[2 * axis + 1], within(5e-3));
          assertThat(inside.magnetic()[axis].re() * Wave.IMPEDANCE)
              .isCloseTo(-incident[6 + 2 * axis], within(5e-3));
        }
        assertThat(inside.tooNear()).isFalse();
        assertThat(currents.getFirst().near(0, 0, 1.05).tooNear()).isTrue();
      }
    }
  }

  /// Polyhedra that enclose the sphere's volume are better than inscribed ones, and a mesh that is
  /// twice as fine is about ten times as good.
  @WeftTest(ranks = 2)
  void finerMeshesOfEqualVolumeConverge(World world) {
    Group all = Group.world(world);
    world.start();
    double frequency = frequency(1.5);
    double[] errors = new double[3];
    List<Surface> spheres =
        List.of(
            SurfaceShapes.icosphereOfEqualVolume(1, Fineness.triangles(80)),
            SurfaceShapes.icosphereOfEqualVolume(1, Fineness.triangles(320)),
            SurfaceShapes.icosphere(1, Fineness.triangles(320)));
    for (int i = 0; i < spheres.size(); i++) {
      CurrentBasis basis = CurrentBasis.of(spheres.get(i));
      try (var solver = SurfaceSolver.of(world, all, basis, frequency, Equation.COMBINED)) {
        SurfaceCurrents currents = solver.solve(List.of(UPWARDS)).getFirst();
        errors[i] = Math.hypot(errors(currents, frequency)[0], errors(currents, frequency)[1]);
      }
    }
    assertThat(errors[0] / errors[1]).isGreaterThan(6);
    assertThat(errors[2] / errors[1]).isGreaterThan(4);
  }

  /// Of registered memory, as programs tell their users before the work.
  @WeftTest(ranks = {1, 2})
  void memoryIsEstimatedWithinAFewPercent(World world) {
    Group all = Group.world(world);
    world.start();
    CurrentBasis sphere = Bodies.sphere(320);
    long before = world.heap().used();
    double[] most = new double[1];
    SolverProgress watch =
        (what, done, of) -> most[0] = Math.max(most[0], (double) (world.heap().used() - before));
    try (var solver = SurfaceSolver.of(world, all, sphere, 1e8, Equation.COMBINED, watch)) {
      solver.solve(List.of(UPWARDS));
    }
    double used = all.allreduce(most[0], Operator.MAX);
    assertThat((double) SurfaceSolver.memory(sphere.size(), 1, world.size()) / used)
        .isBetween(0.87, 1.15);
    assertThat(world.heap().used() - before).as("left behind").isLessThan(1 << 16);
  }
}
