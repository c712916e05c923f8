// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.balance.Balance;
import weft.mobile.internal.protocol.ObjectWord;
import weft.testkit.MpiInstallations;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Ranks steal large objects. To send one waits for room, and handlers that run meanwhile give
/// objects to other thieves: the same ones, if the list of the first is not looked at again.
@Sampled
final class StealingTest {
  private static final int OBJECTS = 48;
  private static final int WAVES = 4;
  private static final int DEPTH = 6;

  /// An object that is long enough to fill a ring.
  static final class Load {
    final long[] ballast;
    long sum;
    long last;

    Load(int words) {
      this.ballast = new long[words];
    }
  }

  private static final Codec<Load> LOAD =
      Codecs.of(
          "load",
          (load, out) -> {
            out.writeLongs(load.ballast);
            out.writeLong(load.sum);
            out.writeLong(load.last);
          },
          StealingTest::read);

  private static Load read(Reader in) {
    long[] ballast = in.readLongs();
    var load = new Load(ballast.length);
    load.sum = in.readLong();
    load.last = in.readLong();
    return load;
  }

  @WeftTest(
      ranks = {2, 3, 5},
      transport = {"threads", "shm"},
      ring = 4096)
  void nothingIsLostOrDoubled(World world, Random random) {
    check(world, random);
  }

  @WeftTest(
      ranks = {3},
      transport = {
        "mpi:WEFT_MPI=openmpi,WEFT_NETWORK_ONLY=1",
        "mpi:WEFT_MPI=mpich,WEFT_NETWORK_ONLY=1"
      })
  void nothingIsLostOrDoubledOverMpi(World world, Random random) {
    assumeTrue(MpiInstallations.missing().isEmpty(), () -> MpiInstallations.missing().orElse(""));
    check(world, random);
  }

  private static void check(World world, Random random) {
    var objects = MobileObjects.of(world);
    Group all = Group.world(world);
    MobileType<Load> type = objects.type("load", LOAD);
    var handled = new long[1];
    List<MobileRsr2<Load>> work = new ArrayList<>();
    work.add(
        type.rsr2(
            "work",
            (self, load, depth, value) -> {
              handled[0]++;
              load.sum += value;
              load.last = depth;
              if (depth > 0) {
                work.get(0).send(self.pointer(), depth - 1, value + 1);
              }
            }));
    objects.stealWhenIdle(Balance.stealing());
    world.start();
    List<MobilePointer<Load>> made = new ArrayList<>();
    if (world.rank() == 0) {
      for (int i = 0; i < OBJECTS; i++) {
        made.add(type.create(new Load(random.nextInt(8) == 0 ? 12_000 : 600)));
      }
    }
    long expected = 0;
    for (int wave = 1; wave <= WAVES; wave++) {
      for (MobilePointer<Load> it : made) {
        work.get(0).send(it, DEPTH, wave);
      }
      if (wave == 2) {
        objects.compact(); // thieves still ask
      } else if (wave == 3) {
        world.quiesce();
      }
      expected += (long) OBJECTS * (DEPTH + 1) * wave + (long) OBJECTS * DEPTH * (DEPTH + 1) / 2;
    }
    world.quiesce();
    objects.balanceEvery(1, null);
    world.quiesce();
    var sum = new long[1];
    for (MobilePointer<Load> it : pointers(type)) {
      Load load = objects.here(it);
      if (load != null) {
        sum[0] += load.sum;
        assertThat(load.last).isZero();
      }
    }
    assertThat(all.allreduce(handled[0], Operator.SUM))
        .isEqualTo((long) OBJECTS * WAVES * (DEPTH + 1));
    assertThat(all.allreduce(sum[0], Operator.SUM)).isEqualTo(expected);
    assertThat(all.allreduce((long) objects.count(), Operator.SUM)).isEqualTo(OBJECTS);
    MobileCounters counters = objects.counters();
    assertThat(all.allreduce(counters.came(), Operator.SUM))
        .isEqualTo(all.allreduce(counters.left() + counters.created(), Operator.SUM));
  }

  /// The objects of rank 0, wherever they are.
  private static List<MobilePointer<Load>> pointers(MobileType<Load> type) {
    List<MobilePointer<Load>> pointers = new ArrayList<>();
    for (int i = 1; i <= OBJECTS; i++) {
      pointers.add(type.pointer(ObjectWord.created(0, i)));
    }
    return pointers;
  }
}
