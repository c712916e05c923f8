// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import weft.World;
import weft.collective.Data;
import weft.collective.Parcels;
import weft.testkit.Chaos;
import weft.testkit.WeftTest;

/// Buffered sends between two ranks, between threads and between processes.
class ParcelsTest {
  private static final int[] LENGTHS = {0, 1, 100, 511, 513, 40_000, 300_000};

  private static long key(int from, int to, int number) {
    return (from * 100L + to) * 100 + number;
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = {1, 3})
  void anySizeInOrder(World world, Random mine) {
    var parcels = new Parcels(world);
    world.start();
    Chaos chaos = Chaos.of(world, mine.nextLong());
    int me = world.rank();
    for (int number = 0; number < LENGTHS.length; number++) {
      for (int to = 0; to < world.size(); to++) {
        long[] values = Numbers.of(key(me, to, number), 0, LENGTHS[number]);
        parcels.send(to, Data.of(values));
        Arrays.fill(values, -1); // it has been copied
        chaos.disturb();
      }
    }
    // Everything was sent before anything is received.
    for (int from = world.size() - 1; from >= 0; from--) {
      for (int number = 0; number < LENGTHS.length; number++) {
        long[] values = new long[LENGTHS[number]];
        parcels.receive(from, Data.of(values));
        assertThat(values).isEqualTo(Numbers.of(key(from, me, number), 0, LENGTHS[number]));
      }
    }
    world.pollUntil(() -> parcels.underWay() == 0);
  }

  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"},
      apart = 2)
  void rowsWithGapsThereAndBack(World world) {
    var parcels = new Parcels(world);
    world.start();
    int rows = 300;
    int columns = 70;
    int lead = 91;
    for (int round = 0; round < 20; round++) {
      double[] mine = new double[rows * lead + 2];
      Numbers.fill(mine, rows, columns, lead, world.rank() + 10 * round);
      parcels.send(world.next(), Data.matrix(mine, 2, rows, columns, lead));
      double[] got = new double[mine.length];
      parcels.receive(world.previous(), Data.matrix(got, 2, rows, columns, lead));
      double[] expected = new double[mine.length];
      Numbers.fill(expected, rows, columns, lead, world.previous() + 10 * round);
      assertThat(got).isEqualTo(expected);
    }
  }

  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm"},
      apart = 2,
      heap = 2 << 20)
  void aFullHeapHoldsTheSenderUp(World world) {
    var parcels = new Parcels(world);
    world.start();
    long[] values = new long[16 << 10];
    for (int i = 0; i < 100; i++) {
      if (world.rank() == 0) {
        values[0] = i;
        parcels.send(1, Data.of(values));
        assertThat(parcels.underWay()).isLessThanOrEqualTo(16);
      } else {
        parcels.receive(0, Data.of(values));
        assertThat(values[0]).isEqualTo(i);
      }
    }
  }

  /// The sender's heap holds a parcel, wherever it goes: no message of its size is ever under way.
  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm"},
      apart = {2, 3},
      ring = 16 << 10,
      budget = 1 << 20)
  void aParcelMayBeLargerThanTheBudget(World world) {
    var parcels = new Parcels(world);
    world.start();
    int length = 600_011; // 4.6 MB
    for (int to = 0; to < world.size(); to++) {
      parcels.send(to, Data.of(Numbers.of(key(world.rank(), to, 7), 0, length)));
    }
    for (int from = 0; from < world.size(); from++) {
      long[] values = new long[length];
      parcels.receive(from, Data.of(values));
      assertThat(values).isEqualTo(Numbers.of(key(from, world.rank(), 7), 0, length));
    }
    world.pollUntil(() -> parcels.underWay() == 0);
    assertThat(world.counters().budgetPeak()).isLessThanOrEqualTo(1 << 20);
  }
}
