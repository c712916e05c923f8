// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import weft.World;
import weft.apps.common.ProgressLine;
import weft.apps.common.Throttle;
import weft.collective.Group;
import weft.collective.Operator;
import weft.model.partition.Partition;
import weft.model.partition.Rectangle;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The parallel program gives the bits of the sequential one.
@Sampled
class IdentityTest {
  private static final long SEED = 20170402;
  private static final int STEPS = 60;
  private static final double COURANT = 0.7;

  private static void assertSameBits(World world, Scene scene, int steps, double... weights) {
    assertSameBits(world, scene, Scenes.problem(scene, steps, COURANT, weights));
  }

  private static void assertSameBits(World world, Scene scene, Problem problem) {
    var simulation = new Simulation(world);
    world.start();
    simulation.run(
        problem, world.rank() == 0 ? scene : null, new ProgressLine("wave2d: step", false));
    if (world.rank() > 0) {
      return;
    }
    double[] expected = new SequentialWave(scene, COURANT).run(problem.steps());
    double[] field = simulation.result();
    assertThat(field).hasSameSizeAs(expected);
    for (int i = 0; i < field.length; i++) {
      if (Double.doubleToRawLongBits(field[i]) != Double.doubleToRawLongBits(expected[i])) {
        throw new AssertionError(
            "cell (%d, %d) is %s, not %s"
                .formatted(i % scene.width(), i / scene.width(), field[i], expected[i]));
      }
    }
    assertThat(Output.digest(field)).isEqualTo(Output.digest(expected));
  }

  /// The same on every rank, as random numbers of the test are not.
  private static double[] unequal(int ranks) {
    return new Random(SEED + ranks).doubles(ranks, 0.2, 4).toArray();
  }

  @WeftTest(ranks = {1, 2, 3, 5, 7, 8})
  void equalRectangles(World world) {
    Scene scene = Scenes.of(83, 61, (x, y) -> Math.sin(0.37 * x * y) + 0.01 * x);
    assertSameBits(world, scene, STEPS, Scenes.equal(world.size()));
  }

  @WeftTest(
      ranks = {1, 2, 3, 5, 7, 8},
      apart = 5)
  void unequalRectanglesAndSpeeds(World world) {
    assertSameBits(world, Scenes.random(97, 71, SEED), STEPS, unequal(world.size()));
  }

  /// What a slow rank computes once more goes elsewhere.
  @WeftTest(ranks = {1, 3, 5})
  void slowRanks(World world) {
    Throttle throttle =
        Throttle.parse("2,1,4,3,1".substring(0, 2 * world.size() - 1), world.size());
    Scene scene = Scenes.random(97, 71, SEED);
    Problem problem =
        new Problem(
            Partition.of(97, 71, unequal(world.size())),
            STEPS,
            COURANT,
            throttle,
            Problem.Filming.NONE);
    assertSameBits(world, scene, problem);
  }

  /// Each rank says how fast it is, and all know it.
  @WeftTest(ranks = {1, 3})
  void allRanksKnowAllSpeeds(World world) {
    Group group = Group.world(world);
    world.start();
    Problem equal =
        Scenes.problem(Scenes.random(40, 30, SEED), 1, COURANT, Scenes.equal(world.size()));
    double[] speeds = CellSpeeds.measure(group, equal);
    assertThat(speeds).hasSize(world.size());
    for (double speed : speeds) {
      assertThat(speed).isPositive();
      assertThat(group.allreduce(speed, Operator.MAX)).isEqualTo(speed);
    }
    Problem measured = equal.dividedBy(speeds);
    long cells = 0;
    for (int rank = 0; rank < world.size(); rank++) {
      Rectangle part = measured.partition().rectangle(rank);
      cells += (long) part.width() * part.height();
    }
    assertThat(cells).isEqualTo(40 * 30);
  }

  @WeftTest(
      ranks = {2, 5},
      transport = "shm",
      apart = 3)
  void processes(World world) {
    assertSameBits(world, Scenes.random(97, 71, SEED), STEPS, unequal(world.size()));
  }

  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"},
      check = true)
  void checkedAndDelayed(World world) {
    assertSameBits(world, Scenes.random(97, 71, SEED), STEPS, unequal(world.size()));
  }

  /// A rectangle of one cell sends the same cell to all its neighbours.
  @WeftTest(ranks = 12)
  void rectanglesOfOneCell(World world) {
    assertSameBits(world, Scenes.random(4, 3, SEED), 40, Scenes.equal(12));
  }

  @WeftTest(ranks = 5)
  void aRowOfCells(World world) {
    assertSameBits(world, Scenes.random(5, 1, SEED), 40, Scenes.equal(5));
  }

  @WeftTest(ranks = 5)
  void aColumnOfCells(World world) {
    assertSameBits(world, Scenes.random(1, 5, SEED), 40, Scenes.equal(5));
  }

  @WeftTest(ranks = 1)
  void oneCellAlone(World world) {
    assertSameBits(world, Scenes.random(1, 1, SEED), 10, 1);
  }

  @WeftTest(ranks = 3)
  void noStep(World world) {
    assertSameBits(world, Scenes.random(20, 30, SEED), 0, 1, 2, 3);
  }

  @WeftTest(ranks = 3)
  void oneStep(World world) {
    assertSameBits(world, Scenes.random(20, 30, SEED), 1, 1, 2, 3);
  }

  /// Halos go in fragments, through rings that one of them fills.
  @WeftTest(ranks = 3, ring = 4096, apart = 3)
  void longHalosThroughSmallRings(World world) {
    assertSameBits(world, Scenes.random(5000, 8, SEED), 20, 1, 1, 1);
  }

  @WeftTest(ranks = 3, ring = 4096)
  void longColumnsThroughSmallRings(World world) {
    assertSameBits(world, Scenes.random(8, 5000, SEED), 20, 1, 1, 1);
  }
}
