// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import weft.Completion;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Parts;
import weft.collective.Type;
import weft.testkit.Chaos;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// What collective operations mean, in the manner of MPICH's and UPC++'s lists: operators that do
/// not commute, in place, parts of no elements, rows with gaps, many under way at once.
@Sampled
class SemanticsTest {
  /// Numbers of longs around what travels unasked, and in several chunks.
  private static final int[] LENGTHS = {0, 2, 10, 1022, 1024, 1026, 30_000};

  private static Group start(World world) {
    Group all = Group.world(world);
    world.start();
    return all;
  }

  @WeftTest(
      ranks = {1, 2, 3, 5, 8},
      transport = {"threads", "shm"},
      apart = 3)
  void operatorsThatDoNotCommute(World world) {
    Group all = start(world);
    int rank = all.rank();
    int size = all.size();
    for (int length : LENGTHS) {
      long[] in = SampleNumbers.of(length, rank, length);
      Data from = Data.of(in);
      for (int root = 0; root < size; root += 2) {
        long[] out = new long[rank == root ? length : 0];
        all.run(Operation.reduce(root, from, Data.of(out), SampleNumbers.COMPOSE));
        if (rank == root) {
          assertThat(out).isEqualTo(SampleNumbers.composed(length, 0, size, length));
        }
      }
      long[] out = new long[length];
      all.run(Operation.allreduce(from, Data.of(out), SampleNumbers.COMPOSE));
      assertThat(out).isEqualTo(SampleNumbers.composed(length, 0, size, length));
      all.run(Operation.scan(from, Data.of(out), SampleNumbers.COMPOSE));
      assertThat(out).isEqualTo(SampleNumbers.composed(length, 0, rank + 1, length));
      Arrays.fill(out, -7);
      all.run(Operation.exscan(from, Data.of(out), SampleNumbers.COMPOSE));
      long[] before = new long[length];
      Arrays.fill(before, -7);
      assertThat(out)
          .isEqualTo(rank == 0 ? before : SampleNumbers.composed(length, 0, rank, length));
      assertThat(in).isEqualTo(SampleNumbers.of(length, rank, length));
    }
  }

  @WeftTest(
      ranks = {1, 2, 3, 5, 8},
      transport = {"threads", "shm"},
      apart = 3)
  void partsOfAnyLengthAndOfNone(World world) {
    Group all = start(world);
    int rank = all.rank();
    int size = all.size();
    for (int unit : new int[] {0, 1, 3, 700, 5_000}) {
      // Every third rank has nothing.
      int[] counts = new int[size];
      for (int i = 0; i < size; i++) {
        counts[i] = i % 3 == 1 ? 0 : (i + 1) * unit;
      }
      Parts parts = Parts.of(counts);
      int total = (int) parts.total();
      long[] mine = SampleNumbers.of(unit, rank, counts[rank]);
      long[] whole = new long[total];
      for (int i = 0; i < size; i++) {
        System.arraycopy(
            SampleNumbers.of(unit, i, counts[i]), 0, whole, (int) parts.displacement(i), counts[i]);
      }

      long[] out = new long[total];
      all.run(Operation.allgather(Data.of(mine), Data.of(out), parts));
      assertThat(out).isEqualTo(whole);

      for (int root = 0; root < size; root += 3) {
        long[] gathered = new long[rank == root ? total : 0];
        all.run(Operation.gather(root, Data.of(mine), Data.of(gathered), parts));
        if (rank == root) {
          assertThat(gathered).isEqualTo(whole);
        }
        long[] scattered = new long[counts[rank]];
        Data from = rank == root ? Data.of(whole) : Data.none();
        all.run(Operation.scatter(root, from, Data.of(scattered), parts));
        assertThat(scattered).isEqualTo(mine);
      }

      long[] sums = new long[counts[rank]];
      long[] all1 = SampleNumbers.of(unit + 1, rank, total);
      all.run(Operation.reduceScatter(Data.of(all1), Data.of(sums), Operator.SUM, parts));
      int from = (int) parts.displacement(rank);
      assertThat(sums)
          .isEqualTo(
              Arrays.copyOfRange(
                  SampleNumbers.sum(unit + 1, 0, size, total), from, from + counts[rank]));
    }
  }

  @WeftTest(
      ranks = {1, 2, 3, 5, 8},
      transport = {"threads", "shm"},
      apart = 3)
  void alltoallOfAnyLengths(World world) {
    Group all = start(world);
    int rank = all.rank();
    int size = all.size();
    for (int unit : new int[] {1, 90, 3_000}) {
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
        System.arraycopy(
            SampleNumbers.of(rank * 100L + other, unit, give[other]),
            0,
            in,
            (int) from.displacement(other),
            give[other]);
        System.arraycopy(
            SampleNumbers.of(other * 100L + rank, unit, take[other]),
            0,
            expected,
            (int) to.displacement(other),
            take[other]);
      }
      long[] out = new long[expected.length];
      all.run(Operation.alltoall(Data.of(in), from, Data.of(out), to));
      assertThat(out).isEqualTo(expected);
    }
  }

  @WeftTest(
      ranks = {1, 2, 4},
      transport = {"threads", "shm"},
      apart = 3)
  void allTypes(World world) {
    Group all = start(world);
    int rank = all.rank();
    int size = all.size();
    int sum = size * (size + 1) / 2;
    var bytes = new byte[] {(byte) (rank + 1), 1};
    all.run(Operation.allreduce(Data.of(bytes), Operator.SUM));
    assertThat(bytes).containsExactly(sum, size);
    var ints = new int[] {rank + 1, 1, -1};
    all.run(Operation.allreduce(Data.of(ints), Operator.SUM));
    assertThat(ints).containsExactly(sum, size, -size);
    var floats = new float[] {rank + 1, 0.5f};
    all.run(Operation.allreduce(Data.of(floats), Operator.MAX));
    assertThat(floats).containsExactly(size, 0.5f);
    var doubles = new double[] {rank + 1, 0.25};
    all.run(Operation.allreduce(Data.of(doubles), Operator.SUM));
    assertThat(doubles).containsExactly(sum, 0.25 * size);
    // The greatest value and where it is: of two equal ones, the first.
    var pair = new long[] {(rank + 1) / 2, rank};
    all.run(Operation.allreduce(Data.of(pair).as(Type.LONG_AT), Operator.MAX_AT));
    assertThat(pair).containsExactly(size / 2, size == 1 ? 0 : size / 2 * 2 - 1);
    var least = new long[] {Double.doubleToRawLongBits(-rank), rank};
    all.run(Operation.allreduce(Data.of(least).as(Type.DOUBLE_AT), Operator.MIN_AT));
    assertThat(least[1]).isEqualTo(size - 1);
    var logical = new long[] {1L << rank, ~(1L << rank)};
    all.run(Operation.allreduce(Data.of(logical, 0, 1), Operator.OR));
    all.run(Operation.allreduce(Data.of(logical, 1, 1), Operator.AND));
    assertThat(logical).containsExactly((1L << size) - 1, -(1L << size));
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void nothingToMove(World world) {
    Group all = start(world);
    Data none = Data.none();
    for (int i = 0; i < 20; i++) {
      int root = i % all.size();
      all.run(Operation.broadcast(root, none));
      all.run(Operation.reduce(root, none, none, Operator.SUM));
      all.run(Operation.allreduce(none, none, Operator.SUM));
      all.run(Operation.gather(root, none, none));
      all.run(Operation.scatter(root, none, none));
      all.run(Operation.allgather(none, none));
      all.run(Operation.alltoall(none, none));
      all.run(Operation.reduceScatter(none, none, Operator.SUM));
      all.run(Operation.scan(none, none, Operator.SUM));
      all.run(Operation.exscan(none, none, Operator.SUM));
      all.barrier();
    }
  }

  @WeftTest(
      ranks = {2, 3, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void rowsWithGaps(World world) {
    Group all = start(world);
    int rank = all.rank();
    int size = all.size();
    for (int rows : new int[] {1, 5, 300}) {
      for (int columns : new int[] {1, 7, 200}) {
        int count = rows * columns;
        int lead = columns + 3;
        double[] matrix = new double[2 + rows * lead];
        Arrays.fill(matrix, -1);
        Data block = Data.matrix(matrix, 2, rows, columns, lead);
        if (rank == 1) {
          SampleNumbers.fill(matrix, rows, columns, lead, 17);
        }
        all.run(Operation.broadcast(1, block));
        check(matrix, rows, columns, lead, 17);

        // From gaps to none, and back.
        SampleNumbers.fill(matrix, rows, columns, lead, rank);
        double[] flat = new double[size * count];
        all.run(Operation.allgather(block, Data.of(flat)));
        for (int i = 0; i < flat.length; i++) {
          assertThat(flat[i]).isEqualTo(Math.floorDiv(i, count) * 1e6 + i % count);
        }
        all.run(Operation.scatter(0, rank == 0 ? Data.of(flat) : Data.none(), block));
        check(matrix, rows, columns, lead, rank);
        all.run(Operation.allreduce(block, Operator.MAX));
        check(matrix, rows, columns, lead, size - 1);
      }
    }
  }

  private static void check(double[] matrix, int rows, int columns, int lead, int rank) {
    double[] expected = new double[matrix.length];
    Arrays.fill(expected, -1);
    SampleNumbers.fill(expected, rows, columns, lead, rank);
    assertThat(matrix).isEqualTo(expected);
  }

  @WeftTest(
      ranks = {2, 4},
      transport = {"threads", "shm"},
      apart = 3)
  void registeredMemory(World world) {
    Group all = start(world);
    int size = all.size();
    for (int length : LENGTHS) {
      MemorySegment in = world.heap().allocate(8L * Math.max(1, length)).asSlice(0, 8L * length);
      MemorySegment out = world.heap().allocate(8L * Math.max(1, length)).asSlice(0, 8L * length);
      in.copyFrom(MemorySegment.ofArray(SampleNumbers.of(length, all.rank(), length)));
      for (int i = 0; i < 3; i++) {
        all.run(Operation.allreduce(Data.of(in, Type.LONG), Data.of(out, Type.LONG), Operator.SUM));
        assertThat(out.toArray(ValueLayout.JAVA_LONG))
            .isEqualTo(SampleNumbers.sum(length, 0, size, length));
        // Nobody may still be reading.
        out.fill((byte) 3);
      }
      all.run(Operation.broadcast(size - 1, Data.of(in, Type.LONG)));
      assertThat(in.toArray(ValueLayout.JAVA_LONG))
          .isEqualTo(SampleNumbers.of(length, size - 1, length));
      in.fill((byte) 5);
      all.barrier();
    }
  }

  @WeftTest(
      ranks = {1, 2, 5, 8},
      transport = {"threads", "shm"},
      ring = 16384,
      apart = 3)
  void manyUnderWayOnOverlappingGroups(World world, Random mine) {
    Group all = start(world);
    int rank = world.rank();
    List<Group> groups =
        List.of(all, all.dup(), all.split(rank % 2, rank), all.split(rank / 2, -rank));
    var common = new Random(11);
    for (int round = 0; round < 12; round++) {
      var dones = new ArrayList<Completion>();
      var checks = new ArrayList<Runnable>();
      int outstanding = 1 + common.nextInt(24);
      for (int i = 0; i < outstanding; i++) {
        // The group's number is the same on all ranks; its members are not.
        Group group = groups.get(common.nextInt(groups.size()));
        int length = LENGTHS[common.nextInt(LENGTHS.length)];
        long key = round * 100L + i;
        int kind = common.nextInt(4);
        Completion done = world.completion();
        dones.add(done);
        checks.add(begin(group, kind, key, length, done));
        if (mine.nextInt(4) == 0) {
          Chaos.of(world, mine.nextLong()).disturb();
        }
      }
      // Looked at in the reverse order, or in any.
      var order = new ArrayList<Integer>();
      for (int i = outstanding - 1; i >= 0; i--) {
        order.add(i);
      }
      if (round % 2 == 1) {
        java.util.Collections.shuffle(order, mine);
      }
      for (int i : order) {
        dones.get(i).await();
        checks.get(i).run();
      }
    }
  }

  /// Begins one of some operations; the result checks what it brought.
  private static Runnable begin(Group group, int kind, long key, int length, Completion done) {
    int rank = group.rank();
    int size = group.size();
    int root = (int) (key % size);
    long[] in = SampleNumbers.of(key, rank, length);
    return switch (kind) {
      case 0 -> {
        group.start(Operation.broadcast(root, Data.of(in)), done);
        yield () -> assertThat(in).isEqualTo(SampleNumbers.of(key, root, length));
      }
      case 1 -> {
        long[] out = new long[length];
        group.start(Operation.reduce(root, Data.of(in), Data.of(out), SampleNumbers.COMPOSE), done);
        yield () -> {
          if (rank == root) {
            assertThat(out).isEqualTo(SampleNumbers.composed(key, 0, size, length));
          }
        };
      }
      case 2 -> {
        group.start(Operation.allreduce(Data.of(in), Operator.SUM), done);
        yield () -> assertThat(in).isEqualTo(SampleNumbers.sum(key, 0, size, length));
      }
      default -> {
        group.start(Operation.barrier(), done);
        yield () -> {};
      }
    };
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void oneOperationAgainAndAgain(World world, Random mine) {
    Group all = start(world);
    int length = 1000;
    long[] in = new long[length];
    long[] out = new long[length];
    Operation sum = Operation.allreduce(Data.of(in), Data.of(out), Operator.SUM);
    Operation spread = Operation.broadcast(0, Data.of(in));
    Completion done = world.completion();
    Chaos chaos = Chaos.of(world, mine.nextLong());
    for (int i = 0; i < 300; i++) {
      System.arraycopy(SampleNumbers.of(i, all.rank(), length), 0, in, 0, length);
      all.start(sum, done);
      chaos.delay();
      done.await();
      assertThat(out).isEqualTo(SampleNumbers.sum(i, 0, all.size(), length));
      all.run(spread);
      assertThat(in).isEqualTo(SampleNumbers.of(i, 0, length));
    }
  }
}
