// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import weft.Completion;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Parts;
import weft.collective.Type;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Operations whose result takes the place of what was contributed: MPI's `MPI_IN_PLACE`, with
/// arrays and registered memory, waited for, begun, and carried out again and again.
@Sampled
class InPlaceTest {
  /// Numbers of longs around what travels unasked, and in several chunks.
  private static final int[] LENGTHS = {0, 2, 1022, 1026, 20_000};

  /// One rank's data, and the ways to carry an operation on it out.
  private record Place(World world, Group all, MemorySegment registered) {
    /// Carries `operation`, on memory that begins as `before`, out in five ways; each time the
    /// first elements must be `expected`.
    void check(Make operation, long[] before, long[] expected) {
      int length = before.length;
      long[] array = new long[length];
      MemorySegment segment = registered.asSlice(0, 8L * length);
      check(
          operation.of(Data.of(array)),
          MemorySegment.ofArray(array),
          i -> 8L * i,
          before,
          expected);
      check(operation.of(Data.of(segment, Type.LONG)), segment, i -> 8L * i, before, expected);
      if (length > 0 && length % 2 == 0) {
        // Every other pair of elements.
        long[] rows = new long[2 * length + 1];
        check(
            operation.of(Data.matrix(rows, 1, length / 2, 2, 4)),
            MemorySegment.ofArray(rows),
            i -> 8L * (1 + i / 2 * 4 + i % 2),
            before,
            expected);
        byOwners(operation, length / 2, before, expected);
        return;
      }
      for (int i = 0; i < 3; i++) { // the others may have more: all make as many calls
        Data data = length == 0 ? Data.none() : Data.of(array);
        check(operation.of(data), MemorySegment.ofArray(array), at -> 8L * at, before, expected);
      }
    }

    /// Rows of two elements, and two columns, in the order of owners that take turns.
    private void byOwners(Make operation, int pairs, long[] before, long[] expected) {
      int owners = pairs % 5 == 0 ? 5 : pairs % 3 == 0 ? 3 : pairs % 2 == 0 ? 2 : 1;
      int each = pairs / owners;
      long[] rows = new long[6 * pairs + 1];
      check(
          operation.of(Data.matrix(rows, 1, pairs, 2, 3).blockCyclicRows(1, owners)),
          MemorySegment.ofArray(rows),
          i -> 8L * (1 + (i / 2 % each * owners + i / 2 / each) * 3 + i % 2),
          before,
          expected);
      check(
          operation.of(
              Data.matrix(registered, Type.LONG, 8, 2, pairs, pairs).blockCyclicColumns(1, owners)),
          registered.asSlice(8),
          i -> 8L * (i % (2 * each) * owners + i / (2 * each)),
          before,
          expected);
    }

    private void check(
        Operation operation,
        MemorySegment memory,
        IntToLongFunction place,
        long[] before,
        long[] expected) {
      Completion done = world.completion();
      for (int times = 0; times < 4; times++) {
        for (int i = 0; i < before.length; i++) {
          memory.set(ValueLayout.JAVA_LONG_UNALIGNED, place.applyAsLong(i), before[i]);
        }
        if (times % 2 == 0) {
          all.run(operation);
        } else {
          all.start(operation, done);
          done.await();
        }
        long[] now = new long[expected.length];
        for (int i = 0; i < now.length; i++) {
          now[i] = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, place.applyAsLong(i));
        }
        assertThat(now).as("%s, time %d", operation, times).isEqualTo(expected);
      }
    }
  }

  /// Makes an operation on some data.
  @FunctionalInterface
  private interface Make {
    Operation of(Data data);
  }

  private static Place start(World world, int most) {
    Group all = Group.world(world);
    world.start();
    return new Place(world, all, world.heap().allocate(8L * most + 8));
  }

  private static long[] joined(int size, java.util.function.IntFunction<long[]> block) {
    return IntStream.range(0, size).mapToObj(block).flatMapToLong(Arrays::stream).toArray();
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void reductions(World world) {
    Place place = start(world, 20_000);
    int rank = world.rank();
    int size = world.size();
    for (int length : LENGTHS) {
      long[] mine = SampleNumbers.of(length, rank, length);
      place.check(
          data -> Operation.allreduce(data, Operator.SUM),
          mine,
          SampleNumbers.sum(length, 0, size, length));
      for (int root = 0; root < size; root += 3) {
        int top = root;
        place.check(
            data -> Operation.reduce(top, data, SampleNumbers.COMPOSE),
            mine,
            rank == root ? SampleNumbers.composed(length, 0, size, length) : mine);
      }
      place.check(
          data -> Operation.scan(data, SampleNumbers.COMPOSE),
          mine,
          SampleNumbers.composed(length, 0, rank + 1, length));
      place.check(
          data -> Operation.exscan(data, SampleNumbers.COMPOSE),
          mine,
          rank == 0 ? mine : SampleNumbers.composed(length, 0, rank, length));
    }
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void blocksOfOneLength(World world) {
    int size = world.size();
    Place place = start(world, 20_000 * size);
    int rank = world.rank();
    for (int length : LENGTHS) {
      long[] mine = SampleNumbers.of(length, rank, length);
      long[] whole = joined(size, other -> SampleNumbers.of(length, other, length));
      long[] own = new long[whole.length];
      System.arraycopy(mine, 0, own, rank * length, length);
      place.check(Operation::allgather, own, whole);
      for (int root = 0; root < size; root += 3) {
        int top = root;
        boolean isRoot = rank == root;
        place.check(
            data -> Operation.gather(top, data), isRoot ? own : mine, isRoot ? whole : mine);
        place.check(
            data -> Operation.scatter(top, data),
            isRoot ? whole : new long[length],
            isRoot ? whole : mine);
      }
      place.check(
          Operation::alltoall,
          joined(size, other -> SampleNumbers.of(rank * 100L + other, length, length)),
          joined(size, other -> SampleNumbers.of(other * 100L + rank, length, length)));
      place.check(
          data -> Operation.reduceScatter(data, SampleNumbers.COMPOSE),
          SampleNumbers.of(length, rank, size * length),
          Arrays.copyOfRange(
              SampleNumbers.composed(length, 0, size, size * length),
              rank * length,
              (rank + 1) * length));
    }
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void blocksOfAnyLength(World world) {
    int size = world.size();
    Place place = start(world, 40_000 * size);
    int rank = world.rank();
    for (int unit : new int[] {0, 2, 600, 8_000}) {
      int[] counts = new int[size];
      int[] places = new int[size];
      // In the reverse order, with gaps; every third rank has nothing.
      int total = 0;
      for (int i = size - 1; i >= 0; i--) {
        counts[i] = i % 3 == 1 ? 0 : (i + 1) % 5 * unit;
        places[i] = total;
        total += counts[i] + 2;
      }
      Parts parts = Parts.of(counts, places);
      long[] gaps = SampleNumbers.of(unit + 7, rank, total);
      long[] whole = gaps.clone();
      for (int i = 0; i < size; i++) {
        System.arraycopy(SampleNumbers.of(unit, i, counts[i]), 0, whole, places[i], counts[i]);
      }
      long[] mine = SampleNumbers.of(unit, rank, counts[rank]);
      long[] own = gaps.clone();
      System.arraycopy(mine, 0, own, places[rank], mine.length);
      place.check(data -> Operation.allgather(data, parts), own, whole);
      for (int root = 0; root < size; root += 3) {
        int top = root;
        boolean isRoot = rank == root;
        place.check(
            data -> Operation.gather(top, data, parts), isRoot ? own : mine, isRoot ? whole : mine);
        place.check(
            data -> Operation.scatter(top, data, parts),
            isRoot ? whole : new long[mine.length],
            isRoot ? whole : mine);
      }
      place.check(
          data -> Operation.reduceScatter(data, SampleNumbers.COMPOSE, parts),
          SampleNumbers.of(unit, rank, total),
          Arrays.copyOfRange(
              SampleNumbers.composed(unit, 0, size, total),
              places[rank],
              places[rank] + counts[rank]));

      // Two ranks send each other as much.
      int[] both = new int[size];
      for (int other = 0; other < size; other++) {
        both[other] = (rank + other) % 3 * unit;
      }
      Parts between = Parts.of(both);
      place.check(
          data -> Operation.alltoall(data, between),
          joined(size, other -> SampleNumbers.of(rank * 100L + other, unit, both[other])),
          joined(size, other -> SampleNumbers.of(other * 100L + rank, unit, both[other])));
    }
  }
}
