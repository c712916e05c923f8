// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.function.IntToLongFunction;
import weft.World;
import weft.collective.schedule.Collective;

/// One call of a collective, with data that differ from rank to rank and from call to call, and a
/// look at what came of it. The root, and whether it is in place, follow from the number of the
/// call.
record CheckedCall(
    Group group, Collective collective, int count, int call, String rule, Memory memory) {
  /// Where the data of a call is: in the arrays themselves, or in registered memory.
  static final class Memory implements AutoCloseable {
    private final World world;
    private final boolean registered;
    private final IdentityHashMap<long[], MemorySegment> copies = new IdentityHashMap<>();

    Memory(World world, boolean registered) {
      this.world = world;
      this.registered = registered;
    }

    Data of(long[] array) {
      if (!registered || array.length == 0) {
        return Data.of(array);
      }
      MemorySegment copy = world.heap().allocate(8L * array.length);
      copies.put(array, copy);
      return Data.of(copy, Type.LONG);
    }

    /// Brings what stands in the arrays into registered memory.
    void store() {
      copies.forEach((array, copy) ->
          MemorySegment.copy(array, 0, copy, ValueLayout.JAVA_LONG, 0, array.length));
    }

    /// Brings what stands in registered memory into the arrays.
    void fetch() {
      copies.forEach((array, copy) ->
          MemorySegment.copy(copy, ValueLayout.JAVA_LONG, 0, array, 0, array.length));
    }

    @Override
    public void close() {
      copies.values().forEach(copy -> world.heap().free(world.heap().pointerTo(copy)));
    }
  }

  /// What a rank contributes at `i`.
  private long value(int rank, int i) {
    return rank * 1_000_003L + i * 31L + call;
  }

  private long[] values(int length) {
    long[] values = new long[length];
    for (int i = 0; i < length; i++) {
      values[i] = value(group.rank(), i);
    }
    return values;
  }

  private long sum(int ranks, int i) {
    long sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
      sum += value(rank, i);
    }
    return sum;
  }

  private void check(long[] result, IntToLongFunction expected) {
    for (int i = 0; i < result.length; i++) {
      if (result[i] != expected.applyAsLong(i)) {
        throw new AssertionError(
            "%s, %d elements, call %d, rank %d of %d: %d instead of %d at %d"
                .formatted(
                    rule,
                    count,
                    call,
                    group.rank(),
                    group.size(),
                    result[i],
                    expected.applyAsLong(i),
                    i));
      }
    }
  }

  private void call(Operation operation) {
    memory.store();
    group.run(operation);
    memory.fetch();
  }

  void run() {
    int size = group.size();
    int me = group.rank();
    int root = call % size;
    boolean isRoot = me == root;
    boolean inPlace = call % 2 == 0;
    long[] in = values(count);
    long[] out = new long[count];
    long[] blocks = values(size * count);
    long[] gathered = new long[size * count];
    Data one = memory.of(in);
    Data result = memory.of(out);
    Data all = memory.of(gathered);
    Operator add = Operator.SUM;
    switch (collective) {
      case BARRIER -> call(Operation.barrier());
      case BROADCAST -> {
        call(Operation.broadcast(root, one));
        check(in, i -> value(root, i));
      }
      case REDUCE -> {
        call(inPlace ? Operation.reduce(root, one, add) : Operation.reduce(root, one, result, add));
        check(inPlace ? in : out, i -> isRoot ? sum(size, i) : inPlace ? value(me, i) : 0);
      }
      case ALLREDUCE -> {
        call(inPlace ? Operation.allreduce(one, add) : Operation.allreduce(one, result, add));
        check(inPlace ? in : out, i -> sum(size, i));
      }
      case GATHER -> {
        if (inPlace && isRoot) {
          System.arraycopy(in, 0, gathered, me * count, count);
        }
        call(
            inPlace
                ? Operation.gather(root, isRoot ? all : one)
                : Operation.gather(root, one, all));
        check(gathered, i -> isRoot ? value(i / count, i % count) : 0);
      }
      case SCATTER -> {
        Data from = memory.of(blocks);
        call(
            inPlace
                ? Operation.scatter(root, isRoot ? from : result)
                : Operation.scatter(root, from, result));
        check(
            inPlace && isRoot ? blocks : out,
            i -> value(root, isRoot && inPlace ? i : me * count + i));
      }
      case ALLGATHER -> {
        if (inPlace) {
          System.arraycopy(in, 0, gathered, me * count, count);
        }
        call(inPlace ? Operation.allgather(all) : Operation.allgather(one, all));
        check(gathered, i -> value(i / count, i % count));
      }
      case ALLTOALL -> {
        Data from = memory.of(blocks);
        call(inPlace ? Operation.alltoall(from) : Operation.alltoall(from, all));
        check(inPlace ? blocks : gathered, i -> value(i / count, me * count + i % count));
      }
      case REDUCE_SCATTER -> {
        Data from = memory.of(blocks);
        call(
            inPlace
                ? Operation.reduceScatter(from, add)
                : Operation.reduceScatter(from, result, add));
        check(inPlace ? Arrays.copyOf(blocks, count) : out, i -> sum(size, me * count + i));
      }
      case SCAN -> {
        call(inPlace ? Operation.scan(one, add) : Operation.scan(one, result, add));
        check(inPlace ? in : out, i -> sum(me + 1, i));
      }
      case EXSCAN -> {
        call(inPlace ? Operation.exscan(one, add) : Operation.exscan(one, result, add));
        check(inPlace ? in : out, i -> me == 0 && inPlace ? value(0, i) : sum(me, i));
      }
    }
  }
}
