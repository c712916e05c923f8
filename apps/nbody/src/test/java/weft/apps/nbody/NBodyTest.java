// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.World;
import weft.apps.common.BadInputException;
import weft.collective.Group;
import weft.options.OptionException;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The bodies move alike, to the last bit, on every number of ranks, and as a plain sum over all
/// pairs moves them.
@Sampled
final class NBodyTest {
  private static final int STEPS = 6;
  private static final double HALF = 0.005;
  private static final Gravity GRAVITY = new Gravity(0.03);

  private static NBody.Result run(BodySteps steps, Bodies bodies) {
    Bodies mine = bodies;
    for (int step = 0; step <= STEPS; step++) {
      mine = steps.step(mine, new Gravity.Times(step == 0 ? 0 : HALF, step == STEPS ? 0 : HALF));
    }
    return new NBody.Result(steps.gather(mine));
  }

  private static NBody.Result byThreads(int threads, int bodies, double theta) {
    try (BodySteps steps = new ThreadSteps(threads, theta, GRAVITY)) {
      return run(steps, new Galaxies(bodies, 1).make(0, bodies));
    }
  }

  private static void assertSameBits(World world, int bodies) {
    try (BodySteps steps = new RankSteps(world, Group.world(world), 0.5, GRAVITY)) {
      world.start();
      // All begin at the last rank, so the first step deals them out.
      int mine = world.rank() == world.size() - 1 ? bodies : 0;
      NBody.Result result = run(steps, new Galaxies(bodies, 1).make(0, mine));
      if (world.rank() == 0) {
        assertThat(result.digest()).isEqualTo(byThreads(1, bodies, 0.5).digest());
      }
    }
  }

  @WeftTest(
      ranks = {1, 2, 3, 8},
      transport = {"threads", "shm"},
      apart = 3)
  void ranksMoveThemAsOneThreadDoes(World world) {
    assertSameBits(world, 3001);
  }

  @WeftTest(ranks = {5, 8})
  void fewerBodiesThanRanks(World world) {
    assertSameBits(world, 3);
  }

  @Test
  void moreThreadsMoveThemAsOneDoes() {
    assertThat(byThreads(3, 3001, 0.5).digest()).isEqualTo(byThreads(1, 3001, 0.5).digest());
  }

  @Test
  void whatComesIsMergedAsAllAreSorted() {
    int count = 500;
    Bodies bodies = new Galaxies(count, 3).make(0, count);
    for (int body = 0; body < 100; body++) {
      // In one place with another: then the numbers of the bodies decide.
      int from = body * Bodies.WIDTH;
      System.arraycopy(bodies.values, from, bodies.values, from + 300 * Bodies.WIDTH, 3);
    }
    double[] extent = Cube.nothing();
    bodies.extend(extent, 0, count);
    Cube cube = Cube.around(extent);
    double[] sorted = bodies.sorted(cube).values;
    for (int had = 0; had <= count; had += 50) {
      // One rank has the first bodies and keeps a stretch of them; all others come to it.
      int end = had * Bodies.WIDTH;
      Bodies mine = new Bodies(Arrays.copyOf(bodies.values, end)).sorted(cube);
      for (int[] kept : new int[][] {{0, had}, {had / 4, had}, {0, had / 2}, {had / 3, had / 3}}) {
        double[] left = mine.without(kept[0], kept[1]);
        double[] coming = Arrays.copyOf(left, left.length + bodies.values.length - end);
        System.arraycopy(bodies.values, end, coming, left.length, bodies.values.length - end);
        Bodies merged = mine.merged(kept[0], kept[1], new Bodies(coming).sorted(cube));
        assertThat(merged.values).isEqualTo(sorted);
        long last = cube.key(merged.get(249, 0), merged.get(249, 1), merged.get(249, 2));
        assertThat(merged.firstFrom(last, 0, count)).as("its keys").isBetween(248, 249);
      }
    }
  }

  @Test
  void thetaZeroAddsUpAllPairs() {
    int count = 300;
    Bodies bodies = new Galaxies(count, 2).make(0, count);
    double expected = 0;
    for (int one = 0; one < count; one++) {
      double potential = 0;
      for (int other = 0; other < count; other++) {
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
          double apart = bodies.get(other, Bodies.X + axis) - bodies.get(one, Bodies.X + axis);
          square += apart * apart;
        }
        if (other != one) {
          potential -=
              bodies.get(other, Bodies.MASS)
                  / Math.sqrt(square + GRAVITY.softening() * GRAVITY.softening());
        }
      }
      double speed = 0;
      for (int axis = 0; axis < 3; axis++) {
        speed += Math.pow(bodies.get(one, Bodies.VX + axis), 2);
      }
      expected += bodies.get(one, Bodies.MASS) * (speed + potential) / 2;
    }
    try (BodySteps steps = new ThreadSteps(1, 0, GRAVITY)) {
      Bodies moved = steps.step(bodies, new Gravity.Times(0, 0));
      assertThat(new NBody.Result(moved).sum(Bodies.ENERGY))
          .isCloseTo(expected, within(1e-12 * Math.abs(expected)));
    }
  }

  @Test
  void cellsFarAwayCountAsOneBodyNearlyAsWell() {
    NBody.Result all = byThreads(1, 1000, 0);
    NBody.Result some = byThreads(1, 1000, 0.5);
    // A cell's mass at its centre alone leaves the pull wrong by about a hundredth.
    double energy = all.sum(Bodies.ENERGY);
    assertThat(some.sum(Bodies.ENERGY)).isCloseTo(energy, within(1e-2 * Math.abs(energy)));
    assertThat(some.sum(Bodies.WORK)).isLessThan(all.sum(Bodies.WORK) / 2);
  }

  @WeftTest(ranks = {1, 3})
  void anAnimationThatCannotBeWrittenEndsAllRanks(World world) {
    Group group = Group.world(world);
    NBodyOptions options =
        NBodyOptions.parse(List.of("--gif", "/there/is/no/such/folder/a.gif"), world.size());
    world.start();
    if (world.rank() == 0) {
      assertThatThrownBy(() -> NBody.canWrite(world, group, options))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("the folder /there/is/no/such/folder does not exist");
    } else {
      assertThat(NBody.canWrite(world, group, options)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--theta,0.6,1,--theta 0.6 is not possible; give a number from 0 to 0.57",
    "--theta,NaN,1,--theta NaN is not possible",
    "--bodies,1,1,--bodies 1 is not possible",
    "--threads,2,3,--threads 2 is for one rank; there are 3",
    "--gif,film.png,1,--gif writes a GIF file"
  })
  void wrongOptionsAreSentences(String name, String value, int ranks, String sentence) {
    assertThatThrownBy(() -> NBodyOptions.parse(List.of(name, value), ranks))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining(sentence);
  }
}
