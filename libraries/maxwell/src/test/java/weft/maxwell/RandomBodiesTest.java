// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weft.World;
import weft.collective.Group;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;
import weft.testkit.WeftTest;

/// Random scenes of random bodies and sources. The model shares nothing with the library: a scene
/// that is turned, moved, scaled with its wavelength, numbered in another way and solved by other
/// ranks scatters the same, and sender and receiver may change places.
class RandomBodiesTest {
  private static final int SCENES = 6;

  private static Surface body(Random random) {
    Surface surface =
        switch (random.nextInt(5)) {
          case 0 -> SurfaceShapes.icosphere(0.3, Fineness.triangles(80));
          case 1 -> SurfaceShapes.torus(0.3, 0.1, Fineness.triangles(120));
          case 2 -> Bodies.strip(0.6, 0.1, 8, 0, 0);
          case 3 -> Bodies.plate(0.4, 3);
          default -> fin();
        };
    for (int i = 0; i < surface.points().length; i++) {
      surface.points()[i] += 0.01 * random.nextGaussian();
    }
    return surface;
  }

  /// Three plates with one edge in common: two functions at it.
  private static Surface fin() {
    double[] points = {
      0, 0, 0, 0, 0.3, 0, 0.3, 0, 0, 0.3, 0.3, 0, -0.2, 0, 0.2, -0.2, 0.3, 0.2, -0.2, 0, -0.2, -0.2,
      0.3, -0.2
    };
    int[] triangles = {0, 2, 3, 0, 3, 1, 0, 4, 5, 0, 5, 1, 0, 6, 7, 0, 7, 1};
    return Surface.of(points, triangles);
  }

  private static Surface scene(Random random) {
    Surface scene = body(random);
    for (int more = random.nextInt(3); more > 0; more--) {
      double[] by = {random.nextDouble() + 0.5, 2 * more, random.nextGaussian()};
      scene = Bodies.both(scene, Bodies.moved(body(random), Bodies.rotation(random), by, 1));
    }
    return scene;
  }

  private static double section(
      World world,
      Group group,
      Surface surface,
      double frequency,
      Equation equation,
      double[] from,
      double[] polarisation,
      double[] to,
      double[] received) {
    try (var solver =
        SurfaceSolver.of(world, group, CurrentBasis.of(surface), frequency, equation)) {
      var wave = new PlaneWave(Bodies.direction(from), polarisation);
      FarField far = solver.solve(List.of(wave)).getFirst().far(Bodies.direction(to));
      double[] u = Bodies.direction(to).thetaVector();
      double[] v = Bodies.direction(to).phiVector();
      ComplexNumber sum =
          far.theta().times(dot(u, received)).plus(far.phi().times(dot(v, received)));
      assertThat(solver.residual()).isLessThan(1e-10);
      return FarField.crossSection(sum);
    }
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  private static double[] across(Random random, double[] direction) {
    double[] u = Bodies.direction(direction).thetaVector();
    double[] v = Bodies.direction(direction).phiVector();
    double angle = 2 * Math.PI * random.nextDouble();
    double[] sum = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      sum[axis] = Math.cos(angle) * u[axis] + Math.sin(angle) * v[axis];
    }
    return sum;
  }

  private static double[] somewhere(Random random) {
    return Bodies.times(Bodies.rotation(random), new double[] {0, 0, 1});
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"})
  void doNotDependOnPlaceOrOrder(World world, Random mine) {
    Group all = Group.world(world);
    world.start();
    long seed = all.broadcast(0, mine.nextLong());
    var random = new Random(seed);
    List<String> seen = new ArrayList<>();
    Group alone = all.split(world.rank(), 0);
    for (int i = 0; i < SCENES; i++) {
      Surface scene = scene(random);
      double frequency = 1e8 * (1 + 4 * random.nextDouble());
      Equation equation = Equation.values()[random.nextInt(2)];
      double[] from = somewhere(random);
      double[] to = somewhere(random);
      double[] sent = across(random, from);
      double[] received = across(random, to);
      double first = section(world, all, scene, frequency, equation, from, sent, to, received);
      double[][] turn = Bodies.rotation(random);
      double scale = 0.1 + 3 * random.nextDouble();
      double[] by = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      double moved =
          section(
              world,
              random.nextBoolean() ? all : alone,
              Bodies.moved(scene, turn, by, scale),
              frequency / scale,
              equation,
              Bodies.times(turn, from),
              Bodies.times(turn, sent),
              Bodies.times(turn, to),
              Bodies.times(turn, received));
      String what =
          "seed %d, scene %d of %d triangles, %s"
              .formatted(seed, i, scene.triangleCount(), equation);
      assertThat(moved / (scale * scale) / first).as(what).isBetween(1 - 1e-7, 1 + 1e-7);
      double other =
          section(
              world,
              alone,
              Bodies.renumbered(scene, random),
              frequency,
              equation,
              from,
              sent,
              to,
              received);
      assertAlike(other, first, what);
      double back = section(world, all, scene, frequency, equation, to, received, from, sent);
      double tolerance = equation == Equation.ELECTRIC ? 1e-3 : 0.2;
      double scaleOf = Math.max(Math.max(first, back), 1e-3);
      assertThat(Math.abs(back - first) / scaleOf).as(what).isLessThan(tolerance);
      seen.add(scene.triangleCount() + " " + equation);
    }
    alone.free();
    System.out.println("scenes of seed " + seed + ": " + seen);
  }

  /// The rules for touching triangles depend on the order of corners, so by their error, which is
  /// one of amplitudes: where these nearly cancel, it is more of the cross section.
  private static void assertAlike(double section, double expected, String what) {
    double amplitude = Math.sqrt(expected);
    assertThat(Math.abs(Math.sqrt(section) - amplitude))
        .as(what)
        .isLessThan(1e-3 * Math.max(amplitude, 0.1));
  }
}
