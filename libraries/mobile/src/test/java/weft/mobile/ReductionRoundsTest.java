// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import weft.Weft;
import weft.World;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.testkit.Effort;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Reductions over elements that are inserted by elements and by ranks, removed, and inserted again
/// under the same index, over the whole array and a section. The results are those of a model that
/// runs in sequence, on any number of ranks and with any timing.
@Sampled
final class ReductionRoundsTest {
  private static final int PHASES = 12;

  @Test
  void resultsAreThoseOfTheModelOnAnyNumberOfRanks() {
    long first = Long.getLong("weft.seed", System.nanoTime());
    int seeds = Integer.getInteger("weft.runs", Effort.current().isQuick() ? 6 : 300);
    System.out.println("seeds from " + first + ", " + seeds);
    var counts = new int[4];
    for (int i = 0; i < seeds; i++) {
      long seed = first + i;
      var model = new RoundsModel(seed, PHASES);
      for (int ranks : new int[] {1, 2, 3, 5, 8}) {
        try {
          Weft.launch(
              new String[] {"--weft-ranks", "" + ranks}, world -> new Program(world, model).run());
        } catch (RuntimeException | Error e) {
          throw new AssertionError(
              "seed "
                  + seed
                  + " on "
                  + ranks
                  + " ranks; repeat it with -Dweft.runs=1 -Dweft.seed="
                  + seed,
              e);
        }
      }
      counts[0] += model.inherited;
      counts[1] += model.deep;
      counts[2] += model.removed;
      counts[3] += model.reused;
    }
    System.out.printf(
        "inserted by elements %d, by new ones %d, removed %d, reused %d%n",
        counts[0], counts[1], counts[2], counts[3]);
    assertThat(counts).doesNotContain(0);
  }

  @WeftTest(
      ranks = {2, 3, 5},
      transport = {"shm"})
  void resultsAreThoseOfTheModelBetweenProcesses(World world) {
    new Program(world, new RoundsModel(42, PHASES)).run();
  }

  /// One rank of a program that does what the model says.
  private static final class Program {
    private final World world;
    private final RoundsModel model;
    private final MobileArray<long[]> cells;
    private final MobileReduction whole;
    private final MobileReduction part;
    private final MobileRsr2<long[]> go;
    private final List<Long> wholes = new ArrayList<>();
    private final List<Long> parts = new ArrayList<>();

    Program(World world, RoundsModel model) {
      this.world = world;
      this.model = model;
      MobileType<long[]> type = MobileObjects.of(world).type("cell", Codecs.of(long[].class));
      cells = type.array("cells", RoundsModel.INITIAL, i -> new long[] {i});
      whole =
          cells.longReduction(
              "whole",
              RoundsModel::compose,
              (round, value) -> {
                assertThat(round).isEqualTo(wholes.size());
                wholes.add(value);
              });
      part =
          cells
              .section(0, 2, 4, 6, 8, 10)
              .reduction(
                  "part",
                  Double::sum,
                  (round, value) -> {
                    assertThat(round).isEqualTo(parts.size());
                    parts.add((long) value);
                  });
      go = type.rsr2("go", (self, cell, phase, at) -> go(self, (int) phase, (int) at));
    }

    /// Before its iteration `at`, an element may insert and end; then it contributes, and goes on.
    private void go(Self<long[]> self, int number, int at) {
      disturb(self);
      long index = self.index();
      RoundsModel.Phase phase = model.phases.get(number);
      RoundsModel.Part mine = Objects.requireNonNull(phase.parts.get(index));
      while (true) {
        Long child = mine.children.get(at);
        if (child != null) {
          cells.insert(child, new long[] {child});
          go.send(cells.at(child), number, at);
        }
        if (at == mine.until) {
          self.destroy();
          return;
        }
        if (at == phase.iterations) {
          return;
        }
        self.contributeLong(whole, RoundsModel.value(number, at, index));
        if (RoundsModel.isInSection(index)) {
          self.contribute(part, (double) (index + 1 + at));
        }
        at++;
        if (ThreadLocalRandom.current().nextBoolean()) {
          go.send(self.pointer(), number, at);
          return;
        }
      }
    }

    /// Differences of timing, which must not be seen.
    private void disturb(Self<long[]> self) {
      var random = ThreadLocalRandom.current();
      switch (random.nextInt(8)) {
        case 0 -> LockSupport.parkNanos(random.nextInt(200_000));
        case 1 -> world.poll();
        case 2, 3, 4 -> self.migrate(random.nextInt(world.size()));
        default -> {}
      }
    }

    void run() {
      world.start();
      for (int number = 0; number < model.phases.size(); number++) {
        RoundsModel.Phase phase = model.phases.get(number);
        int driver = phase.driver % world.size();
        boolean settles = phase.settles;
        for (RoundsModel.Inserted it : phase.inserted) {
          int by = it.rank() % world.size();
          settles |= by != driver;
          if (by == world.rank()) {
            cells.insert(it.index(), new long[] {it.index()});
          }
        }
        if (settles) {
          world.quiesce();
        }
        if (world.rank() == driver) {
          for (long index : phase.sent) {
            go.send(cells.at(index), number, 0);
          }
        }
        world.quiesce();
      }
      if (world.rank() == 0) {
        assertThat(wholes).isEqualTo(model.all);
        assertThat(parts).isEqualTo(model.some);
      }
    }
  }

  /// Results and actions for undelivered messages run while a handler of an object does, or just
  /// after it. What they send is sent by the rank, in its own order.
  @WeftTest(ranks = {1, 2, 3})
  void resultsAndUndeliveredActionsSendAsTheRank(World world) {
    MobileType<long[]> type = MobileObjects.of(world).type("cell", Codecs.of(long[].class));
    MobileArray<long[]> cells = type.array("cells", 6, i -> new long[] {-1});
    List<Long> senders = new ArrayList<>();
    var sent = new long[1];
    var counts = new long[2];
    MobileRsr1<long[]> note =
        type.rsr1(
            "note",
            (self, cell, number) -> {
              senders.add(self.sender());
              assertThat(number).isGreaterThan(cell[0]); // the order of the one rank that sends
              cell[0] = number;
            });
    MobileReduction sum =
        cells.longReduction(
            "sum",
            Long::sum,
            (round, value) -> {
              counts[0]++;
              note.send(cells.at(0), sent[0]++);
            });
    type.undelivered((message, why) -> {
      counts[1]++;
      if (world.rank() == 0) {
        note.send(cells.at(0), sent[0]++);
      }
    });
    MobileRsr0<long[]> give = type.rsr0("give", (self, cell) -> self.contributeLong(sum, 1));
    MobileRsr0<long[]> end = type.rsr0("end", (self, cell) -> self.destroy());
    world.start();
    if (world.rank() == 0) {
      for (int i = 0; i < 5; i++) {
        give.broadcast(cells);
        note.send(cells.at(0), sent[0]++);
      }
      end.send(cells.at(1));
      for (int i = 0; i < 5; i++) {
        give.send(cells.at(1)); // the element ends with these messages waiting
      }
    }
    world.quiesce();
    Group.world(world).allreduce(counts, Operator.SUM);
    assertThat(counts).containsExactly(5L, 5L);
    assertThat(senders).allMatch(it -> it == 0);
    if (world.rank() == 0) {
      assertThat(senders).hasSize((int) sent[0]).hasSizeGreaterThanOrEqualTo(10);
    }
  }
}
