// SPDX-License-Identifier: Apache-2.0
package weft.outofcore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import weft.Rsr0;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
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
  private static final int ELEMENTS = 64;

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
    MobileArray<Plot> plots = type.array("plots", ELEMENTS, it -> new Plot((int) it, 1000));
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
    var ended = new int[1];
    Rsr0 end = world.rsr0("end", source -> ended[0]++);
    Group all = Group.world(world);
    world.start();
    long stored = 0;
    long sent = 0;
    // A server passes an object on, perhaps before any of its mail is stored: then the next one is
    // flooded.
    for (int element = 0; element < ELEMENTS && stored == 0; element++) {
      MobilePointer<Plot> plot = plots.at(element);
      int home = homeRank(world, all, objects, plot);
      ended[0] = 0;
      all.barrier();
      if (world.rank() != home) {
        MemorySegment message = MemorySegment.ofArray(new byte[BYTES]);
        for (int i = 0; i < each; i++) {
          message.set(ValueLayout.JAVA_INT_UNALIGNED, 0, world.rank());
          message.set(ValueLayout.JAVA_INT_UNALIGNED, 4, i);
          push.send(plot, message, 0, 8 + random.nextInt(BYTES - 8));
        }
        end.send(home);
      } else {
        // What is stored may be gone again after the same poll, with an object that leaves.
        while (residence.counters().mailStored() == 0 && ended[0] < world.size() - 1) {
          world.poll(); // which runs no object
        }
      }
      world.quiesce();
      sent += (long) each * (world.size() - 1);
      assertThat(all.allreduce(handled[0], Operator.SUM)).isEqualTo(sent);
      stored = all.allreduce(residence.counters().mailStored(), Operator.SUM);
      assertThat(residence.counters().mailBytes()).isZero();
    }
    assertThat(stored).isPositive();
  }

  private static int homeRank(
      World world, Group all, MobileObjects objects, MobilePointer<Plot> plot) {
    long home = objects.isHere(plot) ? world.rank() : -1;
    return (int) all.allreduce(home, Operator.MAX);
  }
}
