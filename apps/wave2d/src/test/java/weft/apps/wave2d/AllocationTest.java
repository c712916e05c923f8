// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import static org.assertj.core.api.Assertions.assertThat;

import weft.World;
import weft.apps.common.ProgressLine;
import weft.testkit.Allocations;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// A step allocates nothing.
@Sampled
class AllocationTest {
  private static final int WARM = 20_000;
  private static final int FEW = 1_000;
  private static final int MANY = 11_000;

  @WeftTest(
      ranks = 3,
      transport = {"threads", "shm"})
  void nothingPerStep(World world) {
    var simulation = new Simulation(world);
    world.start();
    run(world, simulation, WARM);
    long few = Allocations.ofThisThread(() -> run(world, simulation, FEW));
    long many = Allocations.ofThisThread(() -> run(world, simulation, MANY));
    // What a run allocates besides does not depend on its steps; a boxed number in each would be
    // 160000 bytes more.
    assertThat(many - few).isLessThan(10_000);
  }

  private static void run(World world, Simulation simulation, int steps) {
    Scene scene = Scenes.random(40, 30, 5);
    simulation.run(
        Scenes.problem(scene, steps, 0.7, 1, 2, 3),
        world.rank() == 0 ? scene : null,
        new ProgressLine("wave2d: step", false));
  }
}
