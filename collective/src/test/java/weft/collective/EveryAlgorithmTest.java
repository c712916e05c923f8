// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Weft;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;

/// Every algorithm on real ranks, which are threads: small messages, several chunks, many chunks.
class EveryAlgorithmTest {
  private static final int[] COUNTS = {1, 7, 300, 5000};
  private static final String[] CHUNKS = {"1k 4", "16k 8"};

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void givesTheRightResults(int ranks) {
    Weft.launch(
        new String[] {"--weft-ranks", Integer.toString(ranks)},
        world -> {
          Group group = Group.world(world);
          world.start();
          int call = 0;
          for (Collective collective : Collective.values()) {
            for (Algorithms.Entry entry : Algorithms.of(collective)) {
              for (String chunks : CHUNKS) {
                String name = collective.name().toLowerCase(Locale.ROOT).replace('_', '-');
                String rule = name + " * * " + entry.name() + " " + chunks;
                group.using(Choices.parse(rule, List.of("eager 2k", rule)));
                for (int count : COUNTS) {
                  for (int times = 0; times < 3; times++) {
                    new Once(group, collective, count, call++, rule).run();
                  }
                }
              }
            }
          }
          group.barrier();
        });
  }

  /// One call.
  private record Once(Group group, Collective collective, int count, int call, String rule) {
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
      Data one = Data.of(in);
      Data result = Data.of(out);
      Data all = Data.of(gathered);
      Operator add = Operator.SUM;
      switch (collective) {
        case BARRIER -> group.run(Operation.barrier());
        case BROADCAST -> {
          group.run(Operation.broadcast(root, one));
          check(in, i -> value(root, i));
        }
        case REDUCE -> {
          group.run(
              inPlace
                  ? Operation.reduce(root, one, add)
                  : Operation.reduce(root, one, result, add));
          check(inPlace ? in : out, i -> isRoot ? sum(size, i) : inPlace ? value(me, i) : 0);
        }
        case ALLREDUCE -> {
          group.run(
              inPlace ? Operation.allreduce(one, add) : Operation.allreduce(one, result, add));
          check(inPlace ? in : out, i -> sum(size, i));
        }
        case GATHER -> {
          if (inPlace && isRoot) {
            System.arraycopy(in, 0, gathered, me * count, count);
          }
          group.run(
              inPlace
                  ? Operation.gather(root, isRoot ? all : one)
                  : Operation.gather(root, one, all));
          check(gathered, i -> isRoot ? value(i / count, i % count) : 0);
        }
        case SCATTER -> {
          Data from = Data.of(blocks);
          group.run(
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
          group.run(inPlace ? Operation.allgather(all) : Operation.allgather(one, all));
          check(gathered, i -> value(i / count, i % count));
        }
        case ALLTOALL -> {
          Data from = Data.of(blocks);
          group.run(inPlace ? Operation.alltoall(from) : Operation.alltoall(from, all));
          check(inPlace ? blocks : gathered, i -> value(i / count, me * count + i % count));
        }
        case REDUCE_SCATTER -> {
          Data from = Data.of(blocks);
          group.run(
              inPlace
                  ? Operation.reduceScatter(from, add)
                  : Operation.reduceScatter(from, result, add));
          check(inPlace ? Arrays.copyOf(blocks, count) : out, i -> sum(size, me * count + i));
        }
        case SCAN -> {
          group.run(inPlace ? Operation.scan(one, add) : Operation.scan(one, result, add));
          check(inPlace ? in : out, i -> sum(me + 1, i));
        }
        case EXSCAN -> {
          group.run(inPlace ? Operation.exscan(one, add) : Operation.exscan(one, result, add));
          check(inPlace ? in : out, i -> me == 0 && inPlace ? value(0, i) : sum(me, i));
        }
      }
    }
  }
}
