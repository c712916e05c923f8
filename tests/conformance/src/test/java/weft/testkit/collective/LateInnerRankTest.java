// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import weft.Completion;
import weft.Rsr0;
import weft.Rsr1;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// What handlers buy: an inner rank of a broadcast's or scatter's tree that has not called yet, and
/// only polls, passes on what has come, so that those below it go on. Without forwarding they wait
/// for it. No clock is looked at: the late rank calls only after it has heard how the others fare.
@Sampled
class LateInnerRankTest {
  private static final String TREE = "binomial";
  private static final Choices CHOICES =
      Choices.parse(
          "a table of this test",
          List.of("board 0", "broadcast * * " + TREE, "scatter * * " + TREE));

  /// Numbers of longs: 8 B and 4 KB, which travel in the message.
  private static final int[] LENGTHS = {1, 512};

  private static final int TURNS = 4;

  /// At the late rank: who has called, who has the data, and what those right below it answered.
  private final BitSet called = new BitSet();

  private final BitSet have = new BitSet();
  private final List<Boolean> answers = new ArrayList<>();

  /// To whom `rank` sends in the tree.
  private static List<Integer> children(int size, int rank) {
    var schedule = new Schedule();
    Shape shape = new Shape().set(Collective.BROADCAST, size, rank, 0).amount(8, 8);
    Algorithms.get(Collective.BROADCAST, TREE).write(shape, schedule);
    var children = new ArrayList<Integer>();
    for (int step = 0; step < schedule.length(); step++) {
      if (schedule.kind(step) == Schedule.SEND) {
        children.add(schedule.peer(step));
      }
    }
    return children;
  }

  /// Who gets the data by way of `rank`.
  private static BitSet below(int size, int rank) {
    var below = new BitSet();
    for (int child : children(size, rank)) {
      below.set(child);
      below.or(below(size, child));
    }
    return below;
  }

  /// The rank that most get the data from, except the root.
  private static int inner(int size) {
    int inner = 1;
    for (int rank = 2; rank < size; rank++) {
      if (below(size, rank).cardinality() > below(size, inner).cardinality()) {
        inner = rank;
      }
    }
    return inner;
  }

  private static boolean holds(BitSet all, BitSet some) {
    var missing = (BitSet) some.clone();
    missing.andNot(all);
    return missing.isEmpty();
  }

  @WeftTest(
      ranks = {4, 8},
      apart = 4,
      timeoutSeconds = 60)
  void holdsUpNobodyBelowUnlessNothingIsForwarded(World world) {
    check(world);
  }

  @WeftTest(ranks = 4, transport = "shm", timeoutSeconds = 60)
  void inProcessesToo(World world) {
    check(world);
  }

  private void check(World world) {
    Group all = Group.world(world);
    Rsr0 calls = world.rsr0("calls", called::set);
    Rsr0 has = world.rsr0("has", have::set);
    Rsr1 answer = world.rsr1("answer", (source, isDone) -> answers.add(isDone != 0));
    Completion done = world.completion();
    Rsr0 ask = world.rsr0("ask", source -> answer.send(source, done.isDone() ? 1 : 0));
    world.start();
    all.using(CHOICES);
    int size = world.size();
    int late = inner(size);
    BitSet below = below(size, late);
    assertThat(below.cardinality()).as("below rank %d", late).isEqualTo(size / 2 - 1);
    var beside = new BitSet();
    beside.set(0, size);
    beside.clear(late);
    beside.andNot(below);

    int turns = TURNS * LENGTHS.length;
    for (int turn = 0; turn < 2 * turns; turn++) {
      boolean forwards = turn % 2 == 0;
      all.forwarding(forwards);
      called.clear();
      have.clear();
      answers.clear();
      all.barrier();
      boolean scatters = turn >= turns;
      // A scatter's message has the blocks of all below, and is to travel whole, too.
      int most = LENGTHS[turn / 2 % LENGTHS.length];
      int length = scatters ? Math.max(1, most / size) : most;
      long[] data = SampleNumbers.of(turn, world.rank(), length);
      long[] expected = SampleNumbers.of(turn, 0, length);
      Operation operation = Operation.broadcast(0, Data.of(data));
      if (scatters) {
        long[] blocks = SampleNumbers.of(turn, 0, size * length);
        int mine = world.rank() * length;
        expected = Arrays.copyOfRange(blocks, mine, mine + length);
        operation = Operation.scatter(0, Data.of(blocks), Data.of(data));
      }
      if (world.rank() == late && forwards) {
        world.pollUntil(() -> holds(have, below));
        assertThat(data).as("not called yet").isEqualTo(SampleNumbers.of(turn, late, length));
      } else if (world.rank() == late) {
        world.pollUntil(() -> holds(called, below) && holds(have, beside));
        // What the root sent is here, for what it said afterwards is; had it been passed on, it
        // would have come to those right below before this question.
        List<Integer> asked = children(size, late);
        asked.forEach(ask::send);
        world.pollUntil(() -> answers.size() == asked.size());
        assertThat(answers).as("whether ranks %s have it", asked).containsOnly(false);
        assertThat(have.intersects(below)).isFalse();
      }
      if (forwards) {
        all.run(operation);
      } else {
        all.start(operation, done);
        calls.send(late);
        done.await();
      }
      assertThat(data).isEqualTo(expected);
      has.send(late);
      if (world.rank() == late) {
        world.pollUntil(() -> have.cardinality() == size);
      }
      all.barrier();
    }
  }
}
