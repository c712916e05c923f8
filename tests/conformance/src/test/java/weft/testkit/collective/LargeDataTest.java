// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Parts;
import weft.collective.Type;
import weft.memory.StreamingCopy;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;
import weft.testkit.Sampled;
import weft.testkit.TestJob;
import weft.testkit.WeftTest;

/// Data that is larger than the caches, which is copied in another way, arrives whole, and nothing
/// beside it changes: arrays that begin anywhere, registered memory, and both at a time.
@Sampled
final class LargeDataTest {
  private static final int RANKS = 3;

  /// One block of each rank is together more than a cache that they share; neither a number of
  /// lines nor of chunks.
  private static final int COUNT =
      (int) (StreamingCopy.COLD_TOGETHER / RANKS / Double.BYTES) + 1_237;

  private static final int FIRST = 3;

  /// Where each rank has native access, as `weft run` gives it, and where none has.
  @Test
  void betweenProcesses() {
    new TestJob(Program.class, List.of(), RANKS, "shm")
        .withJvm(List.of("-Xmx256m", "-XX:+UseSerialGC", "-ea"))
        .run()
        .check();
  }

  @WeftTest(ranks = RANKS)
  void betweenThreads(World world) {
    move(world);
  }

  static final class Program implements RankProgram {
    @Override
    public void run(World world, RankReport report, List<String> args) {
      assertThat(StreamingCopy.isThere()).isEqualTo(System.getProperty("os.arch").equals("amd64"));
      move(world);
    }
  }

  private static void move(World world) {
    Group all = Group.world(world);
    world.start();
    for (boolean registered : new boolean[] {false, true}) {
      for (boolean toRegistered : new boolean[] {false, true}) {
        var sent = new Memory(world, RANKS * COUNT, registered);
        var got = new Memory(world, RANKS * COUNT, toRegistered);
        for (int round = 0; round < 2; round++) {
          int rank = world.rank();
          sent.fill(100 * round + rank);
          got.fill(-1);
          all.run(Operation.alltoall(sent.data(0, RANKS * COUNT), got.data(0, RANKS * COUNT)));
          for (int from = 0; from < RANKS; from++) {
            got.check(from * COUNT, 100 * round + from, rank * COUNT, COUNT);
          }
          got.checkGuards(-1);

          got.fill(-2);
          all.run(Operation.allgather(sent.data(0, COUNT), got.data(0, RANKS * COUNT)));
          for (int from = 0; from < RANKS; from++) {
            got.check(from * COUNT, 100 * round + from, 0, COUNT);
          }
          got.checkGuards(-2);

          Parts parts = Parts.of(1, COUNT, COUNT / 2);
          got.fill(-3);
          int mine = (int) parts.count(rank);
          all.run(Operation.gather(1, sent.data(0, mine), got.data(0, (int) parts.total()), parts));
          if (rank == 1) {
            for (int from = 0; from < RANKS; from++) {
              got.check(
                  (int) parts.displacement(from), 100 * round + from, 0, (int) parts.count(from));
            }
          }
          got.checkGuards(-3);

          all.run(Operation.broadcast(round, sent.data(0, COUNT)));
          sent.check(0, 100 * round + round, 0, COUNT);
          sent.checkGuards(100 * round + rank);
        }
      }
    }
  }

  /// SampleNumbers with room before and behind them, in an array or in registered memory.
  private static final class Memory {
    private final double[] array;
    private final MemorySegment memory;
    private final boolean registered;
    private final int count;

    Memory(World world, int count, boolean registered) {
      this.registered = registered;
      this.count = count;
      array = new double[registered ? 0 : FIRST + count + FIRST];
      memory =
          registered
              ? world.heap().allocate(8L * (FIRST + count + FIRST))
              : MemorySegment.ofArray(array);
    }

    Data data(int from, int count) {
      return registered
          ? Data.of(memory.asSlice(8L * (FIRST + from), 8L * count), Type.DOUBLE)
          : Data.of(array, FIRST + from, count);
    }

    void fill(int key) {
      for (int i = -FIRST; i < count + FIRST; i++) {
        memory.setAtIndex(ValueLayout.JAVA_DOUBLE, FIRST + i, number(key, i));
      }
    }

    private static double number(int key, int i) {
      return 1e7 * key + i;
    }

    /// `count` numbers from `at` on are those of `key` from `from` on.
    void check(int at, int key, int from, int count) {
      for (int i = 0; i < count; i++) {
        double found = memory.getAtIndex(ValueLayout.JAVA_DOUBLE, FIRST + at + i);
        if (found != number(key, from + i)) {
          assertThat(found)
              .as("number %d of %d of key %d", i, count, key)
              .isEqualTo(number(key, from + i));
        }
      }
    }

    void checkGuards(int key) {
      for (int i = 1; i <= FIRST; i++) {
        check(-i, key, -i, 1);
        check(count + i - 1, key, count + i - 1, 1);
      }
    }
  }
}
