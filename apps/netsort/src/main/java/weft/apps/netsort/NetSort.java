// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.util.Formatter;
import java.util.Locale;
import weft.GlobalPointer;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.Gain;
import weft.apps.common.Headline;
import weft.apps.common.ResultsPage;

/// The static network sort of the DMCS paper (section 6.3): odd-even transposition over the ranks.
///
/// Each rank sorts its block. Then neighbours compare and split, in as many steps as there are
/// ranks. The lower rank keeps the least keys of both blocks, and the higher rank keeps the
/// greatest. Keys are sent by put-op while they are merged.
public final class NetSort {
  /// Nanoseconds of a core for a key.
  private static final int NANOS = 260;

  private NetSort() {}

  /// Runs the program; `--help` shows its options. If an option is wrong, it prints a sentence to
  /// standard error and exits with 2.
  public static void main(String[] args) {
    AppProgram.launch("netsort", args, NetSort::run);
  }

  /// Runs the body of every rank.
  ///
  /// @throws weft.apps.common.BadInputException at rank 0, with a sentence for the user
  static void run(World world) {
    SortOptions options =
        AppProgram.options(world, () -> SortOptions.parse(world.args(), world.size()));
    if (options == null) {
      return;
    }
    if (options.objects() != SortOptions.Objects.NONE) {
      MobileSort.run(world, options);
      return;
    }
    if (world.rank() == 0 && options.report() != null) {
      ResultsPage.check(options.report());
    }
    var sorter = new Sorter(world);
    world.start();
    var blocks = new SortBlocks(options.keys(), world.size());
    String what = "a buffer for %d keys".formatted(blocks.whole());
    GlobalPointer all = AppProgram.mallocAll(world, BlockExchange.bytes(blocks.whole()), what);
    if (all == null) {
      return;
    }
    Headline.print(
        world,
        "netsort: %d keys (seed %d)".formatted(options.keys(), options.seed()),
        Headline.shared(world, options.keys() * NANOS * 1e-9));
    Sorter.Figures figures = sorter.run(options, blocks, all);
    world.heap().freeAll(all);
    if (world.rank() == 0) {
      System.out.print(summary(world, options, figures));
      var page = ResultsPage.of(world, options.report());
      if (page.isWanted()) {
        page.write(SortPage.of(options, world.size(), figures));
      }
    }
  }

  /// The time in which one rank would sort all keys, if a block of them takes `seconds`.
  private static double alone(long keys, int ranks, double seconds) {
    double block = Math.max(2.0, (double) keys / ranks);
    return seconds * ranks * Math.log(Math.max(2.0, (double) keys)) / Math.log(block);
  }

  private static String summary(World world, SortOptions options, Sorter.Figures figures) {
    // The format of numbers does not depend on the locale, because scripts read them.
    var text = new Formatter(new StringBuilder(), Locale.ROOT);
    double time = figures.seconds();
    text.format(
        "  %.3f s (blocks sorted in %.3f, %d steps in %.3f), %.2f million keys/s; checks %.3f s%n",
        time,
        figures.sorting(),
        figures.steps().size(),
        figures.splitting(),
        figures.rate(options.keys()) * 1e-6,
        figures.checking());
    text.format(
        "  checked: %d compare-splits keep order and contents, %d keys moved%n",
        figures.checked(), figures.steps().stream().mapToLong(Sorter.Step::moved).sum());
    text.format("  sorted, digest %016x%n", figures.digest());
    if (world.size() > 1) {
      double ratio = alone(options.keys(), world.size(), figures.sorting()) / time;
      text.format(
          "%s",
          Gain.line(
              ratio,
              String.format(
                  Locale.ROOT,
                  "%.2f times as fast as one rank that sorts all keys, by the time of a block",
                  ratio)));
    }
    return text.toString();
  }
}
