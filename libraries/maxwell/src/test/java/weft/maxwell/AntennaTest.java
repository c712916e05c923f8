// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import weft.World;
import weft.collective.Group;
import weft.mesh.surface.Surface;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Ports, and what they radiate.
@Sampled
class AntennaTest {
  /// One metre of wavelength.
  private static final double FREQUENCY = Wave.SPEED;

  private static SurfaceCurrents drive(World world, Group all, CurrentBasis basis, Port port) {
    try (var solver = SurfaceSolver.of(world, all, basis, FREQUENCY, Equation.COMBINED)) {
      return solver.solve(List.of(port)).getFirst();
    }
  }

  @WeftTest(ranks = {1, 2})
  void aStripHasTheImpedanceOfAThinDipole(World world) {
    Group all = Group.world(world);
    world.start();
    CurrentBasis strip = CurrentBasis.of(Bodies.strip(0.47, 0.01, 40, 0, 0));
    Port port = Port.at(strip, 0, 0, 0);
    SurfaceCurrents currents = drive(world, all, strip, port);
    var network = new PortNetwork(List.of(port), List.of(currents));
    assertThat(network.impedance(0).re()).isCloseTo(71.64, within(1.0));
    assertThat(network.impedance(0).im()).isCloseTo(-1.90, within(1.0));
    assertThat(currents.radiatedPower() / network.powerFed(0)).isCloseTo(1, within(1e-5));
    // NEC-2 gives 2.14 dBi for a wire of a quarter of the strip's width as its radius.
    double gain = 4 * Math.PI * currents.far(new Direction(0, 0)).intensity() / network.powerFed(0);
    assertThat(10 * Math.log10(gain)).isCloseTo(2.14, within(0.02));
    assertThat(network.scattering(50)[0][0].magnitude()).isLessThan(0.2);
  }

  @WeftTest(ranks = 2)
  void powerFedIsRadiatedByAnyOpenShape(World world) {
    Group all = Group.world(world);
    world.start();
    Surface bent = Bodies.strip(0.9, 0.05, 24, 0, 0);
    for (int i = 0; i < bent.points().length; i += 3) {
      bent.points()[i + 2] = 0.3 * Math.abs(bent.points()[i]);
    }
    List<Surface> shapes =
        List.of(
            Bodies.strip(0.3, 0.02, 16, 0, 0),
            Bodies.strip(1.2, 0.03, 40, 0, 0),
            bent,
            Bodies.plate(0.6, 8),
            Bodies.both(Bodies.strip(0.47, 0.02, 20, 0, 0), Bodies.plate(0.7, 8)));
    for (int i = 0; i < 42; i++) {
      // The strip goes above the plate.
      shapes.getLast().points()[3 * i + 2] = 0.15;
    }
    double[][] places = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0.0375, 0}, {0, 0, 0.15}};
    for (int i = 0; i < places.length; i++) {
      Surface shape = shapes.get(i);
      CurrentBasis basis = CurrentBasis.of(shape);
      Port port = Port.at(basis, places[i][0], places[i][1], places[i][2]);
      SurfaceCurrents currents = drive(world, all, basis, port);
      double fed = new PortNetwork(List.of(port), List.of(currents)).powerFed(0);
      assertThat(currents.radiatedPower() / fed)
          .as("%d triangles", shape.triangleCount())
          .isCloseTo(1, within(1e-3));
    }
  }

  @WeftTest(ranks = {1, 2})
  void twoPortsAreReciprocal(World world) {
    Group all = Group.world(world);
    world.start();
    CurrentBasis basis =
        CurrentBasis.of(
            Bodies.both(
                Bodies.strip(0.47, 0.02, 20, 0, 0), Bodies.strip(0.40, 0.03, 18, 0.25, 0.1)));
    List<Port> ports = List.of(Port.at(basis, 0, 0, 0), Port.at(basis, 0.4 / 9, 0.25, 0.1));
    try (var solver = SurfaceSolver.of(world, all, basis, FREQUENCY, Equation.ELECTRIC)) {
      var network = new PortNetwork(ports, solver.solve(ports));
      ComplexNumber[][] s = network.scattering(50);
      assertThat(s[0][1].minus(s[1][0]).magnitude()).isLessThan(1e-6);
      assertThat(s[0][1].magnitude()).isGreaterThan(0.05);
      // Impedances invert admittances.
      ComplexNumber[][] y = network.admittances();
      ComplexNumber[][] z = network.impedances();
      for (int m = 0; m < 2; m++) {
        for (int n = 0; n < 2; n++) {
          ComplexNumber sum = y[m][0].times(z[0][n]).plus(y[m][1].times(z[1][n]));
          assertThat(sum.re()).isCloseTo(m == n ? 1 : 0, within(1e-10));
          assertThat(sum.im()).isCloseTo(0, within(1e-10));
        }
      }
    }
  }

  /// A short current near a plate that is large in wavelengths radiates as its image says.
  @WeftTest(ranks = 2)
  void aCurrentBesideAPlateRadiates(World world) {
    Group all = Group.world(world);
    world.start();
    CurrentBasis plate = CurrentBasis.of(Bodies.plate(2, 20));
    var current = new ShortDipole(new double[] {0, 0, 0.25}, new double[] {1, 0, 0});
    try (var solver = SurfaceSolver.of(world, all, plate, FREQUENCY, Equation.COMBINED)) {
      SurfaceCurrents currents = solver.solve(List.of(current)).getFirst();
      double k = Wave.number(FREQUENCY);
      Direction up = new Direction(0, 0);
      FarField both = currents.far(up).plus(current.far(k, up));
      // Twice the field upwards: the image is half a wavelength below, and opposite.
      double ratio = both.theta().magnitude() / current.far(k, up).theta().magnitude();
      assertThat(ratio).isCloseTo(2, within(0.35));
      Direction down = new Direction(180, 0);
      FarField behind = currents.far(down).plus(current.far(k, down));
      assertThat(behind.theta().magnitude()).isLessThan(0.3 * both.theta().magnitude());
      assertThat(currents.radiatedPower(current)).isPositive();
    }
  }

  /// The near field of a short current becomes its far field.
  @Test
  void aCurrentsNearFieldBecomesItsFarField() {
    double k = 2 * Math.PI;
    var current = new ShortDipole(new double[] {0.1, 0.2, -0.1}, new double[] {0.3, -0.2, 0.5});
    Direction direction = new Direction(40, 70);
    double r = 1e5;
    double[] s = direction.vector();
    double[] fields = new double[12];
    current.incident(k).at(r * s[0], r * s[1], r * s[2], fields);
    FarField far = current.far(k, direction);
    double re = 0;
    double im = 0;
    for (int axis = 0; axis < 3; axis++) {
      re += fields[2 * axis] * direction.thetaVector()[axis];
      im -= fields[2 * axis + 1] * direction.thetaVector()[axis];
    }
    ComplexNumber want =
        far.theta().times(new ComplexNumber(Math.cos(k * r), -Math.sin(k * r))).times(1 / r);
    assertThat(re).isCloseTo(want.re(), within(1e-4 * want.magnitude()));
    assertThat(im).isCloseTo(want.im(), within(1e-4 * want.magnitude()));
  }

  @Test
  void wrongPortsAreRefused() {
    Surface strip = Bodies.strip(1, 0.1, 4, 0, 0);
    CurrentBasis unnamed = CurrentBasis.of(strip);
    assertThatThrownBy(() -> Port.between(unnamed, "a", "b"))
        .hasMessage(
            "there is no group a, as the surface has no named groups; give a port as a place,"
                + " x:y:z");
    CurrentBasis named =
        CurrentBasis.of(
            Surface.of(
                strip.points(),
                strip.triangles(),
                new int[] {0, 0, 0, 0, 1, 1, 2, 2},
                List.of("left", "right", "end")));
    assertThatThrownBy(() -> Port.between(named, "left", "rigth"))
        .hasMessage("there is no group rigth; the groups are left, right, end");
    assertThatThrownBy(() -> Port.between(named, "left", "end"))
        .hasMessage("the groups left and end have no edge in common, so there is no port");
    assertThatThrownBy(() -> Port.between(named, "left", "left"))
        .hasMessageContaining("has left on both sides");
    Port port = Port.between(named, "left", "right");
    assertThat(port.functions()).hasSize(1);
    assertThat(Port.between(named, "right", "left").forward()[0]).isNotEqualTo(port.forward()[0]);
  }

  @WeftTest(ranks = 2)
  void aPortOnAClosedPartNeedsTheElectricEquation(World world) {
    Group all = Group.world(world);
    world.start();
    CurrentBasis sphere = Bodies.sphere(80);
    double[] middle = sphere.middle(0);
    Port port = Port.at(sphere, middle[0], middle[1], middle[2]);
    try (var solver = SurfaceSolver.of(world, all, sphere, 1e8, Equation.COMBINED)) {
      assertThatThrownBy(() -> solver.solve(List.of(port)))
          .hasMessageContaining("a voltage there needs Equation.ELECTRIC");
    }
  }

  @Test
  void frequenciesAndDirectionsAreChecked() {
    for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Wave.number(wrong)).hasMessageContaining("is not possible");
    }
    assertThatThrownBy(() -> new Direction(Double.NaN, 0)).hasMessageContaining("give two angles");
    assertThatThrownBy(() -> new PlaneWave(new Direction(90, 0), new double[] {1, 0, 0}))
        .hasMessageContaining("not a unit vector across");
    assertThatThrownBy(() -> new ShortDipole(new double[3], new double[3]))
        .hasMessageContaining("not all zero");
    assertThatThrownBy(() -> CurrentBasis.of(Surface.of(new double[9], new int[] {0, 1, 2})))
        .hasMessageContaining("so no current can flow");
  }
}
