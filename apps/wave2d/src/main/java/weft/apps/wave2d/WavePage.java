// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import weft.World;
import weft.model.partition.Partition;
import weft.model.partition.Rectangle;
import weft.report.Chart;
import weft.report.DataTable;
import weft.report.HeatMap;
import weft.report.Page;

/// The page of `--report`: the time of each rank in the parts of the steps.
final class WavePage {
  private WavePage() {}

  static Page of(
      World world, Problem problem, Simulation.Figures figures, StepTimes.OfRanks times) {
    Partition cells = problem.partition();
    int ranks = world.size();
    var names = IntStream.range(0, ranks).mapToObj(rank -> "rank " + rank).toList();
    Page page =
        Page.titled("wave2d on " + ranks + (ranks == 1 ? " rank" : " ranks"))
            .lead(
                String.format(
                    Locale.ROOT,
                    "%,d x %,d cells, %,d steps, over %s.",
                    cells.width(),
                    cells.height(),
                    problem.steps(),
                    world.transport()))
            .figure(
                "time",
                text("%.3f s", figures.seconds()),
                "of the slowest rank" + problem.uncounted())
            .figure(
                "speed",
                text("%.1f M/s", problem.updates() / Math.max(1e-9, figures.seconds()) / 1e6),
                "cell updates")
            .figure(
                "waiting",
                text("%.1f %%", 100 * figures.waited()),
                text("of the time; longest %.1f %%", 100 * figures.longestWait()))
            .figure(
                "balance",
                text("%.2f", balance(times, ranks)),
                "most computing of a rank over the mean");
    addParts(page, names, cells, times);
    if (problem.steps() > 0 && ranks > 1) {
      page.text(figures.gain().line().strip() + ".");
    }
    if (problem.steps() > 0) {
      addSteps(page, times, ranks);
    }
    return page;
  }

  private static void addParts(
      Page page, List<String> names, Partition cells, StepTimes.OfRanks times) {
    int ranks = names.size();
    page.section("Parts of the steps");
    Chart parts = Chart.bars("Time of each rank", names).x("rank", "").y("time", "s").stacked();
    for (StepTimes.Part part : StepTimes.Part.values()) {
      parts.series(
          part.text(),
          IntStream.range(0, ranks).mapToDouble(rank -> times.seconds(rank, part)).toArray());
    }
    page.chart(parts.note("The other ranks wait for a rank that waits little."));
    DataTable table =
        DataTable.titled("Parts of the grid")
            .text("rank")
            .text("part")
            .number("cells", "")
            .number("computing", "s")
            .number("waiting", "s");
    for (int rank = 0; rank < ranks; rank++) {
      Rectangle part = cells.rectangle(rank);
      double waiting = times.seconds(rank, StepTimes.Part.WAITING);
      table.row(
          names.get(rank),
          part.toString(),
          (long) part.width() * part.height(),
          computing(times, rank),
          waiting);
    }
    page.table(table);
  }

  private static void addSteps(Page page, StepTimes.OfRanks times, int ranks) {
    int groups = times.groups();
    double[] steps =
        IntStream.range(0, groups)
            .mapToDouble(group -> (double) group * times.stepsOfGroup())
            .toArray();
    var slowest = new double[groups];
    var mean = new double[groups];
    for (int group = 0; group < groups; group++) {
      int count = Math.min(times.stepsOfGroup(), times.steps() - group * times.stepsOfGroup());
      for (int rank = 0; rank < ranks; rank++) {
        double micros = times.computing(rank, group) * 1e6 / count;
        slowest[group] = Math.max(slowest[group], micros);
        mean[group] += micros / ranks;
      }
    }
    page.section("Over the steps")
        .chart(
            Chart.lines("Computing in a step")
                .x("step", "")
                .y("time", "us")
                .series("slowest rank", steps, slowest)
                .series("mean of ranks", steps, mean)
                .note("The load is uneven where the lines diverge."))
        .heatMap(
            HeatMap.of(
                    "Waiting of each rank",
                    ranks,
                    groups,
                    (rank, group) -> 100 * share(times, rank, group))
                .rows("rank")
                .columns("step", "", 0, times.steps())
                .values("waiting", "%")
                .binned(HeatMap.Binning.MEAN));
  }

  private static double share(StepTimes.OfRanks times, int rank, int group) {
    double waiting = times.seconds(rank, group, StepTimes.Part.WAITING);
    return waiting / Math.max(1e-12, waiting + times.computing(rank, group));
  }

  private static double computing(StepTimes.OfRanks times, int rank) {
    return IntStream.range(0, times.groups())
        .mapToDouble(group -> times.computing(rank, group))
        .sum();
  }

  private static double balance(StepTimes.OfRanks times, int ranks) {
    double[] all = IntStream.range(0, ranks).mapToDouble(rank -> computing(times, rank)).toArray();
    double mean = IntStream.range(0, ranks).mapToDouble(rank -> all[rank]).average().orElse(0);
    return mean == 0
        ? 1
        : IntStream.range(0, ranks).mapToDouble(rank -> all[rank]).max().orElse(0) / mean;
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
