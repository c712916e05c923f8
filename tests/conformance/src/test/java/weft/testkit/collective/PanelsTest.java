// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Type;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Matrices whose rows or columns the ranks own in turn (AP3000 paper, 3.1): spread, gathered,
/// dealt out and reduced by one operation each, by every algorithm, in arrays and registered
/// memory.
@Sampled
class PanelsTest {
  /// A matrix, and which of its elements are whose.
  ///
  /// @param rows of all ranks where `byRows`
  /// @param columns of all ranks where not
  private record Panel(int rows, int columns, int gap, int block, int ranks, boolean byRows) {
    static Panel of(int each, int other, int gap, int block, int ranks, boolean byRows) {
      int all = each * block * ranks;
      return new Panel(byRows ? all : other, byRows ? other : all, gap, block, ranks, byRows);
    }

    int room() {
      return 1 + rows * (columns + gap);
    }

    int share() {
      return rows * columns / ranks;
    }

    Data array(long[] array) {
      return order(Data.matrix(array, 1, rows, columns, columns + gap));
    }

    Data segment(MemorySegment segment) {
      return order(Data.matrix(segment, Type.LONG, 8, rows, columns, columns + gap));
    }

    private Data order(Data matrix) {
      return byRows
          ? matrix.blockCyclicRows(block, ranks)
          : matrix.blockCyclicColumns(block, ranks);
    }

    /// Where the elements of `rank` are, in the order in which it has them by itself.
    int[] places(int rank) {
      return IntStream.range(0, rows * columns)
          .filter(i -> (byRows ? i / columns : i % columns) / block % ranks == rank)
          .map(i -> 1 + i / columns * (columns + gap) + i % columns)
          .toArray();
    }
  }

  private static List<Panel> panels(int ranks) {
    return List.of(
        Panel.of(1, 30, 0, 1, ranks, true),
        Panel.of(3, 1000, 0, 1, ranks, true),
        Panel.of(2, 900, 7, 2, ranks, true),
        Panel.of(3, 20, 0, 1, ranks, false),
        Panel.of(2, 700, 1, 1, ranks, false),
        Panel.of(5, 400, 3, 3, ranks, false));
  }

  /// One rank's memory, as an array or registered.
  private record Memory(MemorySegment bytes, Data data) {
    static List<Memory> of(World world, Panel panel) {
      long[] array = new long[panel.room()];
      MemorySegment segment = world.heap().allocate(8L * panel.room());
      return List.of(
          new Memory(MemorySegment.ofArray(array), panel.array(array)),
          new Memory(segment, panel.segment(segment)));
    }

    void fill(long value) {
      for (long i = 0; 8 * i < bytes.byteSize(); i++) {
        bytes.setAtIndex(ValueLayout.JAVA_LONG, i, value);
      }
    }

    void put(int[] places, long[] values) {
      for (int i = 0; i < places.length; i++) {
        bytes.setAtIndex(ValueLayout.JAVA_LONG, places[i], values[i]);
      }
    }

    long[] now() {
      return bytes.toArray(ValueLayout.JAVA_LONG);
    }
  }

  private static long[] filled(Panel panel) {
    long[] filled = new long[panel.room()];
    Arrays.fill(filled, -1);
    return filled;
  }

  /// What all ranks together have: rank by rank, each in its places; −1 in the gaps.
  private static long[] whole(Panel panel, long key) {
    long[] whole = filled(panel);
    for (int rank = 0; rank < panel.ranks(); rank++) {
      int[] places = panel.places(rank);
      long[] values = SampleNumbers.of(key, rank, places.length);
      for (int i = 0; i < places.length; i++) {
        whole[places[i]] = values[i];
      }
    }
    return whole;
  }

  private static void use(Group group, Collective collective, String algorithm) {
    String name = collective.name().toLowerCase(Locale.ROOT).replace('_', '-');
    String rule = name + " * * " + algorithm + " 4k 4";
    group.using(Choices.parse(rule, List.of("eager 2k", rule)));
  }

  @WeftTest(
      ranks = {1, 2, 3, 4},
      transport = {"threads", "shm"},
      apart = 3)
  void areSpreadAndGatheredAndDealtOut(World world) {
    Group all = Group.world(world);
    world.start();
    int rank = world.rank();
    long key = 0;
    for (Panel panel : panels(world.size())) {
      for (Memory memory : Memory.of(world, panel)) {
        for (Algorithms.Entry entry : Algorithms.of(Collective.ALLGATHER)) {
          use(all, Collective.ALLGATHER, entry.name());
          long[] own = SampleNumbers.of(++key, rank, panel.share());
          memory.fill(-1);
          all.run(Operation.allgather(Data.of(own), memory.data));
          assertThat(memory.now()).as("%s, %s", panel, entry).isEqualTo(whole(panel, key));

          memory.fill(-1);
          memory.put(panel.places(rank), SampleNumbers.of(++key, rank, panel.share()));
          all.run(Operation.allgather(memory.data));
          assertThat(memory.now())
              .as("%s, %s, in place", panel, entry)
              .isEqualTo(whole(panel, key));
        }
        int root = (int) (key % world.size());
        for (Algorithms.Entry entry : Algorithms.of(Collective.GATHER)) {
          use(all, Collective.GATHER, entry.name());
          memory.fill(-1);
          Data own = Data.of(SampleNumbers.of(++key, rank, panel.share()));
          all.run(Operation.gather(root, own, rank == root ? memory.data : Data.none()));
          long[] before = filled(panel);
          assertThat(memory.now()).isEqualTo(rank == root ? whole(panel, key) : before);
        }
        for (Algorithms.Entry entry : Algorithms.of(Collective.SCATTER)) {
          use(all, Collective.SCATTER, entry.name());
          memory.fill(-1);
          key++;
          for (int owner = 0; rank == root && owner < world.size(); owner++) {
            memory.put(panel.places(owner), SampleNumbers.of(key, owner, panel.share()));
          }
          long[] own = new long[panel.share()];
          all.run(Operation.scatter(root, rank == root ? memory.data : Data.none(), Data.of(own)));
          assertThat(own)
              .as("%s, %s", panel, entry)
              .isEqualTo(SampleNumbers.of(key, rank, own.length));
        }
      }
    }
  }

  @WeftTest(
      ranks = {1, 2, 3, 4},
      transport = {"threads", "shm"},
      apart = 3)
  void areReducedToTheirOwners(World world) {
    Group all = Group.world(world);
    world.start();
    int rank = world.rank();
    long key = 1000;
    for (Panel panel : panels(world.size())) {
      int[] places = panel.places(rank);
      for (Memory memory : Memory.of(world, panel)) {
        for (Algorithms.Entry entry : Algorithms.of(Collective.REDUCE_SCATTER)) {
          use(all, Collective.REDUCE_SCATTER, entry.name());
          long[] sum = SampleNumbers.sum(++key, 0, world.size(), panel.room());
          memory.bytes.copyFrom(MemorySegment.ofArray(SampleNumbers.of(key, rank, panel.room())));
          long[] own = new long[panel.share()];
          all.run(Operation.reduceScatter(memory.data, Data.of(own), Operator.SUM));
          for (int i = 0; i < own.length; i++) {
            assertThat(own[i]).as("%s, %s, %d", panel, entry, i).isEqualTo(sum[places[i]]);
          }
          assertThat(memory.now()).isEqualTo(SampleNumbers.of(key, rank, panel.room()));

          // In place: the result is where rank 0's are.
          all.run(Operation.reduceScatter(memory.data, Operator.SUM));
          int[] first = panel.places(0);
          long[] now = memory.now();
          for (int i = 0; i < own.length; i++) {
            assertThat(now[first[i]]).as("%s, %s, %d", panel, entry, i).isEqualTo(own[i]);
          }
        }
        for (Algorithms.Entry entry : Algorithms.of(Collective.ALLREDUCE)) {
          use(all, Collective.ALLREDUCE, entry.name());
          memory.bytes.copyFrom(MemorySegment.ofArray(SampleNumbers.of(++key, rank, panel.room())));
          all.run(Operation.allreduce(memory.data, Operator.SUM));
          long[] expected = SampleNumbers.of(key, rank, panel.room());
          long[] sum = SampleNumbers.sum(key, 0, world.size(), panel.room());
          for (int owner = 0; owner < world.size(); owner++) {
            for (int place : panel.places(owner)) {
              expected[place] = sum[place];
            }
          }
          assertThat(memory.now()).as("%s, %s", panel, entry).isEqualTo(expected);
        }
      }
    }
  }
}
