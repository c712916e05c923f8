// SPDX-License-Identifier: Apache-2.0
package weft.apps.outofcore;

import java.util.Arrays;
import java.util.Formatter;
import java.util.Locale;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.Headline;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr2;
import weft.mobile.MobileType;
import weft.outofcore.Residence;
import weft.outofcore.ResidenceCounters;

/// Walkers are messages that go from plot to plot. The plots are mobile objects, of which each rank
/// keeps a part in memory (`weft run --objects`).
public final class Walk {
  /// One of so many visits moves its plot, with `--moves`.
  private static final int MOVING = 11;

  /// Seconds of a core for each byte of a visit, if some of them come from disk.
  private static final double SECONDS_PER_BYTE = 0.4e-9;

  private final World world;
  private final WalkOptions options;
  private final Residence residence;
  private final Group group;
  private final MobileObjects objects;
  private final MobileArray<Plot> plots;
  private final MobileRsr2<Plot> visit;

  private Walk(World world, WalkOptions options) {
    this.world = world;
    this.options = options;
    this.group = Group.world(world);
    this.objects = MobileObjects.of(world);
    this.residence = Residence.of(objects);
    MobileType<Plot> type = objects.type("plot", Plot.CODEC);
    this.plots =
        type.array(
            "plots", options.plots(), index -> Plot.of(options.seed(), index, options.words()));
    this.visit =
        type.rsr2(
            "visit",
            (self, plot, walker, left) -> {
              plot.visit(walker);
              if (left > 1) {
                send(Plot.next(walker), left - 1);
              }
              if (options.moves() && Math.floorMod(walker, (long) MOVING) == 0) {
                self.migrate((int) Math.floorMod(walker >>> 20, (long) world.size()));
              }
            });
  }

  /// Runs the program. `--help` shows its options. If they are not valid, it exits with 2, after
  /// one sentence on standard error.
  public static void main(String[] args) {
    AppProgram.launch("walk", args, Walk::run);
  }

  /// The body of every rank.
  ///
  /// @throws weft.apps.common.BadInputException at rank 0, with the sentence for the user
  static void run(World world) {
    WalkOptions options = AppProgram.options(world, () -> WalkOptions.parse(world.args()));
    if (options != null) {
      var walk = new Walk(world, options);
      world.start();
      Headline.print(
          world,
          "walk: %d visits to %d plots of %d bytes"
              .formatted(options.visits(), options.plots(), options.words() * Long.BYTES),
          Headline.shared(
              world, options.visits() * options.words() * Long.BYTES * SECONDS_PER_BYTE));
      walk.finish();
    }
  }

  /// Walks, and returns the digest of all plots. The caller has not called [World#start].
  static long digest(World world, WalkOptions options) {
    var walk = new Walk(world, options);
    world.start();
    walk.walk();
    return walk.sum();
  }

  private void send(long walker, long left) {
    visit.send(plots.at(Plot.place(walker, options.plots())), walker, left);
  }

  private void walk() {
    for (long i = world.rank(); i < options.walkers(); i += world.size()) {
      send(Plot.walker(options.seed(), i), options.steps());
    }
    world.quiesce();
  }

  /// The digests of all plots, summed on all ranks.
  private long sum() {
    long sum = 0;
    for (int i = 0; i < options.plots(); i++) {
      Plot plot = objects.here(plots.at(i));
      if (plot != null) {
        sum += plot.digest(i);
      }
    }
    return group.allreduce(sum, Operator.SUM);
  }

  /// What the digest must be, without ranks and objects, and with one plot in memory at a time.
  static long expected(WalkOptions options) {
    var counts = new int[options.plots()];
    var at = new long[options.walkers()];
    Arrays.setAll(at, i -> Plot.walker(options.seed(), i));
    long[] first = at.clone();
    for (int step = 0; step < options.steps(); step++) {
      for (int i = 0; i < at.length; i++) {
        counts[(int) Plot.place(at[i], options.plots())]++;
        at[i] = Plot.next(at[i]);
      }
    }
    var visits = new long[options.plots()][];
    Arrays.setAll(visits, plot -> new long[counts[plot]]);
    Arrays.fill(counts, 0);
    for (int i = 0; i < first.length; i++) {
      long walker = first[i];
      for (int step = 0; step < options.steps(); step++) {
        int plot = (int) Plot.place(walker, options.plots());
        visits[plot][counts[plot]++] = walker;
        walker = Plot.next(walker);
      }
    }
    long sum = 0;
    for (int i = 0; i < options.plots(); i++) {
      Plot plot = Plot.of(options.seed(), i, options.words());
      for (long walker : visits[i]) {
        plot.change(walker);
      }
      sum += plot.digest(i);
    }
    return sum;
  }

  private void finish() {
    group.barrier();
    long began = System.nanoTime();
    walk();
    double time = group.allreduce((System.nanoTime() - began) * 1e-9, Operator.MAX);
    ResidenceCounters counts = residence.counters();
    long[] sums = {
      counts.entered(),
      counts.left(),
      counts.bytesRead(),
      counts.bytesWritten(),
      objects.counters().left(),
      residence.limit()
    };
    group.allreduce(sums, Operator.SUM);
    long digest = sum();
    if (world.rank() != 0) {
      return;
    }
    long expected = expected(options);
    if (digest != expected) {
      throw new IllegalStateException(
          "the digest of the plots is %016x, and without ranks and objects it is %016x"
              .formatted(digest, expected));
    }
    print(time, sums, digest);
  }

  private void print(double time, long[] sums, long digest) {
    var text = new Formatter(new StringBuilder(), Locale.ROOT);
    text.format("  %.3f s, %.0f visits a second%n", time, options.visits() / time);
    if (options.moves()) {
      text.format("  %d moves of plots to other ranks%n", sums[4]);
    }
    if (sums[5] == 0) {
      text.format("  all %d MB in memory%n", options.bytes() >> 20);
    } else {
      text.format(
          "  memory for %.0f %% of %d MB: %d plots came from disk, %d went; %d MB read, %d MB"
              + " written%n",
          Math.min(100, 100.0 * sums[5] / options.bytes()),
          options.bytes() >> 20,
          sums[0],
          sums[1],
          sums[2] >> 20,
          sums[3] >> 20);
    }
    text.format("  digest %016x, as without ranks and objects%n", digest);
    if (sums[5] == 0) {
      text.format(
          "  gained: nothing yet; with --objects SIZE, plots that are larger than memory%n");
    } else {
      text.format(
          "  gained: plots that are %.1f times as large as the memory for them%n",
          (double) options.bytes() / sums[5]);
    }
    System.out.print(text);
  }
}
