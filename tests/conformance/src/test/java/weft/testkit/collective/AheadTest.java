// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import weft.Rsr0;
import weft.Rsr1;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.schedule.Choices;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Memory for early arrivals: a root broadcasts again and again while the others only poll. It is
/// held up before what has come to them takes more than the budget, and all of it is right when
/// they call at last.
@Sampled
class AheadTest {
  private static final int COUNT = 1000;
  private static final int BUDGET = 1 << 20;

  /// A few messages of the largest eager size are a rank's part of it.
  private static final int SMALL_BUDGET = 96 << 10;

  /// Numbers of longs: 8 B, 1 KB and 4 KB.
  private static final int[] LENGTHS = {1, 128, 512};

  private static final int[] SMALL = {1};

  /// A root is so far ahead at most: for each of three levels of the tree some windows of 16
  /// operations.
  private static final int MOST = 3 * 3 * 16;

  /// So many longs travel with the message in any of these jobs: the root goes on before the others
  /// call.
  private static final int EAGER = 128;

  /// So many rounds of questions in which the root gets no further: it is stuck.
  private static final int QUIET = 10;

  private static final Choices TREE =
      Choices.parse("a table of this test", List.of("board 0", "broadcast * * binomial"));

  private static final Choices BOARD = Choices.parse("a table of this test", List.of("board 240"));

  /// How many of the root's calls have returned, at the root, and as far as rank 1 knows.
  private int returned;

  private int known;

  /// At rank 1, who has answered.
  private final BitSet answered = new BitSet();

  /// Whether the root is about to call.
  private boolean calls;

  private boolean begins;

  /// At the root, how many calls had returned when the others began theirs.
  private int ahead = -1;

  /// Asks all others until the root is done, or does not get any further though all have polled.
  private void awaitRoot(World world, Rsr0 ask) {
    int quiet = 0;
    while (known < COUNT && quiet < QUIET) {
      int before = known;
      answered.clear();
      for (int rank = 0; rank < world.size(); rank++) {
        ask.send(rank);
      }
      world.pollUntil(() -> answered.cardinality() == world.size());
      quiet = known > before ? 0 : quiet + 1;
    }
  }

  private void check(World world, int budget) {
    Group all = Group.world(world);
    Rsr1 answer =
        world.rsr1(
            "answer",
            (source, count) -> {
              answered.set(source);
              known = Math.max(known, (int) count);
            });
    Rsr0 ask = world.rsr0("ask", source -> answer.send(source, returned));
    Rsr0 call = world.rsr0("call", source -> calls = true);
    Rsr0 begin =
        world.rsr0(
            "begin",
            source -> {
              begins = true;
              ahead = returned;
            });
    world.start();
    long key = 0;
    for (Choices table : List.of(TREE, BOARD)) {
      all.using(table);
      for (int length : table.board() > 0 ? SMALL : LENGTHS) {
        long[] data = new long[length];
        Operation broadcast = Operation.broadcast(0, Data.of(data));
        returned = 0;
        known = 0;
        calls = false;
        begins = false;
        all.barrier();
        if (world.rank() == 0) {
          call.send(1);
        }
        if (world.rank() == 1) {
          world.pollUntil(() -> calls);
          awaitRoot(world, ask);
          for (int rank = 0; rank < world.size(); rank++) {
            begin.send(rank);
          }
        }
        if (world.rank() > 0) {
          world.pollUntil(() -> begins);
        }
        int wrong = 0;
        for (int i = 0; i < COUNT; i++) {
          key++;
          data[0] = world.rank() == 0 ? key : -1;
          data[length - 1] = data[0];
          all.run(broadcast);
          returned += world.rank() == 0 ? 1 : 0;
          wrong += data[0] == key && data[length - 1] == key ? 0 : 1;
        }
        assertThat(wrong).as("broadcasts that brought something else").isZero();
        all.barrier();
        if (world.rank() == 0) {
          world.pollUntil(() -> begins);
          assertThat(ahead)
              .as("calls ahead, %d longs", length)
              .isBetween(length <= EAGER ? 1 : 0, MOST);
        }
        long peak = world.counters().budgetPeak();
        assertThat(peak).isLessThanOrEqualTo(budget);
        assertThat(peak).as("early arrivals took some").isGreaterThan(world.rank() == 1 ? 0 : -1);
      }
    }
  }

  @WeftTest(
      ranks = {2, 5},
      apart = 5,
      ring = 64 << 10,
      budget = SMALL_BUDGET,
      timeoutSeconds = 60)
  void isHeldUpBeforeTheOthersBudgetIsUsedUp(World world) {
    check(world, SMALL_BUDGET);
  }

  @WeftTest(ranks = 4, transport = "shm", ring = 64 << 10, budget = BUDGET, timeoutSeconds = 60)
  void inProcessesToo(World world) {
    check(world, BUDGET);
  }
}
