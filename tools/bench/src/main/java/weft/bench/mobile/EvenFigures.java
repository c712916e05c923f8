// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.util.ArrayList;
import java.util.List;
import weft.bench.Figures;
import weft.bench.Figures.Key;
import weft.bench.Report;
import weft.bench.mobile.EvenPair.Work;
import weft.bench.pair.Party;
import weft.bench.pair.SliceSchedule;
import weft.bench.pair.SliceSchedule.Slice;

/// The cost of balancing loads that are even already.
final class EvenFigures {
  private static final int MILLIS = 150;
  private static final double MOST = 1;

  private EvenFigures() {}

  static Figures run(MobileBenchOptions options, Party pair, Report report) throws Exception {
    var figures = new Figures();
    try (pair) {
      var schedule = new SliceSchedule(options.seed(), MILLIS, figures);
      var slices = new ArrayList<Slice>();
      for (Work work : Work.values()) {
        pair.measureCount(work.ordinal(), 0, work == Work.ALONE ? 5_000 : 20);
        slices.add(new Slice(key(work), work.ordinal(), 0));
      }
      schedule.addTogether(pair, slices);
      schedule.run("even objects", 1, options.rounds());
    }
    double plain = figures.nanosAnywhere(key(Work.PLAIN));
    double alone = figures.nanosAnywhere(key(Work.ALONE));
    var rows = new ArrayList<List<Object>>();
    rows.add(List.of("without balancing", plain / 1e6, ""));
    rows.add(row("balance after each window", Work.BALANCED, figures));
    rows.add(row("balanceEvery, once a window", Work.PERIODIC, figures));
    rows.add(List.of("balance alone", alone / 1e6, 100 * alone / plain));
    report.table(
        "even",
        "Windows of "
            + EvenPair.EACH
            + " objects of "
            + EvenPair.NANOS / 1000
            + " us on each of two ranks: nothing to gain",
        List.of("", "ms", "% more"),
        rows);
    report.limit(
        "balance, nothing to gain: % of the time", "", 100 * alone / plain, true, MOST, "%");
    report.limit(
        "balanceEvery, nothing to gain: % of the time",
        "", more(Work.PERIODIC, figures), true, MOST, "%");
    return figures;
  }

  private static Key key(Work work) {
    return new Key("even objects", work.name(), 0);
  }

  private static double more(Work work, Figures figures) {
    return 100 * (figures.ratioAnywhere(key(work), key(Work.PLAIN)) - 1);
  }

  private static List<Object> row(String name, Work work, Figures figures) {
    return List.of(name, figures.nanosAnywhere(key(work)) / 1e6, more(work, figures));
  }
}
