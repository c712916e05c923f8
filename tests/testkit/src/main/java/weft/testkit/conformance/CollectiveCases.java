// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import weft.Rsr1;
import weft.Rsr2;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.testkit.Chaos;

/// Cases of calls in which every rank takes part.
final class CollectiveCases {
  private static final int ROUNDS = 100;

  private record OnLongs(Operator operator, LongBinaryOperator apply) {}

  private static final List<OnLongs> LONGS =
      List.of(
          new OnLongs(Operator.SUM, (a, b) -> a + b),
          new OnLongs(Operator.PROD, (a, b) -> a * b),
          new OnLongs(Operator.MIN, Math::min),
          new OnLongs(Operator.MAX, Math::max),
          new OnLongs(Operator.AND, (a, b) -> a & b),
          new OnLongs(Operator.OR, (a, b) -> a | b),
          new OnLongs(Operator.XOR, (a, b) -> a ^ b));

  private record OnDoubles(Operator operator, DoubleBinaryOperator apply) {}

  private static final List<OnDoubles> DOUBLES =
      List.of(
          new OnDoubles(Operator.SUM, (a, b) -> a + b),
          new OnDoubles(Operator.PROD, (a, b) -> a * b),
          new OnDoubles(Operator.MIN, Math::min),
          new OnDoubles(Operator.MAX, Math::max));

  private CollectiveCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "quiesce never returns early: 100 rounds of broadcast by requests",
            1,
            CollectiveCases::quiesceBroadcasts),
        new ConformanceCase(
            "quiesce never returns early: requests that cause requests",
            1,
            CollectiveCases::quiesceCascades),
        new ConformanceCase("there is one group of all ranks", 1, CollectiveCases::one),
        new ConformanceCase(
            "a barrier ends when all ranks have entered", 1, CollectiveCases::barrier),
        new ConformanceCase(
            "broadcast from every root, of one word and of many", 1, CollectiveCases::broadcast),
        new ConformanceCase("allreduce of longs with every operator", 1, CollectiveCases::longs),
        new ConformanceCase(
            "allreduce of doubles gives every rank the same bits", 1, CollectiveCases::doubles),
        new ConformanceCase(
            "ranks that arrive early and late, in a random sequence of calls",
            1,
            CollectiveCases::earlyAndLate),
        new ConformanceCase(
            "handlers run while their rank waits in a collective",
            2,
            CollectiveCases::handlersRun));
  }

  private static ConformanceCase.Part quiesceBroadcasts(Stage stage) {
    World world = stage.world;
    var heard = new int[ROUNDS];
    Rsr1 tell = stage.rsr1("tell", (source, round) -> heard[(int) round]++);
    return () -> {
      for (int round = 0; round < ROUNDS; round++) {
        stage.chaos.delay();
        for (int target = 0; target < world.size(); target++) {
          tell.send(target, round);
        }
        stage.chaos.delay();
        world.quiesce();
        assertEquals(world.size(), heard[round], "after round " + round);
      }
    };
  }

  private static ConformanceCase.Part quiesceCascades(Stage stage) {
    World world = stage.world;
    var ran = new long[1];
    var split = new Rsr2[1];
    split[0] =
        stage.rsr2(
            "split",
            (source, depth, key) -> {
              ran[0]++;
              for (int i = 0; i < 2 && depth > 0; i++) {
                long next = Chaos.mix(key + i);
                split[0].send(Math.floorMod(next, world.size()), depth - 1, next);
              }
            });
    return () -> {
      Random random = stage.chaos.random();
      long expected = 0;
      for (int round = 0; round < ROUNDS; round++) {
        stage.chaos.delay();
        int depth = -1;
        if (random.nextInt(3) == 0) {
          depth = random.nextInt(6);
          split[0].send(stage.chaos.rank(), depth, random.nextLong());
        }
        expected += depth < 0 ? 0 : (2L << depth) - 1;
        world.quiesce();
        // Read before other handlers can run here.
        long now = ran[0];
        assertEquals(
            stage.all.allreduce(expected, Operator.SUM),
            stage.all.allreduce(now, Operator.SUM),
            "after round " + round);
      }
    };
  }

  private static ConformanceCase.Part barrier(Stage stage) {
    return () -> {
      for (int round = 0; round < ROUNDS; round++) {
        stage.chaos.delay();
        // All processes of a machine read the same clock.
        long entered = System.nanoTime();
        stage.all.barrier();
        long left = System.nanoTime();
        long lastIn = stage.all.allreduce(entered, Operator.MAX);
        long firstOut = stage.all.allreduce(left, Operator.MIN);
        assertTrue(firstOut >= lastIn, "a rank left the barrier before another had entered");
      }
    };
  }

  private static ConformanceCase.Part broadcast(Stage stage) {
    World world = stage.world;
    return () -> {
      int large = stage.ringBytes() / 8 + 1;
      for (int root = 0; root < world.size(); root++) {
        boolean mine = root == world.rank();
        long value = Stage.word(stage.key(root, 0, 0));
        assertEquals(value, stage.all.broadcast(root, mine ? value : 77));
        for (int length : new int[] {0, 1, 5, large}) {
          long[] values = words(stage, root, length);
          long[] got = mine ? values.clone() : new long[length];
          stage.all.broadcast(root, got);
          assertArrayEquals(values, got);
        }
      }
      int size = world.size();
      assertThrows(IndexOutOfBoundsException.class, () -> stage.all.broadcast(size, 1));
      assertThrows(IndexOutOfBoundsException.class, () -> stage.all.broadcast(-1, 1));
    };
  }

  private static long[] words(Stage stage, int rank, int length) {
    var words = new long[length];
    for (int i = 0; i < length; i++) {
      words[i] = Stage.word(stage.key(rank, 1, i));
    }
    return words;
  }

  private static ConformanceCase.Part longs(Stage stage) {
    return () -> {
      for (OnLongs each : LONGS) {
        for (int length : new int[] {0, 1, 9}) {
          long[] expected = words(stage, 0, length);
          for (int rank = 1; rank < stage.size(); rank++) {
            long[] theirs = words(stage, rank, length);
            for (int i = 0; i < length; i++) {
              expected[i] = each.apply.applyAsLong(expected[i], theirs[i]);
            }
          }
          long[] values = words(stage, stage.rank(), length);
          if (length == 1) {
            assertEquals(expected[0], stage.all.allreduce(values[0], each.operator));
          }
          stage.all.allreduce(values, each.operator);
          assertArrayEquals(expected, values, each.operator.name());
        }
      }
    };
  }

  private static ConformanceCase.Part doubles(Stage stage) {
    return () -> {
      var all = new double[stage.size()];
      for (int rank = 0; rank < all.length; rank++) {
        all[rank] = Chaos.random(stage.key(0, 0, 0), rank).nextGaussian() * Math.pow(10, rank);
      }
      double mine = all[stage.rank()];
      for (OnDoubles each : DOUBLES) {
        Operator operator = each.operator;
        double one = stage.all.allreduce(mine, operator);
        // The order of combination is fixed, so all ranks and runs get the same bits.
        long bits = Double.doubleToRawLongBits(one);
        assertEquals(bits, stage.all.broadcast(0, bits), operator::name);
        var again = new double[] {mine};
        stage.all.allreduce(again, operator);
        assertEquals(bits, Double.doubleToRawLongBits(again[0]), operator::name);
        double expected = Arrays.stream(all).reduce(each.apply).orElseThrow();
        assertEquals(expected, one, Math.abs(expected) * 1e-12, operator::name);
        var both = new double[] {mine, -mine};
        stage.all.allreduce(both, operator);
        assertEquals(expected, both[0], Math.abs(expected) * 1e-12, operator::name);
      }
      assertThrows(IllegalArgumentException.class, () -> stage.all.allreduce(1.0, Operator.XOR));
    };
  }

  private static ConformanceCase.Part one(Stage stage) {
    return () -> assertSame(stage.all, Group.world(stage.world));
  }

  private static ConformanceCase.Part earlyAndLate(Stage stage) {
    World world = stage.world;
    return () -> {
      // All ranks choose the same next call.
      Random common = Chaos.random(stage.key(0, 0, 1), 0);
      int size = world.size();
      for (int round = 0; round < 2 * ROUNDS; round++) {
        stage.chaos.delay();
        int root = common.nextInt(size);
        switch (common.nextInt(4)) {
          case 0 -> stage.all.barrier();
          case 1 -> assertEquals(root + 5L, stage.all.broadcast(root, world.rank() + 5L));
          case 2 ->
              assertEquals(
                  size * (size - 1L) / 2, stage.all.allreduce((long) world.rank(), Operator.SUM));
          default -> {
            var values = new double[] {world.rank(), -world.rank(), round};
            stage.all.allreduce(values, Operator.MAX);
            assertArrayEquals(new double[] {size - 1, -0.0, round}, values, 0.0);
          }
        }
      }
    };
  }

  private static ConformanceCase.Part handlersRun(Stage stage) {
    World world = stage.world;
    var back = new int[1];
    Rsr1 reply = stage.rsr1("reply", (source, number) -> back[0]++);
    Rsr1 ask = stage.rsr1("ask", reply::send);
    return () -> {
      for (int i = 0; i < 20; i++) {
        if (world.rank() == i % world.size()) {
          // All other ranks wait in the barrier, and answer.
          int expected = back[0] + world.size() - 1;
          for (int target = 0; target < world.size(); target++) {
            if (target != world.rank()) {
              ask.send(target, i);
            }
          }
          world.pollUntil(() -> back[0] == expected);
        }
        stage.all.barrier();
      }
    };
  }
}
