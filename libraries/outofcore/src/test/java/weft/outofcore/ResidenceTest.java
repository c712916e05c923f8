// SPDX-License-Identifier: Apache-2.0
package weft.outofcore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileRsr2;
import weft.mobile.MobileType;
import weft.outofcore.Walkers.Plot;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Programs give the same results when a part of their objects is in memory.
@Sampled
final class ResidenceTest {
  private static final int PLOTS = 60;
  private static final int WORDS = 500;
  private static final int WALKERS = 40;
  private static final int STEPS = 60;
  private static final long DATA = PLOTS * (8L * WORDS + 20);

  /// A random walk of messages, with moves, looks and a quiet point.
  @WeftTest(
      ranks = {1, 2, 4},
      transport = {"threads", "shm"})
  void randomWalkInAQuarter(World world, Random random) {
    walk(world, random, 4);
  }

  @WeftTest(ranks = {1, 2, 4})
  void randomWalkInAHalf(World world, Random random) {
    walk(world, random, 2);
  }

  @WeftTest(ranks = {1, 2, 4})
  void randomWalkInASixteenth(World world, Random random) {
    walk(world, random, 16);
  }

  /// Servers keep the objects, and engines run them.
  @WeftTest(
      ranks = {2, 3, 5},
      transport = {"threads", "shm"})
  void randomWalkOnEngines(World world, Random random) {
    var objects = MobileObjects.of(world);
    int servers = world.size() / 2;
    Residence residence = Residence.of(objects).servers(servers).limit(DATA / 8);
    walk(world, random, objects, residence, servers);
    if (world.rank() < servers) {
      assertThat(objects.counters().handled()).isZero();
      assertThat(residence.counters().residentBytes()).isZero();
    } else {
      assertThat(objects.count()).isZero();
    }
  }

  private static void walk(World world, Random random, int part) {
    var objects = MobileObjects.of(world);
    Residence residence =
        Residence.of(objects).limit(Math.max(DATA / part / world.size(), 3 * DATA / PLOTS));
    walk(world, random, objects, residence, 0);
    assertThat(residence.counters().residentBytes()).isLessThanOrEqualTo(residence.limit());
  }

  private static void walk(
      World world, Random random, MobileObjects objects, Residence residence, int servers) {
    MobileType<Plot> type = objects.type("plot", Walkers.CODEC);
    List<MobileRsr2<Plot>> walk = new ArrayList<>();
    MobileArray<Plot> plots = type.array("plots", PLOTS, it -> new Plot((int) it, WORDS));
    MobileRsr2<Plot> visit =
        type.rsr2(
            "visit",
            (self, plot, walker, left) -> {
              plot.visit(walker);
              long on = Walkers.mix(walker + 7);
              if (left > 1) {
                send(walk.get(0), plots, on, left - 1);
              }
              if (servers == 0 && walker % 11 == 0) {
                self.migrate((int) Math.floorMod(on, (long) world.size()));
              }
            });
    walk.add(visit);
    MobileRsr0<Plot> count = type.rsr0("count", (self, plot) -> {});
    count.reads();
    Group all = Group.world(world);
    world.start();
    for (long walker = world.rank(); walker < WALKERS; walker += world.size()) {
      send(visit, plots, walker, STEPS);
      if (random.nextInt(8) == 0) {
        assertThat(objects.step()).isBetween(0, 1); // messages, not the objects that it brings
      }
    }
    objects.compact();
    world.quiesce();
    count.broadcast(plots);
    world.quiesce();
    long sum = 0;
    for (int i = 0; i < PLOTS; i++) {
      Plot plot = objects.here(plots.at(i));
      if (plot != null) {
        sum += plot.digest();
      }
    }
    objects.step(); // what was looked at may go
    ResidenceCounters counters = residence.counters();
    long left = all.allreduce(counters.left(), Operator.SUM);
    assertThat(all.allreduce(sum, Operator.SUM))
        .isEqualTo(Walkers.expected(PLOTS, WORDS, WALKERS, STEPS));
    assertThat(left).isGreaterThan(PLOTS / 4);
    assertThat(all.allreduce((long) objects.count(), Operator.SUM)).isEqualTo(PLOTS);
  }

  private static void send(
      MobileRsr2<Plot> visit, MobileArray<Plot> plots, long walker, long left) {
    visit.send(plots.at(Walkers.next(walker, PLOTS)), walker, left);
  }

  /// What the body changes through `here` is kept, as is what it changes right after `create`.
  @WeftTest(ranks = {1, 2})
  void changesOfTheBodyAreKept(World world) {
    var objects = MobileObjects.of(world);
    Residence residence = Residence.of(objects).limit(3 * 8 * 200L);
    MobileType<Plot> type = objects.type("plot", Walkers.CODEC);
    MobileRsr0<Plot> touch = type.rsr0("touch", (self, plot) -> {});
    touch.reads();
    world.start();
    int many = 20;
    List<MobilePointer<Plot>> made = new ArrayList<>();
    var plots = new Plot[many];
    for (int i = 0; i < many; i++) {
      plots[i] = new Plot(i, 150);
      made.add(type.create(plots[i]));
    }
    for (int i = 0; i < many; i++) {
      plots[i].visits = 100L + i; // before any step, so it is still the object itself
    }
    world.quiesce();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < many; i++) {
        Plot plot = Objects.requireNonNull(objects.here(made.get(i)));
        assertThat(plot.visits).isEqualTo(100 + i + round);
        plot.visits++;
      }
      for (int i = 0; i < many; i++) {
        touch.send(made.get(i));
      }
      world.quiesce();
    }
    assertThat(residence.counters().left()).isGreaterThan(many);
    assertThat(residence.counters().waited()).isGreaterThan(many);
    assertThat(objects.count()).isEqualTo(many);
  }

  /// An object that only handlers registered as reading have seen is not written again.
  @WeftTest(ranks = {1})
  void readObjectsAreNotWrittenAgain(World world) {
    var objects = MobileObjects.of(world);
    Residence residence = Residence.of(objects).limit(4 * 8 * 200L);
    MobileType<Plot> type = objects.type("plot", Walkers.CODEC);
    var sum = new long[1];
    MobileRsr0<Plot> read = type.rsr0("read", (self, plot) -> sum[0] += plot.index);
    read.reads();
    MobileArray<Plot> plots = type.array("plots", 40, it -> new Plot((int) it, 150));
    world.start();
    read.broadcast(plots);
    world.quiesce();
    // An object whose write is under way is taken back from memory.
    world.pollUntil(() -> residence.counters().bytesWritten() > 30 * 1200L);
    for (int round = 0; round < 5; round++) {
      read.broadcast(plots);
      world.quiesce();
    }
    assertThat(sum[0]).isEqualTo(6 * 40 * 39 / 2);
    assertThat(residence.counters().bytesWritten()).as("each once").isLessThan(40 * 1300L);
    assertThat(residence.counters().bytesRead()).isGreaterThan(5 * 30 * 1200L);
  }

  /// The Java heap holds what the limit says, and the disk four times that.
  @WeftTest(ranks = {1})
  void theHeapHoldsNoMoreThanTheLimit(World world) {
    long limit = 16 << 20;
    int words = 8192;
    int count = (int) (4 * limit / (8L * words));
    var objects = MobileObjects.of(world);
    MobileType<Plot> type = objects.type("plot", Walkers.CODEC);
    MobileRsr0<Plot> touch = type.rsr0("touch", (self, plot) -> plot.visits++);
    long before = usedHeap();
    Residence residence = Residence.of(objects).limit(limit);
    MobileArray<Plot> plots = type.array("plots", count, it -> new Plot((int) it, words));
    world.start();
    for (int round = 0; round < 3; round++) {
      touch.broadcast(plots);
      world.quiesce();
    }
    assertThat(usedHeap() - before).isLessThan(limit * 12 / 10 + (3 << 20));
    assertThat(residence.counters().bytesRead()).isGreaterThan(2 * 3 * limit);
    assertThat(residence.counters().storeBytes()).isLessThan(4 * limit * 13 / 10);
  }

  private static long usedHeap() {
    for (int i = 0; i < 4; i++) {
      System.gc(); // the serial collector closes all gaps in each fourth collection only
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /// The type says how much an object takes, so that fewer are in memory.
  @WeftTest(ranks = {2})
  void bytesOfTheTypeCount(World world) {
    var objects = MobileObjects.of(world);
    Residence residence = Residence.of(objects).limit(10_000);
    MobileType<Plot> type = objects.type("plot", Walkers.CODEC);
    type.bytes(plot -> 5000);
    MobileRsr0<Plot> touch = type.rsr0("touch", (self, plot) -> plot.visits++);
    MobileArray<Plot> plots = type.array("plots", 20, it -> new Plot((int) it, 10));
    world.start();
    touch.broadcast(plots);
    world.quiesce();
    assertThat(residence.counters().residentBytes()).isLessThanOrEqualTo(10_000);
    assertThat(residence.counters().absent()).isEqualTo(objects.count() - 2);
  }
}
