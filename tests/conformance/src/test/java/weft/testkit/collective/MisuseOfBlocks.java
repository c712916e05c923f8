// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import java.util.Arrays;
import weft.World;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Parts;

/// Programs whose ranks give blocks of other lengths than the others expect.
final class MisuseOfBlocks {
  private MisuseOfBlocks() {}

  private static int[] filled(int size, int count) {
    int[] counts = new int[size];
    Arrays.fill(counts, count);
    return counts;
  }

  /// Blocks of `count` elements; for who errs, of twice as many for rank 1.
  private static Parts parts(World world, boolean odd, int count) {
    return parts(world, 1, odd ? 2 * count : count, count);
  }

  /// Blocks of `count` elements, but for one rank of `other`.
  private static Parts parts(World world, int rank, int other, int count) {
    int[] counts = filled(world.size(), count);
    counts[rank] = other;
    return Parts.of(counts);
  }

  /// Adds those with blocks of `count` elements.
  static void add(int count, String size) {
    addMissing(count, size);
    addOtherLengths(count, size);
  }

  private static void addMissing(int count, String size) {
    CollectiveMisuseCases.addLeaving(
        "no block in a gather, where one is expected" + size,
        (world, all, odd) ->
            MisuseCalls.run(
                all,
                odd,
                Operation.gather(
                    0,
                    CollectiveMisuseCases.longs(count),
                    CollectiveMisuseCases.longs(9 * count),
                    parts(world, 1, odd ? 0 : count, count))),
        "rank 1 sends 0 bytes to rank 0, which expects " + 8 * count,
        "gather with parts");
    CollectiveMisuseCases.addLeaving(
        "no block in a scatter, where one is expected" + size,
        (world, all, odd) ->
            MisuseCalls.run(
                all,
                odd,
                Operation.scatter(
                    0,
                    CollectiveMisuseCases.longs(9 * count),
                    CollectiveMisuseCases.longs(count),
                    parts(world, 1, odd ? count : 0, count))),
        "rank 0 sends 0 bytes to rank 1, which expects " + 8 * count,
        "scatter with parts");
    for (boolean sends : new boolean[] {false, true}) {
      CollectiveMisuseCases.add(
          "no block in an all-to-all, where one is " + (sends ? "sent" : "expected") + size,
          (world, all, odd) -> {
            boolean gives = world.rank() != 0 || sends;
            Parts in = parts(world, 1, gives ? count : 0, count);
            Parts out = parts(world, 0, odd && sends ? 0 : count, count);
            MisuseCalls.run(
                all,
                odd,
                Operation.alltoall(
                    CollectiveMisuseCases.longs(9 * count),
                    in,
                    CollectiveMisuseCases.longs(9 * count),
                    out));
            MisuseCalls.linger(world, odd);
          },
          "rank 0 sends "
              + (sends ? 8 * count : 0)
              + " bytes to rank 1, which expects "
              + (sends ? 0 : 8 * count),
          "alltoall with parts");
    }
  }

  private static void addOtherLengths(int count, String size) {
    CollectiveMisuseCases.addLeaving(
        "another length of a block in a gather" + size,
        (world, all, odd) ->
            MisuseCalls.run(
                all,
                odd,
                Operation.gather(
                    0,
                    CollectiveMisuseCases.longs(2 * count),
                    CollectiveMisuseCases.longs(9 * count),
                    parts(world, odd, count))),
        "rank 1 sends",
        "which expects",
        "gather with parts");
    CollectiveMisuseCases.addLeaving(
        "another length of a block in a scatter" + size,
        (world, all, odd) ->
            MisuseCalls.run(
                all,
                odd,
                Operation.scatter(
                    0,
                    CollectiveMisuseCases.longs(9 * count),
                    CollectiveMisuseCases.longs(2 * count),
                    parts(world, odd, count))),
        "to rank 1, which expects " + 16 * count,
        "scatter with parts");
    CollectiveMisuseCases.add(
        "another length of a block in an all-to-all" + size,
        (world, all, odd) -> {
          Parts parts = Parts.of(filled(world.size(), count));
          int[] taken = filled(world.size(), count);
          taken[0] *= odd ? 2 : 1;
          Parts out = Parts.of(taken);
          MisuseCalls.run(
              all,
              odd,
              Operation.alltoall(
                  CollectiveMisuseCases.longs(9 * count),
                  parts,
                  CollectiveMisuseCases.longs(9 * count),
                  out));
          MisuseCalls.linger(world, odd);
        },
        "rank 0 sends " + 8 * count + " bytes to rank 1, which expects " + 16 * count,
        "alltoall with parts");
    CollectiveMisuseCases.add(
        "other lengths in an allgather" + size,
        (world, all, odd) ->
            MisuseCalls.run(
                all,
                odd,
                Operation.allgather(
                    CollectiveMisuseCases.longs(2 * count),
                    CollectiveMisuseCases.longs(9 * count),
                    parts(world, odd, count))),
        "allgather with parts of lengths #");
    CollectiveMisuseCases.add(
        "other lengths in a reduceScatter" + size,
        (world, all, odd) ->
            MisuseCalls.run(
                all,
                odd,
                Operation.reduceScatter(
                    CollectiveMisuseCases.longs(9 * count),
                    CollectiveMisuseCases.longs(2 * count),
                    Operator.SUM,
                    parts(world, odd, count))),
        "reduce_scatter with parts of lengths #");
  }
}
