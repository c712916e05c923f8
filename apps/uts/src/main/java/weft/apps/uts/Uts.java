// SPDX-License-Identifier: Apache-2.0
package weft.apps.uts;

import java.util.Arrays;
import java.util.Formatter;
import java.util.Locale;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.Headline;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileObjects;

/// Counts an unbalanced tree on ranks that steal work from each other ([TreeSearch]).
public final class Uts {
  /// Nanoseconds of a core for a node.
  private static final int NANOS = 230;

  private Uts() {}

  /// Runs the program. `--help` shows its options. If they are not valid, it exits with 2, after
  /// one sentence on standard error.
  public static void main(String[] args) {
    AppProgram.launch("uts", args, Uts::run);
  }

  /// The body of every rank.
  ///
  /// @throws weft.apps.common.BadInputException at rank 0, with the sentence for the user
  static void run(World world) {
    UtsOptions options = AppProgram.options(world, () -> UtsOptions.parse(world.args()));
    if (options == null) {
      return;
    }
    TreeShape.Sample sample = options.sample();
    MobileObjects objects = MobileObjects.of(world);
    var search = new TreeSearch(world, objects, sample.shape(), options.piece());
    if (options.stealing()) {
      search.steal();
    }
    world.start();
    Headline.print(
        world,
        "uts: counts the %d nodes of tree %s".formatted(sample.nodes(), sample.shape().name()),
        options.stealing()
            ? Headline.shared(world, sample.nodes() * NANOS * 1e-9)
            : sample.nodes() * NANOS * 1e-9);
    Group group = Group.world(world);
    group.barrier();
    long began = System.nanoTime();
    search.run();
    double time = group.allreduce((System.nanoTime() - began) * 1e-9, Operator.MAX);
    TreeCounts counts = search.counts();
    long[] sums = {counts.nodes(), counts.leaves(), objects.counters().left(), search.pieces()};
    group.allreduce(sums, Operator.SUM);
    long depth = group.allreduce((long) counts.depth(), Operator.MAX);
    var shares = new long[world.size()];
    shares[world.rank()] = counts.nodes();
    group.allreduce(shares, Operator.SUM);
    if (world.rank() != 0) {
      return;
    }
    if (sums[0] != sample.nodes() || sums[1] != sample.leaves() || depth != sample.depth()) {
      throw new IllegalStateException(
          "the tree %s has %d nodes, %d leaves and depth %d; published are %d, %d and %d"
              .formatted(
                  sample.shape().name(),
                  sums[0],
                  sums[1],
                  depth,
                  sample.nodes(),
                  sample.leaves(),
                  sample.depth()));
    }
    print(world, sample, sums, shares, time);
  }

  private static void print(
      World world, TreeShape.Sample sample, long[] sums, long[] shares, double time) {
    var text = new Formatter(new StringBuilder(), Locale.ROOT);
    text.format(
        "  %d nodes, %d leaves, depth %d, as published%n", sums[0], sums[1], sample.depth());
    text.format("  %.3f s, %.2f million nodes a second%n", time, sums[0] / time / 1e6);
    double most = Arrays.stream(shares).max().orElse(0);
    text.format("  %d pieces, %d moved%n", sums[3], sums[2]);
    text.format(
        "  gained: balance %.2f, where 1.00 is perfect, and %.2f is without stealing%n",
        most * world.size() / sums[0], (double) world.size());
    System.out.print(text);
  }
}
