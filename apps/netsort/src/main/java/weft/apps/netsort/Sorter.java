// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weft.GlobalPointer;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

/// One rank's part of the sort: its block, the steps, and their checks.
final class Sorter {
  private final Group group;
  private final int rank;
  private final BlockExchange exchange;

  /// Registers the handlers. Called before `world.start()`.
  Sorter(World world) {
    this.group = Group.world(world);
    this.rank = world.rank();
    this.exchange = new BlockExchange(world);
  }

  /// One step, the same on every rank.
  ///
  /// @param moved the number of keys that changed their rank
  /// @param seconds the slowest rank's time without checks
  record Step(long moved, double seconds) {}

  /// The figures of the run, the same on every rank.
  ///
  /// @param sorting the slowest rank's time of sorting its block, in seconds
  /// @param splitting seconds of all steps, without their checks
  /// @param checking seconds of the checks
  /// @param steps the figures of each step
  /// @param checked the number of checked compare-splits
  /// @param digest the checksum of all keys at their places
  record Figures(
      double sorting,
      double splitting,
      double checking,
      List<Step> steps,
      long checked,
      long digest) {
    /// Seconds without the checks.
    double seconds() {
      return sorting + splitting;
    }

    /// Keys a second.
    double rate(long keys) {
      return keys / seconds();
    }
  }

  /// Sorts and checks. Collective.
  ///
  /// @param all a buffer of a whole block's bytes on every rank
  /// @throws IllegalStateException if a check fails
  Figures run(SortOptions options, SortBlocks blocks, GlobalPointer all) {
    exchange.attach(all, blocks.whole());
    int length = blocks.length(rank);
    var keys = new long[length];
    var spare = new long[length];
    Keys.fill(keys, options, blocks.first(rank), length);
    long contents = Keys.contents(keys, length);
    long before = group.allreduce(contents, Operator.SUM);

    long begin = System.nanoTime();
    Arrays.sort(keys);
    double sorting = seconds(begin);

    int steps = blocks.ranks();
    var moved = new long[steps];
    var times = new double[steps];
    double checking = 0;
    long checked = 0;
    for (int step = 0; step < steps; step++) {
      int partner = blocks.partner(rank, step);
      if (partner < 0) {
        continue;
      }
      begin = System.nanoTime();
      exchange.begin(step);
      exchange.sendEdges(partner, step, 0, contents, keys, length);
      BlockExchange.Edge their = exchange.await(partner, step, 0);
      long theirContents = their.contents;
      boolean low = rank < partner;
      int wanted = Merge.wanted(low, keys, length, low ? their.least : their.greatest);
      moved[step] = exchange.split(partner, keys, spare, length, wanted);
      long[] split = spare;
      spare = keys;
      keys = split;
      times[step] = seconds(begin);

      begin = System.nanoTime();
      long after = Keys.contents(keys, length);
      exchange.sendEdges(partner, step, 1, after, keys, length);
      BlockExchange.Edge theirs = exchange.await(partner, step, 1);
      Checks.split(rank, partner, step, keys, length, theirs);
      Checks.contents(
          "ranks " + Math.min(rank, partner) + " and " + Math.max(rank, partner),
          step,
          contents + theirContents,
          after + theirs.contents);
      contents = after;
      checked++;
      checking += seconds(begin);
    }
    checkWhole(blocks, keys, length, before, contents);
    double splitting = Arrays.stream(times).sum();
    return new Figures(
        group.allreduce(sorting, Operator.MAX),
        group.allreduce(splitting, Operator.MAX),
        group.allreduce(checking, Operator.MAX),
        together(moved, times),
        group.allreduce(checked, Operator.SUM) / 2,
        group.allreduce(Keys.order(keys, length, blocks.first(rank)), Operator.SUM));
  }

  private void checkWhole(SortBlocks blocks, long[] keys, int length, long before, long contents) {
    int steps = blocks.ranks();
    if (rank + 1 < steps && blocks.length(rank + 1) > 0) {
      exchange.sendEdges(rank + 1, steps, 0, contents, keys, length);
    }
    if (rank > 0 && length > 0) {
      BlockExchange.Edge left = exchange.await(rank - 1, steps, 0);
      Checks.order(rank - 1, left.greatest, rank, keys[0], steps);
    }
    Checks.ascending(rank, steps, keys, length);
    long after = group.allreduce(contents, Operator.SUM);
    Checks.contents("all ranks", steps, before, after);
  }

  private List<Step> together(long[] moved, double[] times) {
    group.allreduce(moved, Operator.SUM);
    group.allreduce(times, Operator.MAX);
    var steps = new ArrayList<Step>();
    for (int step = 0; step < moved.length; step++) {
      steps.add(new Step(moved[step], times[step]));
    }
    return steps;
  }

  private static double seconds(long begin) {
    return (System.nanoTime() - begin) * 1e-9;
  }
}
