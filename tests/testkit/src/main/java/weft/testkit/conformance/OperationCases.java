// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weft.Completion;
import weft.Heap;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Parts;
import weft.testkit.collective.SampleNumbers;

/// Cases of every collective operation: with few and many elements, in arrays and registered
/// memory, blocking and begun, in several groups.
final class OperationCases {
  /// Numbers of longs per rank that are sent eagerly, or in several chunks.
  private static final int FEW = 4;

  private static final int MANY = 3 << 13;

  private OperationCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "every operation, with few and with many elements", 1, OperationCases::arrays),
        new ConformanceCase("every operation in registered memory", 1, OperationCases::registered),
        new ConformanceCase("parts of several lengths, and empty parts", 1, OperationCases::parts),
        new ConformanceCase(
            "every operation begun, and awaited in reverse order", 1, OperationCases::begun),
        new ConformanceCase(
            "every operation in groups that are split off, doubled and freed",
            1,
            OperationCases::groups));
  }

  private static ConformanceCase.Part arrays(Stage stage) {
    return () -> {
      new Trials(stage.all, null, stage.key(0, 0, 0), FEW, stage.size() - 1).run();
      new Trials(stage.all, null, stage.key(0, 0, 1), MANY, stage.size() / 2).run();
    };
  }

  private static ConformanceCase.Part registered(Stage stage) {
    return () -> {
      Heap heap = stage.world.heap();
      for (int length : new int[] {FEW, MANY}) {
        var trials = new Trials(stage.all, heap, stage.key(0, 0, length), length, 0);
        trials.run();
        trials.free();
      }
    };
  }

  private static ConformanceCase.Part parts(Stage stage) {
    return () -> {
      for (int unit : new int[] {1, 3_000}) {
        equalParts(stage, unit);
        pairs(stage, unit);
        layouts(stage, unit);
      }
    };
  }

  /// Operations for which all ranks know all lengths.
  private static void equalParts(Stage stage, int unit) {
    Group all = stage.all;
    int rank = stage.rank();
    int size = stage.size();
    int root = size - 1;
    long key = stage.key(0, 0, unit);
    // Every third rank contributes nothing.
    int[] counts = new int[size];
    Arrays.setAll(counts, i -> i % 3 == 1 ? 0 : (i % 3 + 1) * unit);
    Parts parts = Parts.of(counts);
    int total = (int) parts.total();
    long[] mine = SampleNumbers.of(key, rank, counts[rank]);
    long[] whole = new long[total];
    for (int i = 0; i < size; i++) {
      long[] theirs = SampleNumbers.of(key, i, counts[i]);
      System.arraycopy(theirs, 0, whole, (int) parts.displacement(i), counts[i]);
    }
    boolean isRoot = rank == root;

    long[] out = new long[total];
    all.run(Operation.allgather(Data.of(mine), Data.of(out), parts));
    assertArrayEquals(whole, out, "allgather");
    long[] gathered = new long[isRoot ? total : 0];
    all.run(Operation.gather(root, Data.of(mine), Data.of(gathered), parts));
    assertArrayEquals(isRoot ? whole : new long[0], gathered, "gather");
    long[] scattered = new long[counts[rank]];
    Data from = isRoot ? Data.of(whole) : Data.none();
    all.run(Operation.scatter(root, from, Data.of(scattered), parts));
    assertArrayEquals(mine, scattered, "scatter");
    long[] sums = new long[counts[rank]];
    Data given = Data.of(SampleNumbers.of(key, rank, total));
    all.run(Operation.reduceScatter(given, Data.of(sums), Operator.SUM, parts));
    int at = (int) parts.displacement(rank);
    long[] expected = SampleNumbers.sum(key, 0, size, total);
    assertArrayEquals(Arrays.copyOfRange(expected, at, at + sums.length), sums, "reduceScatter");
  }

  /// Operations for which each pair of ranks knows only its own lengths.
  private static void pairs(Stage stage, int unit) {
    int rank = stage.rank();
    int size = stage.size();
    int[] give = new int[size];
    int[] take = new int[size];
    for (int other = 0; other < size; other++) {
      give[other] = (rank + 2 * other) % 4 * unit;
      take[other] = (other + 2 * rank) % 4 * unit;
    }
    Parts from = Parts.of(give);
    Parts to = Parts.of(take);
    long[] in = new long[(int) from.total()];
    long[] expected = new long[(int) to.total()];
    for (int other = 0; other < size; other++) {
      long[] given = SampleNumbers.of(stage.key(rank, other, unit), 0, give[other]);
      System.arraycopy(given, 0, in, (int) from.displacement(other), given.length);
      long[] taken = SampleNumbers.of(stage.key(other, rank, unit), 0, take[other]);
      System.arraycopy(taken, 0, expected, (int) to.displacement(other), taken.length);
    }
    long[] out = new long[expected.length];
    stage.all.run(Operation.alltoall(Data.of(in), from, Data.of(out), to));
    assertArrayEquals(expected, out, "alltoall");
  }

  /// An exchange with one layout for each rank: contiguous, rows with gaps, or columns.
  private static void layouts(Stage stage, int unit) {
    int rank = stage.rank();
    int size = stage.size();
    var in = new ArrayList<Data>();
    var out = new ArrayList<Data>();
    var received = new ArrayList<long[]>();
    for (int other = 0; other < size; other++) {
      int given = (rank + 2 * other) % 4 * unit;
      long[] values = SampleNumbers.of(stage.key(rank, other, unit), 1, given);
      long[] spread = new long[3 * given];
      int distance = 1 + (rank + other) % 3;
      for (int i = 0; i < given; i++) {
        spread[i * distance] = values[i];
      }
      in.add(Data.matrix(spread, 0, given, 1, distance));
      int taken = (other + 2 * rank) % 4 * unit;
      received.add(new long[2 * taken]);
      out.add(Data.matrix(received.get(other), 0, taken, 1, 1 + other % 2));
    }
    Operation exchange = Operation.alltoall(in, out);
    for (int round = 0; round < 2; round++) {
      received.forEach(it -> Arrays.fill(it, -1));
      stage.all.run(exchange);
      for (int other = 0; other < size; other++) {
        int taken = (other + 2 * rank) % 4 * unit;
        long[] values = SampleNumbers.of(stage.key(other, rank, unit), 1, taken);
        long[] expected = new long[2 * taken];
        Arrays.fill(expected, -1);
        for (int i = 0; i < taken; i++) {
          expected[i * (1 + other % 2)] = values[i];
        }
        assertArrayEquals(expected, received.get(other), "alltoall with layouts");
      }
    }
  }

  private static ConformanceCase.Part begun(Stage stage) {
    return () -> {
      // More operations than the group's window allows at a time.
      var trials = new ArrayList<Trials.Trial>();
      trials.addAll(new Trials(stage.all, null, stage.key(0, 0, 2), FEW, 0).list());
      trials.addAll(new Trials(stage.all, null, stage.key(0, 0, 3), MANY / 2, 0).list());
      begin(stage, stage.all, trials);
    };
  }

  private static void begin(Stage stage, Group group, List<Trials.Trial> trials) {
    var dones = new ArrayList<Completion>();
    for (Trials.Trial trial : trials) {
      Completion done = stage.world.completion();
      group.start(trial.operation(), done);
      dones.add(done);
    }
    for (int i = trials.size() - 1; i >= 0; i--) {
      dones.get(i).await();
      trials.get(i).check().run();
    }
  }

  private static ConformanceCase.Part groups(Stage stage) {
    return () -> {
      int rank = stage.rank();
      for (int round = 0; round < 2; round++) {
        Group half = stage.all.split(rank % 2, -rank);
        Group twin = half.dup();
        int size = (stage.size() + 1 - rank % 2) / 2;
        assertEquals(size, half.size());
        // The order of the keys is from the last rank to the first.
        for (int i = 0; i < size; i++) {
          assertEquals(2 * (size - 1 - i) + rank % 2, half.member(i));
          assertEquals(half.member(i), twin.member(i));
        }
        assertEquals(rank, twin.member(twin.rank()));
        var own = new Trials(half, null, stage.key(rank % 2, round, 4), FEW, size - 1);
        var other = new Trials(twin, null, stage.key(rank % 2, round, 5), FEW, 0);
        begin(stage, twin, other.list());
        own.run();
        twin.free();
        half.free();
      }
    };
  }
}
