// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.Heap;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Type;
import weft.testkit.collective.SampleNumbers;

/// One of each collective operation, with its data. All ranks run or begin them in this order, and
/// then check them.
final class Trials {
  /// @param operation the operation to run or begin
  /// @param check compares the result with the expected one after completion
  record Trial(Operation operation, Runnable check) {}

  private static final long UNTOUCHED = -7;

  private final Group group;
  private final @Nullable Heap heap;
  private final long key;
  private final int rank;
  private final int size;
  private final List<Trial> trials = new ArrayList<>();
  private final List<MemorySegment> taken = new ArrayList<>();

  /// An array of longs, or the same in registered memory.
  private final class Place {
    private final long[] array;
    private final @Nullable MemorySegment segment;

    Place(long[] values) {
      array = values.clone();
      Heap from = heap;
      if (from == null) {
        segment = null;
      } else {
        MemorySegment whole = from.allocate(8L * Math.max(1, values.length));
        taken.add(whole);
        segment = whole.asSlice(0, 8L * values.length).copyFrom(MemorySegment.ofArray(values));
      }
    }

    Data data() {
      return segment == null ? Data.of(array) : Data.of(segment, Type.LONG);
    }

    long[] values() {
      return segment == null ? array : segment.toArray(ValueLayout.JAVA_LONG);
    }
  }

  /// Creates operations of `group` with the root `root` on `length` longs, an even number. In
  /// operations on blocks, each rank has a part of them. The data is in the registered memory of
  /// `heap`, or in arrays if that is null.
  Trials(Group group, @Nullable Heap heap, long key, int length, int root) {
    this.group = group;
    this.heap = heap;
    this.key = key;
    this.rank = group.rank();
    this.size = group.size();
    combining(length, root);
    trials.add(new Trial(Operation.barrier(), () -> {}));
    var spread = new Place(SampleNumbers.of(key, rank, length));
    trials.add(
        new Trial(
            Operation.broadcast(root, spread.data()),
            () -> same(SampleNumbers.of(key, root, length), spread, "broadcast")));
    blocks(Math.max(1, length / size), root);
  }

  private void combining(int length, int root) {
    long[] in = SampleNumbers.of(key, rank, length);
    long[] all = SampleNumbers.composed(key, 0, size, length);
    Operator compose = SampleNumbers.COMPOSE;
    add(
        "reduce",
        in,
        rank == root ? all : new long[0],
        (from, to) -> Operation.reduce(root, from, to, compose));
    add("allreduce", in, all, (from, to) -> Operation.allreduce(from, to, compose));
    long[] upTo = SampleNumbers.composed(key, 0, rank + 1, length);
    add("scan", in, upTo, (from, to) -> Operation.scan(from, to, compose));
    long[] before = rank == 0 ? untouched(length) : SampleNumbers.composed(key, 0, rank, length);
    add("exscan", in, before, (from, to) -> Operation.exscan(from, to, compose));
  }

  private void blocks(int length, int root) {
    long[] mine = SampleNumbers.of(key, rank, length);
    var whole = new long[size * length];
    var given = new long[size * length];
    var got = new long[size * length];
    for (int other = 0; other < size; other++) {
      int at = other * length;
      System.arraycopy(SampleNumbers.of(key, other, length), 0, whole, at, length);
      System.arraycopy(SampleNumbers.of(key + rank, other, length), 0, given, at, length);
      System.arraycopy(SampleNumbers.of(key + other, rank, length), 0, got, at, length);
    }
    var none = new long[0];
    add(
        "gather",
        mine,
        rank == root ? whole : none,
        (from, to) -> Operation.gather(root, from, to));
    add(
        "scatter",
        rank == root ? whole : none,
        mine,
        (from, to) -> Operation.scatter(root, from, to));
    add("allgather", mine, whole, Operation::allgather);
    add("alltoall", given, got, Operation::alltoall);
    int from = rank * length;
    long[] sum = SampleNumbers.sum(key, 0, size, size * length);
    add(
        "reduceScatter",
        SampleNumbers.of(key, rank, size * length),
        Arrays.copyOfRange(sum, from, from + length),
        (in, out) -> Operation.reduceScatter(in, out, Operator.SUM));
  }

  @FunctionalInterface
  private interface Making {
    Operation of(Data from, Data to);
  }

  /// Adds an operation that must compute `expected` from `in` without changing `in`.
  private void add(String name, long[] in, long[] expected, Making making) {
    var from = new Place(in);
    var to = new Place(untouched(expected.length));
    trials.add(
        new Trial(
            making.of(from.data(), to.data()),
            () -> {
              same(expected, to, name);
              same(in, from, name + ", its input");
            }));
  }

  private static long[] untouched(int length) {
    var values = new long[length];
    Arrays.fill(values, UNTOUCHED);
    return values;
  }

  private void same(long[] expected, Place place, String name) {
    assertArrayEquals(expected, place.values(), () -> name + " in " + group);
  }

  List<Trial> list() {
    return trials;
  }

  /// Runs and checks the operations in turn.
  void run() {
    for (Trial trial : trials) {
      group.run(trial.operation);
      trial.check.run();
    }
  }

  /// Frees the registered memory.
  void free() {
    Heap from = heap;
    if (from != null) {
      taken.forEach(from::free);
    }
  }
}
