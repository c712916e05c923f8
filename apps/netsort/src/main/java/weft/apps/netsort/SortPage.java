// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import weft.report.Chart;
import weft.report.Page;

/// The page of `--report`: the time of each step, and the keys that moved in it.
final class SortPage {
  private SortPage() {}

  static Page of(SortOptions options, int ranks, Sorter.Figures figures) {
    List<String> steps =
        IntStream.range(0, figures.steps().size()).mapToObj(step -> "step " + step).toList();
    return Page.titled("netsort on " + ranks + (ranks == 1 ? " rank" : " ranks"))
        .lead(
            String.format(
                Locale.ROOT,
                "%,d keys (seed %d), sorted and checked: digest %016x.",
                options.keys(),
                options.seed(),
                figures.digest()))
        .figure("time", text("%.3f s", figures.seconds()), "of the slowest rank, without checks")
        .figure("speed", text("%.2f M/s", figures.rate(options.keys()) * 1e-6), "keys")
        .figure("blocks sorted", text("%.3f s", figures.sorting()), "each rank its own")
        .figure("checks", text("%.3f s", figures.checking()), figures.checked() + " compare-splits")
        .section("Steps")
        .chart(
            Chart.bars("Time of each step", steps)
                .y("time", "s")
                .series("slowest rank", seconds(figures)))
        .chart(
            Chart.bars("Keys that changed their rank", steps)
                .y("keys", "")
                .series("keys", moved(figures)));
  }

  private static double[] seconds(Sorter.Figures figures) {
    return figures.steps().stream().mapToDouble(Sorter.Step::seconds).toArray();
  }

  private static double[] moved(Sorter.Figures figures) {
    return figures.steps().stream().mapToDouble(Sorter.Step::moved).toArray();
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
