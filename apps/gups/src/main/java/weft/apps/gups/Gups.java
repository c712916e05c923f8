// SPDX-License-Identifier: Apache-2.0
package weft.apps.gups;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import weft.GlobalPointer;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.CoreWait;
import weft.apps.common.Gain;
import weft.apps.common.Headline;
import weft.collective.Group;
import weft.collective.Operator;

/// Random updates of a table that is distributed over all ranks: the RandomAccess benchmark of the
/// HPC Challenge, with any number of ranks.
///
/// The number of words is a power of two, and word i initially holds i. Each update applies a
/// number of the random stream, by exclusive or, to the word that the number's low bits select.
/// There are four updates per word. The unit is a billion updates per second (GUP/s).
public final class Gups {
  private static final int UPDATES_PER_WORD = 4;

  private Gups() {}

  /// Runs the program; `--help` shows its options. If an option is wrong, it prints a sentence to
  /// standard error and exits with 2.
  public static void main(String[] args) {
    AppProgram.launch("gups", args, Gups::run);
  }

  /// The results, the same on every rank.
  ///
  /// @param seconds the slowest rank's time of the updates
  /// @param errors the number of wrong words after the same updates were made twice
  record Figures(double seconds, long errors) {}

  /// Runs the body of every rank.
  ///
  /// @throws weft.apps.common.BadInputException at rank 0, with a sentence for the user
  static void run(World world) {
    GupsOptions options = AppProgram.options(world, () -> GupsOptions.parse(world.args()));
    if (options == null) {
      return;
    }
    Group group = Group.world(world);
    var updates = new Updates(world);
    world.start();
    long bytes = Table.bytes(options.words(), world.size());
    String what = "a share of a table of 2^%d words".formatted(options.log());
    GlobalPointer all = AppProgram.mallocAll(world, bytes, what);
    if (all == null) {
      return;
    }
    double made = (double) UPDATES_PER_WORD * options.words();
    Headline.print(
        world,
        "gups: 2^%d words, %d updates each, by %s"
            .formatted(options.log(), UPDATES_PER_WORD, options.way()),
        Headline.shared(world, 2e-9 * made * options.nanos()));
    var table = new Table(world, group, options.words(), all);
    long errors = 0;
    List<Double> rates = new ArrayList<>();
    CoreWait cores = CoreWait.begin();
    for (GupsOptions.Way way : options.way().each()) {
      Figures figures = measure(group, way, updates, table);
      errors = Math.max(errors, figures.errors());
      rates.add(made / figures.seconds());
      if (world.rank() == 0) {
        System.out.print(line(way, figures, made));
      }
    }
    world.heap().freeAll(all);
    double coreWait = group.allreduce(cores.share(), Operator.MAX);
    if (world.rank() == 0) {
      System.out.print(summary(options, errors, rates, coreWait));
    }
    if (errors * 100 > options.words()) {
      throw new IllegalStateException(
          errors + " of " + options.words() + " words are wrong; 1 % may be");
    }
  }

  /// Makes the updates, then makes them again, which must restore the table. Collective.
  static Figures measure(Group group, GupsOptions.Way way, Updates updates, Table table) {
    updates.attach(table);
    long first = UPDATES_PER_WORD * table.first(group.rank());
    long end = UPDATES_PER_WORD * table.first(group.rank() + 1);
    long before = table.parity();
    group.barrier();

    long begin = System.nanoTime();
    long parity = updates.make(way, first, end);
    group.barrier();
    double seconds = group.allreduce(Math.max(1, System.nanoTime() - begin), Operator.MAX) * 1e-9;

    // Restoring the table alone would not detect updates that were never made.
    if (table.parity() != (before ^ group.allreduce(parity, Operator.XOR))) {
      throw new IllegalStateException(
          "updates were lost or made twice: the table does not hold the sum of all updates");
    }
    group.barrier();
    updates.make(way, first, end);
    group.barrier();
    return new Figures(seconds, table.errors());
  }

  private static String line(GupsOptions.Way way, Figures figures, double made) {
    return String.format(
        Locale.ROOT,
        "  %-10s  %8.3f s, %.5f GUP/s%n",
        way,
        figures.seconds(),
        made / figures.seconds() * 1e-9);
  }

  private static String summary(
      GupsOptions options, long errors, List<Double> rates, double coreWait) {
    String verified =
        String.format(
            Locale.ROOT,
            "  verified: %d errors in %d words (%.2f %%; 1 %% may be)%n",
            errors,
            options.words(),
            100.0 * errors / options.words());
    if (rates.size() == 1) {
      return verified;
    }
    double atomics = rates.getFirst();
    double requests = rates.get(1);
    double together = rates.getLast();
    return verified
        + Gain.line(
            together / requests,
            String.format(
                Locale.ROOT,
                "requests that a channel combines make %.2f times as many updates as single"
                    + " requests, and atomics %.2f times as many",
                together / requests,
                atomics / requests),
            coreWait);
  }
}
