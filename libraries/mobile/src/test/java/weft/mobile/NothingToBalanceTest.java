// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.balance.Balance;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Where nothing can be gained, balancing does next to nothing.
@Sampled
final class NothingToBalanceTest {
  private static final Codec<long[]> LONGS =
      Codecs.of("longs", (value, out) -> out.writeLongs(value), Reader::readLongs);

  private static final int EACH = 5;

  /// [Balance#greedyRefine], which counts its plans.
  private static final class Counted implements BalancePolicy {
    private final BalancePolicy policy = Balance.greedyRefine(1.05);
    private int plans;

    @Override
    public boolean isWorthIt(double greatest, double bound) {
      return policy.isWorthIt(greatest, bound);
    }

    @Override
    public void plan(Loads loads, Moves moves) {
      plans++;
      policy.plan(loads, moves);
    }
  }

  @WeftTest(
      ranks = {1, 2, 4},
      transport = {"threads", "shm"})
  void evenLoadsAreNotPlanned(World world) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    type.load(cell -> cell[0]);
    MobileArray<long[]> all =
        type.array("cells", (long) EACH * world.size(), i -> new long[] {100});
    world.start();
    var policy = new Counted();

    Balanced even = objects.balance(policy);
    assertThat(even).isEqualTo(new Balanced(1, 1, EACH * world.size(), 0, 0));
    assertThat(policy.plans).isZero();

    // Within the tolerance: 4 per cent on one of four ranks.
    long[] first = objects.here(all.at(0));
    if (first != null) {
      first[0] = 100 + EACH * 100 * 4 / 100;
    }
    assertThat(objects.balance(policy).moves()).isZero();
    assertThat(policy.plans).isZero();

    // One object is heavier than all others together: no plan can be better.
    if (first != null) {
      first[0] = 1_000_000;
    }
    Balanced heavy = objects.balance(policy);
    assertThat(heavy.moves()).isZero();
    assertThat(policy.plans).isZero();

    // Two that are heavy on one rank are worth a plan.
    long[] second = objects.here(all.at(1));
    if (second != null) {
      second[0] = 1_000_000;
    }
    Balanced two = objects.balance(policy);
    assertThat(two.moves() > 0).isEqualTo(world.size() > 1);
    assertThat(two.after()).isLessThanOrEqualTo(two.before());
    world.quiesce();
  }

  /// Policies that do not say when they are worth it are always asked.
  @WeftTest(ranks = {3})
  void aPolicyThatDoesNotSayIsAskedAlways(World world) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    type.load(cell -> 1);
    type.array("cells", 9, i -> new long[1]);
    world.start();
    assertThat(objects.balance(Balance.rotate()).moves()).isEqualTo(9);
    world.quiesce();
  }

  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"})
  void aJobAtRestSendsNothingToSteal(World world) {
    restsAfterWork(world, objects -> objects.stealWhenIdle(Balance.stealing()));
  }

  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"})
  void aJobAtRestSendsNothingToBalance(World world) {
    restsAfterWork(world, objects -> objects.balanceEvery(1, Balance.greedyRefine(1.02)));
  }

  private static void restsAfterWork(World world, Consumer<MobileObjects> balance) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    MobileRsr1<long[]> work =
        type.rsr1(
            "work",
            (self, cell, nanos) -> {
              long end = System.nanoTime() + nanos;
              while (System.nanoTime() < end) {
                cell[0]++;
              }
            });
    MobileArray<long[]> all = type.array("cells", 64, i -> new long[1]);
    world.start();
    balance.accept(objects);
    for (int i = 0; world.rank() == 0 && i < 2000; i++) {
      work.send(all.at(i % 8), 20_000);
    }
    world.quiesce();
    Group group = Group.world(world);
    long worked = group.allreduce(objects.counters().balancing(), Operator.SUM);
    assertThat(worked).isPositive();

    // Answers to the last questions may still be under way, or a last plan and its moves. After
    // them no rank sends anything.
    long quiet = 0;
    long before = worked;
    for (int round = 0; quiet < 3 && round < 100; round++) {
      long sent = world.counters().sent();
      sleepFiveTimes(world);
      long moved = group.allreduce(world.counters().sent() - sent, Operator.SUM);
      long now = group.allreduce(objects.counters().balancing(), Operator.SUM);
      quiet = moved == 0 && now == before ? quiet + 1 : 0;
      before = now;
    }
    assertThat(quiet).isEqualTo(3);
    objects.balanceEvery(0, null);
    world.quiesce();
  }

  /// Waits as a rank at rest does, until the transport has put it to sleep five times.
  private static void sleepFiveTimes(World world) {
    long sleeps = world.counters().sleeps() + 5;
    long idle = world.counters().idleNanos();
    world.pollUntil(() -> world.counters().sleeps() >= sleeps);
    assertThat(world.counters().idleNanos()).isGreaterThan(idle);
  }
}
