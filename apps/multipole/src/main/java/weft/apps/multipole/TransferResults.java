// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import weft.apps.common.Gain;
import weft.overlap.StepCounters;
import weft.report.Chart;
import weft.report.Page;

/// The times of all steps, as a table and as charts (EasyMSG, figures 10 to 24).
final class TransferResults {
  private static final double NEAR = 1.05;

  private final TransferOptions options;
  private final int ranks;

  /// For each tuner, the slowest rank's time of each step.
  private final List<List<Double>> seconds = new ArrayList<>();

  /// For each tuner and step, the time, p, polls and empty polls of each rank.
  private final List<List<double[]>> details = new ArrayList<>();

  private final List<StepCounters> last = new ArrayList<>();

  TransferResults(TransferOptions options, int ranks) {
    this.options = options;
    this.ranks = ranks;
    for (int i = 0; i < options.tuners().size(); i++) {
      seconds.add(new ArrayList<>());
      details.add(new ArrayList<>());
      last.add(new StepCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }
  }

  void add(int tuner, double slowest, double[] all, StepCounters counters) {
    seconds.get(tuner).add(slowest);
    details.get(tuner).add(all.clone());
    last.set(tuner, counters);
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private List<Double> lastHalf(int tuner) {
    List<Double> all = seconds.get(tuner);
    return all.subList(all.size() / 2, all.size());
  }

  /// The steps before the cost of a poll changes, or the second half if it never changes.
  private List<Double> before(int tuner) {
    List<Double> all = seconds.get(tuner);
    return options.laterPollNanos() < 0 ? lastHalf(tuner) : all.subList(0, all.size() / 2);
  }

  private double best(IntFunction<List<Double>> steps) {
    double best = Double.POSITIVE_INFINITY;
    for (int t = 0; t < seconds.size(); t++) {
      if (!steps.apply(t).isEmpty()) {
        best = Math.min(best, median(steps.apply(t)));
      }
    }
    return best;
  }

  private static String orNever(int reached) {
    return reached < 0 ? "never" : Integer.toString(reached);
  }

  /// The first of three consecutive steps within 5 % of `best`, or -1 if there are none.
  private static int reached(List<Double> all, double best) {
    for (int i = 0; i + 3 <= all.size(); i++) {
      if (all.get(i) < NEAR * best
          && all.get(i + 1) < NEAR * best
          && all.get(i + 2) < NEAR * best) {
        return i;
      }
    }
    return -1;
  }

  void print(long vectors, long bytes, long local) {
    System.out.printf(
        Locale.ROOT,
        "  for each rank %d vectors with %.2f MB, %d local transfers%n  %s%n",
        vectors / ranks,
        bytes * 1e-6 / ranks,
        local / ranks,
        settings());
    System.out.printf(
        "  %-16s %10s %10s %10s %9s %8s %8s %7s%n",
        "tuner", "mean ms", "median ms", "2nd half", "p at end", "polls", "empty", "5 % at");
    boolean shift = options.laterPollNanos() >= 0;
    double best = best(this::before);
    double later = best(this::lastHalf);
    double first = mean(seconds.get(0));
    for (int t = 0; t < seconds.size(); t++) {
      StepCounters counters = last.get(t);
      String reached = orNever(reached(shift ? before(t) : seconds.get(t), best));
      if (shift) {
        reached += "/" + orNever(reached(lastHalf(t), later));
      }
      System.out.printf(
          Locale.ROOT,
          "  %-16s %10.3f %10.3f %10.3f %9.1f %8d %8d %7s  %+.1f %%%n",
          options.tuners().get(t),
          1e3 * mean(seconds.get(t)),
          1e3 * median(seconds.get(t)),
          1e3 * median(lastHalf(t)),
          counters.p(),
          counters.polls(),
          counters.emptyPolls(),
          reached,
          100 * (mean(seconds.get(t)) / first - 1));
    }
    System.out.println(
        "  times are those of the slowest rank; polls and p are rank 0's; the percentage compares"
            + " the mean with the first line's; sums checked; 5 % at: the first of three steps in turn"
            + " within 5 % of the best median"
            + (shift ? ", before / after the cost of polls changes" : ""));
    printGain(first);
  }

  /// What the steps were made of, as the terminal and the page say it.
  private String settings() {
    return String.format(
        Locale.ROOT,
        "local transfers %s; polls take %s; load: %s; %s; %s",
        options.waitNanos() > 0
            ? "wait " + options.waitNanos() * 1e-3 + " us each, and compute nothing"
            : "compute",
        (options.pollNanos() > 0 ? options.pollNanos() * 1e-3 + " us each" : "their own time")
            + (options.laterPollNanos() < 0
                ? ""
                : ", and " + options.laterPollNanos() * 1e-3 + " us in the second half"),
        options.stressed() ? "stressed" : options.slower() > 1 ? "slow" : "quiet",
        options.drains() ? "aggregated by the loop" : "one by one",
        options.together() ? "tuned together" : "each rank tunes alone");
  }

  /// Compares the last tuner with the first, by the printed means.
  private void printGain(double first) {
    int end = seconds.size() - 1;
    if (end > 0) {
      double change = 100 * (mean(seconds.get(end)) / first - 1);
      System.out.print(
          Gain.line(
              first / mean(seconds.get(end)),
              String.format(
                  Locale.ROOT,
                  "with %s a step takes %.1f %% %s time than with %s",
                  options.tuners().get(end),
                  Math.abs(change),
                  change < 0 ? "less" : "more",
                  options.tuners().get(0))));
    }
  }

  /// The page of the results.
  Page page() {
    Page page = Page.titled("The transfer step of a multipole method");
    page.lead(
        ranks
            + " ranks, "
            + options.iterations()
            + " steps of each tuner, which took turns in one run. p is how many local transfers a rank"
            + " makes between two polls. In these steps "
            + settings()
            + ".");
    double[] steps = new double[seconds.get(0).size()];
    Arrays.setAll(steps, i -> i);
    Chart times = Chart.lines("Time of a step").x("step", "").y("slowest rank", "ms");
    Chart ps = Chart.lines("Aggregation parameter").x("step", "").y("1 + p of rank 0", "").logY();
    for (int t = 0; t < seconds.size(); t++) {
      String name = options.tuners().get(t);
      times.series(name, steps, column(seconds.get(t), 1e3));
      ps.series(name, steps, onePlusP(t, 0));
    }
    page.section("All tuners").chart(times).chart(ps);
    Chart sweep = Chart.scatter("Time over p").x("1 + p", "").y("slowest rank", "ms").logX();
    for (int t = 0; t < seconds.size(); t++) {
      sweep.series(options.tuners().get(t), onePlusP(t, 0), column(seconds.get(t), 1e3));
    }
    page.section("Where the tuners looked").chart(sweep);
    Chart bars = Chart.bars("Mean time of each rank, second half of the steps", rankNames());
    bars.y("time", "ms");
    for (int t = 0; t < seconds.size(); t++) {
      bars.series(options.tuners().get(t), meanOfRanks(t));
    }
    page.section("Each rank").chart(bars);
    for (int t = 0; t < seconds.size(); t++) {
      Chart each =
          Chart.lines(options.tuners().get(t) + ": time of each rank")
              .x("step", "")
              .y("time", "ms");
      Chart own =
          Chart.lines(options.tuners().get(t) + ": p of each rank")
              .x("step", "")
              .y("1 + p", "")
              .logY();
      for (int rank = 0; rank < ranks; rank++) {
        each.series("rank " + rank, steps, ofRank(t, rank, 0, 1e3));
        own.series("rank " + rank, steps, onePlusP(t, rank));
      }
      page.section(options.tuners().get(t)).chart(each);
      if (!options.tuners().get(t).startsWith("fixed:")) {
        page.chart(own);
      }
    }
    return page;
  }

  private List<String> rankNames() {
    return IntStream.range(0, ranks).mapToObj(rank -> "rank " + rank).toList();
  }

  /// Each rank's mean time in the second half of the steps, in milliseconds.
  private double[] meanOfRanks(int tuner) {
    double[] means = new double[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      double[] all = ofRank(tuner, rank, 0, 1e3);
      means[rank] = Arrays.stream(all, all.length / 2, all.length).average().orElseThrow();
    }
    return means;
  }

  /// 1 + p in each step, for logarithmic axes.
  private double[] onePlusP(int tuner, int rank) {
    double[] values = ofRank(tuner, rank, 1, 1);
    Arrays.setAll(values, i -> 1 + values[i]);
    return values;
  }

  private static double[] column(List<Double> values, double factor) {
    return values.stream().mapToDouble(value -> factor * value).toArray();
  }

  private double[] ofRank(int tuner, int rank, int which, double factor) {
    return details.get(tuner).stream()
        .mapToDouble(all -> factor * all[Transfer.FIGURES * rank + which])
        .toArray();
  }
}
