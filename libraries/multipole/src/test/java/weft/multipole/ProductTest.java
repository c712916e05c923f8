// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import weft.World;
import weft.multipole.PointProducts.Problem;
import weft.overlap.Tuner;
import weft.testkit.WeftTest;

/// Products of points on several ranks against direct sums.
class ProductTest {
  private static double[] values(SplittableRandom random, int count) {
    var values = new double[2 * count];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextDouble(-1, 1);
    }
    return values;
  }

  private static double[] cube(SplittableRandom random, int count) {
    var points = new double[3 * count];
    for (int i = 0; i < points.length; i++) {
      points[i] = random.nextDouble();
    }
    return points;
  }

  private static double[] sphere(SplittableRandom random, int count) {
    var points = new double[3 * count];
    for (int i = 0; i < count; i++) {
      double z = random.nextDouble(-1, 1);
      double phi = random.nextDouble(2 * Math.PI);
      points[3 * i] = Math.sqrt(1 - z * z) * Math.cos(phi);
      points[3 * i + 1] = Math.sqrt(1 - z * z) * Math.sin(phi);
      points[3 * i + 2] = z;
    }
    return points;
  }

  @WeftTest(ranks = {1, 2, 3})
  void sumsAreAsAccurateAsAsked(World world) {
    var product = MultipoleProduct.of(world);
    world.start();
    var random = new SplittableRandom(11);
    for (double accuracy : new double[] {1e-2, 1e-3, 1e-4, 1e-5}) {
      Truncation truncation = Truncation.of(accuracy);
      for (boolean isSphere : new boolean[] {true, false}) {
        int count = isSphere ? 3000 : 2000;
        double[] points = isSphere ? sphere(random, count) : cube(random, count);
        double size = isSphere ? 2 : 1;
        // Three levels of the smallest boxes that are allowed, and two of larger ones.
        for (int levels = 2; levels <= 3; levels++) {
          double sides = truncation.leastSide() * (levels == 2 ? 1.3 : 1.001);
          double k = 2 * Math.PI * (1 << levels) * sides / size;
          var problem = new Problem(points, values(random, count), k, levels, truncation);
          double[] sums = PointProducts.multiply(product, world, problem);
          assertThat(PointProducts.error(sums, problem.direct()))
              .as("accuracy %s, sphere %s, levels %d", accuracy, isSphere, levels)
              .isLessThan(accuracy);
        }
      }
    }
  }

  /// Random points, wave numbers, accuracies and tuners on any number of ranks.
  @WeftTest(ranks = {1, 2, 3, 5})
  void randomProgramsGiveDirectSums(World world, Random unused) {
    var product = MultipoleProduct.of(world);
    world.start();
    long seed = Long.getLong("weft.seed", 20);
    for (int program = 0; program < 8; program++) {
      var random = new SplittableRandom(seed + program);
      int count = 1 + random.nextInt(random.nextBoolean() ? 60 : 1500);
      double[] points = random.nextBoolean() ? cube(random, count) : sphere(random, count);
      if (random.nextInt(3) == 0) {
        for (int i = 0; i < points.length; i++) {
          // Lattices have points on the faces of boxes, and many at one place.
          points[i] = Math.rint(4 * points[i]);
        }
      }
      double[] scale = {random.nextDouble(0.2, 5), random.nextDouble(), random.nextDouble(1)};
      for (int i = 0; i < points.length; i++) {
        points[i] = points[i] * scale[i % 3] + 10 * scale[2];
      }
      Truncation truncation = Truncation.of(Math.pow(10, -random.nextDouble(2, 4)));
      int levels = 2 + random.nextInt(3);
      double side = Octree.of(points, levels).side(levels);
      double k = 2 * Math.PI * truncation.leastSide() * random.nextDouble(1.01, 1.9) / side;
      var problem = new Problem(points, values(random, count), k, levels, truncation);
      product.loop().tune(Tuner.fixed(random.nextInt(20)));
      double[] sums = PointProducts.multiply(product, world, problem);
      double limit =
          truncation.leastSide() > 0.4 ? 3e-4 : truncation.leastSide() > 0.26 ? 3e-3 : 2e-2;
      assertThat(wrong(sums, problem.direct()))
          .as("program %d of seed %d: %d points, %d levels", program, seed, count, levels)
          .isLessThan(limit);
    }
  }

  /// Several vectors at once, in changing numbers, are what they are one by one.
  @WeftTest(ranks = {1, 2, 3})
  void severalVectorsAreMultipliedAtOnce(World world) {
    var product = MultipoleProduct.of(world);
    world.start();
    var random = new SplittableRandom(5);
    double[] points = sphere(random, 1500);
    Truncation truncation = Truncation.of(1e-3);
    double k = 2 * Math.PI * 8 * truncation.leastSide() * 1.1 / 2;
    var plan =
        MultipolePlan.of(
            Octree.of(points, 3), k, truncation, PointKernel.COSTS, world.rank(), world.size());
    product.prepare(plan, new PointKernel(plan, points));
    int own = 2 * (plan.endPoint() - plan.firstPoint());
    SphereGrid grid = plan.farGrid();
    for (int count : new int[] {3, 1, 8, 2}) {
      double[] values = new double[count * own];
      Arrays.setAll(values, i -> random.nextDouble(-1, 1));
      double[] together = new double[values.length];
      product.multiply(values, together, count);
      double[][] far = new double[count][];
      for (int v = 0; v < count; v++) {
        far[v] = doubles(product.farField(grid, v).re());
      }
      for (int v = 0; v < count; v++) {
        double[] alone = new double[own];
        product.multiply(Arrays.copyOfRange(values, v * own, (v + 1) * own), alone);
        assertThat(wrong(Arrays.copyOfRange(together, v * own, (v + 1) * own), alone))
            .as("vector %d of %d", v, count)
            .isLessThan(1e-5);
        assertThat(wrong(far[v], doubles(product.farField(grid).re()))).isLessThan(1e-5);
      }
    }
    assertThatThrownBy(() -> product.multiply(new double[own], new double[own], 0))
        .hasMessageContaining("a product of 0 vectors is not possible");
  }

  private static double[] doubles(float[] from) {
    double[] to = new double[from.length];
    Arrays.setAll(to, i -> from[i]);
    return to;
  }

  /// The largest error relative to the root of the mean square: errors of few points are not means.
  private static double wrong(double[] results, double[] wanted) {
    double square = Arrays.stream(wanted).map(it -> it * it).sum() / wanted.length;
    double most = 0;
    for (int i = 0; i < wanted.length; i++) {
      if (!Double.isNaN(results[i])) {
        most = Math.max(most, Math.abs(results[i] - wanted[i]));
      }
    }
    return square == 0 ? most : most / Math.sqrt(square) / 5;
  }

  /// Records wait for computations, so a tuner may not keep these back.
  @WeftTest(ranks = 3)
  void noComputationsBetweenPollsAreEnough(World world) {
    var product = MultipoleProduct.of(world);
    world.start();
    var random = new SplittableRandom(3);
    double[] points = cube(random, 500);
    double k = 2 * Math.PI * 8 * 0.31;
    var problem = new Problem(points, values(random, 500), k, 3, Truncation.of(1e-3));
    for (double p : new double[] {0, 1e-12}) {
      product.loop().tune(Tuner.fixed(p));
      double[] sums = PointProducts.multiply(product, world, problem);
      assertThat(PointProducts.error(sums, problem.direct())).isLessThan(1e-3);
    }
  }

  @WeftTest(ranks = {1, 3})
  void oddSetsOfPointsAreSummed(World world) {
    var product = MultipoleProduct.of(world);
    world.start();
    var random = new SplittableRandom(7);
    var truncation = Truncation.of(1e-3);
    // All at one place; all but one in one leaf; each place three times; fewer points than ranks.
    var same = new double[300];
    Arrays.fill(same, 0.25);
    double[] leaf = cube(random, 100);
    for (int i = 3; i < leaf.length; i++) {
      leaf[i] = leaf[i] * 1e-3 + 10;
    }
    double[] thrice = cube(random, 300);
    System.arraycopy(thrice, 0, thrice, 300, 300);
    System.arraycopy(thrice, 0, thrice, 600, 300);
    for (double[] points : new double[][] {same, leaf, thrice, {1, 2, 3, 8, 9, 7}, {1, 2, 3}}) {
      double side = Octree.of(points, 3).side(3);
      double k = 2 * Math.PI * 0.31 / side;
      var problem = new Problem(points, values(random, points.length / 3), k, 3, truncation);
      double[] sums = PointProducts.multiply(product, world, problem);
      assertThat(wrong(sums, problem.direct())).isLessThan(2e-3);
    }
  }

  /// Values that another program computed, for points of a congruential generator.
  @WeftTest(ranks = {1, 2})
  void sumsHaveKnownValues(World world) {
    var product = MultipoleProduct.of(world);
    world.start();
    long state = 12345;
    var points = new double[3000];
    var values = new double[2000];
    for (int i = 0; i < 1000; i++) {
      for (int part = 0; part < 5; part++) {
        state = (1664525 * state + 1013904223) & 0xFFFFFFFFL;
        double value = state / 0x1p32;
        if (part < 3) {
          points[3 * i + part] = value;
        } else {
          values[2 * i + part - 3] = value - 0.5;
        }
      }
    }
    var problem = new Problem(points, values, 16 * Math.PI, 3, Truncation.of(1e-4));
    double[] direct = problem.direct();
    assertThat(direct[0]).isCloseTo(1.9385010315511e-01, within(1e-11));
    assertThat(direct[1]).isCloseTo(1.6697284155009e-01, within(1e-11));
    assertThat(direct[1998]).isCloseTo(-5.5477403047283e-01, within(1e-11));
    assertThat(direct[1999]).isCloseTo(-1.2335117217543, within(1e-11));
    double norm = Math.sqrt(Arrays.stream(direct).map(it -> it * it).sum());
    assertThat(norm).isCloseTo(74.4005034061032, within(1e-9));
    double[] sums = PointProducts.multiply(product, world, problem);
    assertThat(PointProducts.error(sums, direct)).isLessThan(1e-4);
  }

  /// The power of point sources is known: Σ q_i conj(q_j) sin(kr)/kr.
  @WeftTest(ranks = 1)
  void whatIsRadiatedFarAwayHasTheRightPower(World world) {
    var product = MultipoleProduct.of(world);
    world.start();
    var random = new SplittableRandom(5);
    double[] points = cube(random, 400);
    double k = 2 * Math.PI * 8 * 0.31;
    var problem = new Problem(points, values(random, 400), k, 3, Truncation.of(1e-3));
    PointProducts.multiply(product, world, problem);
    SphereGrid grid =
        MultipolePlan.of(
                Octree.of(points, 3), k, problem.truncation(), PointKernel.COSTS, 0, world.size())
            .farGrid();
    GridField part = product.farField(grid);
    double power = 0;
    for (int i = 0; i < grid.samples(); i++) {
      double square = part.re()[i] * part.re()[i] + part.im()[i] * part.im()[i];
      power += grid.rowWeights()[i / grid.size()] * square;
    }
    double exact = 0;
    double[] q = problem.values();
    for (int i = 0; i < 400; i++) {
      for (int j = 0; j < 400; j++) {
        double x = points[3 * i] - points[3 * j];
        double y = points[3 * i + 1] - points[3 * j + 1];
        double z = points[3 * i + 2] - points[3 * j + 2];
        double kr = k * Math.sqrt(x * x + y * y + z * z);
        double both = q[2 * i] * q[2 * j] + q[2 * i + 1] * q[2 * j + 1];
        exact += 4 * Math.PI * both * (i == j ? 1 : Math.sin(kr) / kr);
      }
    }
    assertThat(power / exact).isCloseTo(1, within(1e-4));
  }

  @Test
  void workIsSharedEvenly() {
    double[] points = sphere(new SplittableRandom(1), 20_000);
    double k = 2 * Math.PI * 6;
    var truncation = Truncation.of(1e-3);
    int levels = MultipolePlan.levels(points, k, truncation, PointKernel.COSTS);
    Octree tree = Octree.of(points, levels);
    for (int ranks : new int[] {1, 2, 3, 8}) {
      int next = 0;
      for (int rank = 0; rank < ranks; rank++) {
        var plan = MultipolePlan.of(tree, k, truncation, PointKernel.COSTS, rank, ranks);
        assertThat(plan.firstPoint()).isEqualTo(next);
        next = plan.endPoint();
        assertThat(plan.imbalance()).isBetween(1 - 1e-9, 1.1);
      }
      assertThat(next).isEqualTo(tree.size());
    }
  }

  @Test
  void impossiblePlansAreRefused() {
    double[] points = cube(new SplittableRandom(1), 100);
    Octree tree = Octree.of(points, 3);
    var truncation = Truncation.of(1e-3);
    assertThatThrownBy(() -> MultipolePlan.of(tree, 0, truncation, PointKernel.COSTS, 0, 1))
        .hasMessageContaining("give one above 0");
    assertThatThrownBy(() -> MultipolePlan.of(tree, 1, truncation, PointKernel.COSTS, 0, 1))
        .hasMessageContaining("too small for this accuracy; give 0.300 or more");
    assertThatThrownBy(() -> Truncation.of(1e-9)).hasMessageContaining("from 1e-5 to 0.1");
    assertThat(MultipolePlan.levels(points, 1, truncation, PointKernel.COSTS)).isZero();
  }
}
