// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.Random;
import weft.World;

/// All kinds of one-sided calls mixed at random, by bodies and handlers, through rings that are
/// soon full; what they leave is compared with a model.
@Sampled
class OneSidedStressTest {
  @WeftTest(ranks = 3, transport = "threads", ring = 4096, apart = 3)
  void fewRanksManyCalls(World world, Random random) {
    new OneSidedStress(world, random).run(3_000);
  }

  @WeftTest(
      ranks = {},
      transport = "threads",
      ring = 4096,
      apart = 8)
  void manyRanks(World world, Random random) {
    new OneSidedStress(world, random).run(400);
  }

  @WeftTest(
      ranks = {},
      transport = "shm",
      ring = 8192,
      apart = 3)
  void processes(World world, Random random) {
    new OneSidedStress(world, random).run(1_500);
  }
}
