// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.collective.Group;
import weft.collective.Operator;
import weft.testkit.Effort;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Many messages to objects: they stay within the budget, and go few ways too many.
@Sampled
final class ManyMessagesTest {
  private static final Codec<long[]> LONGS =
      Codecs.of("longs", (value, out) -> out.writeLongs(value), Reader::readLongs);

  /// Two ranks and one: what is sent to objects here and elsewhere stays within the budget.
  @WeftTest(
      ranks = {1, 2},
      transport = {"threads", "shm"})
  void floodsOfTheBodyStayWithinTheBudget(World world) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    MobileRsr2<long[]> add = type.rsr2("add", (self, cell, a, b) -> cell[0] += a + b);
    MobileArray<long[]> all = type.array("cells", 16, i -> new long[1]);
    world.start();
    int messages =
        switch (Effort.current()) {
          case SAMPLE, BRIEF, QUICK -> 200_000;
          case ALL -> 2_000_000;
          case LONG -> 10_000_000;
        };
    for (int i = 0; i < messages; i++) {
      add.send(all.at(i & 15), 1, 2);
    }
    world.quiesce();
    long sum = 0;
    for (int i = 0; i < 16; i++) {
      long[] cell = objects.here(all.at(i));
      sum += cell == null ? 0 : cell[0];
    }
    assertThat(Group.world(world).allreduce(sum, Operator.SUM))
        .isEqualTo(3L * messages * world.size());
  }

  /// Each rank that sends learns by one message that goes a longer way where an object is now.
  @WeftTest(
      ranks = {5},
      transport = {"threads", "shm"})
  void messagesTakeFewExtraHops(World world, Random random) {
    int size = 200;
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    List<MobileArray<long[]>> all = new ArrayList<>();
    List<MobileRsr1<long[]>> pass = new ArrayList<>();
    pass.add(
        type.rsr1(
            "pass",
            (self, cell, left) -> {
              if (random.nextInt(25) == 0) {
                self.migrate((self.rank() + 1 + random.nextInt(4)) % 5);
              }
              if (left > 0) {
                pass.get(0).send(all.get(0).at(random.nextInt(size)), left - 1);
              }
            }));
    all.add(type.array("cells", size, i -> new long[1]));
    world.start();
    for (int i = 0; i < 10; i++) {
      pass.get(0).send(all.get(0).at(random.nextInt(size)), 500);
    }
    world.quiesce();
    MobileCounters counters = objects.counters();
    long[] sums = {counters.forwarded(), counters.handled(), counters.left()};
    Group.world(world).allreduce(sums, Operator.SUM);
    double extra = (double) sums[0] / sums[1];
    if (world.rank() == 0) {
      double perMove = (double) sums[1] / sums[2];
      System.out.printf("%.1f messages per migration, %.3f extra hops each%n", perMove, extra);
    }
    assertThat(sums[1]).isEqualTo(5 * 10 * 501);
    assertThat(extra).isLessThan(0.2);
  }

  /// Seven ranks send to where an object was, which computes where it is now, and does not poll.
  @WeftTest(
      ranks = {8},
      transport = {"threads", "shm"})
  void floodsThroughAnOldLocationStayWithinTheBudget(World world) {
    int messages = Effort.current().isQuick() ? 20_000 : 200_000;
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    MobileRsr0<long[]> compute =
        type.rsr0(
            "compute",
            (self, cell) -> {
              long end = System.nanoTime() + 100_000_000;
              while (System.nanoTime() < end) {
                cell[1]++;
              }
            });
    MobileRsr1<long[]> add = type.rsr1("add", (self, cell, value) -> cell[0] += value);
    MobileArray<long[]> all = type.array("cells", 1, i -> new long[2]);
    world.start();
    if (world.rank() == 0) {
      objects.migrate(all.at(0), 7);
      compute.send(all.at(0));
    }
    for (int i = 0; world.rank() < 7 && i < messages; i++) {
      add.send(all.at(0), 1);
    }
    world.quiesce();
    long[] cell = objects.here(all.at(0));
    assertThat(cell != null).isEqualTo(world.rank() == 7);
    if (cell != null) {
      assertThat(cell[0]).isEqualTo(7L * messages);
    }
    assertThat(world.counters().budgetPeak()).isLessThanOrEqualTo(64L << 20);
  }
}
