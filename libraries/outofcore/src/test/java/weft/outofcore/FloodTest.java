// SPDX-License-Identifier: Apache-2.0
package weft.outofcore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsrN;
import weft.mobile.MobileType;
import weft.outofcore.Walkers.Plot;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Mail that an object cannot handle yet goes to disk, and comes back in order.
@Sampled
final class FloodTest {
  private static final long BUDGET = 1 << 20;
  private static final int BYTES = 2000;

  /// All other ranks send one object ten times the budget, while its rank runs none.
  @WeftTest(
      ranks = {8},
      budget = BUDGET,
      transport = {"threads", "shm"})
  void tenTimesTheBudgetArrivesInOrder(World world, Random random) {
    flood(world, random, 0);
  }

  /// A server runs no objects: one with mail in the store takes it along to an engine.
  @WeftTest(
      ranks = {3},
      budget = 4 * BUDGET)
  void aServerPassesStoredMailOn(World world, Random random) {
    flood(world, random, 1);
  }

  private static void flood(World world, Random random, int servers) {
    var objects = MobileObjects.of(world);
    Residence residence = Residence.of(objects).servers(servers).limit(2 * 8 * 1100L);
    MobileType<Plot> type = objects.type("plot", Walkers.CODEC);
    MobileArray<Plot> plots = type.array("plots", 64, it -> new Plot((int) it, 1000));
    int each = (int) (10 * BUDGET / (world.size() - 1) / BYTES);
    var handled = new long[1];
    MobileRsrN<Plot> push =
        type.rsrN(
            "push",
            (self, plot, payload) -> {
              int sender = payload.getInt(0);
              int number = payload.getInt(4);
              long expected = number == 0 ? 0 : plot.data[sender] + 1; // it moves with the object
              assertThat(number).isEqualTo((int) expected);
              plot.data[sender] = number;
              handled[0]++;
            });
    Group all = Group.world(world);
    world.start();
    int home = homeRank(world, all, objects, plots);
    if (world.rank() != home) {
      MemorySegment message = MemorySegment.ofArray(new byte[BYTES]);
      for (int i = 0; i < each; i++) {
        message.set(ValueLayout.JAVA_INT_UNALIGNED, 0, world.rank());
        message.set(ValueLayout.JAVA_INT_UNALIGNED, 4, i);
        push.send(plots.at(0), message, 0, 8 + random.nextInt(BYTES - 8));
      }
    } else {
      // What is stored may be gone again after the same poll, with an object that leaves a server.
      while (residence.counters().mailStored() == 0) {
        world.poll(); // which runs no object
      }
    }
    world.quiesce();
    assertThat(all.allreduce(handled[0], Operator.SUM)).isEqualTo((long) each * (world.size() - 1));
    if (world.rank() == home) {
      assertThat(residence.counters().mailStored()).isPositive();
      assertThat(residence.counters().mailBytes()).isZero();
    }
  }

  private static int homeRank(
      World world, Group all, MobileObjects objects, MobileArray<Plot> plots) {
    long home = objects.isHere(plots.at(0)) ? world.rank() : -1;
    return (int) all.allreduce(home, Operator.MAX);
  }
}
