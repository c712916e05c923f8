// SPDX-License-Identifier: Apache-2.0
package weft.bench.figures;

import java.util.ArrayList;
import java.util.List;
import weft.bench.BenchOptions;
import weft.bench.Figures;
import weft.bench.Report;
import weft.bench.Sample.Distance;
import weft.bench.pair.PairKind;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;
import weft.bench.pair.SliceSchedule;

/// Measures a pair of ranks among many that have sent one message and sleep. It shows the cost of
/// an empty poll, and the effect on trips and rates.
public final class CrowdFigures {
  private CrowdFigures() {}

  public static Figures run(BenchOptions options, Report report) throws Exception {
    var figures = new Figures();
    var parties = new Parties(options);
    for (int ranks : options.ranks()) {
      // One crowd at a time, with a separate pair for comparison.
      try (Party pair = parties.pair(1);
          Party crowd = parties.crowd(ranks)) {
        var schedule = new SliceSchedule(options, figures);
        for (Party party : List.of(pair, crowd)) {
          String name = party == crowd ? crowd.name() : pair.name() + " beside " + ranks;
          for (PairKind kind : List.of(PairKind.RSR1_TRIP, PairKind.RSR1_RATE, PairKind.POLL)) {
            schedule.add(party, new Figures.Key(name, kind.name(), 0), kind.ordinal(), 0);
          }
        }
        schedule.run(ranks + " ranks", options.quick() ? 8 : 12, Math.max(8, options.rounds() / 2));
      }
    }
    if (!options.ranks().isEmpty()) {
      table(options.ranks(), figures, report);
      limits(options.ranks(), figures, report);
    }
    return figures;
  }

  private static Figures.Key crowd(int ranks, PairKind kind) {
    return new Figures.Key(ranks + " ranks", kind.name(), 0);
  }

  private static Figures.Key beside(int ranks, PairKind kind) {
    return new Figures.Key("1 handlers beside " + ranks, kind.name(), 0);
  }

  private static void table(List<Integer> all, Figures figures, Report report) {
    var rows = new ArrayList<List<Object>>();
    for (int ranks : all) {
      for (Distance place : Distance.PLACES) {
        Figures.Key trip = crowd(ranks, PairKind.RSR1_TRIP);
        Figures.Key rate = crowd(ranks, PairKind.RSR1_RATE);
        if (figures.count(trip, place) == 0) {
          continue;
        }
        Figures.Key two = beside(ranks, PairKind.RSR1_TRIP);
        rows.add(
            List.of(
                ranks + " ranks, " + place.where(),
                figures.nanos(trip, place),
                figures.nanos(two, place),
                figures.ratio(trip, two, place),
                1000 / figures.nanos(rate, place),
                1000 / figures.nanos(beside(ranks, PairKind.RSR1_RATE), place),
                figures.nanosAnywhere(crowd(ranks, PairKind.POLL))));
      }
    }
    report.table(
        "crowds",
        "A pair among ranks that sleep: half a round trip of rsr1, its rate one way, an empty poll",
        List.of(
            "how many", "trip ns", "of two ns", "ratio", "rate M/s", "of two M/s", "empty poll ns"),
        rows);
  }

  private static void limits(List<Integer> all, Figures figures, Report report) {
    for (int ranks : all) {
      report.limit(
          "empty poll, " + (ranks - 1) + " silent peers",
          "",
          figures.nanosAnywhere(crowd(ranks, PairKind.POLL)),
          true,
          5,
          "ns");
      for (Distance place : Distance.PLACES) {
        report.limit(
            "rsr1 half round trip, " + ranks + " ranks / 2 ranks",
            place.where(),
            figures.ratio(
                crowd(ranks, PairKind.RSR1_TRIP), beside(ranks, PairKind.RSR1_TRIP), place),
            true,
            2,
            "x");
      }
    }
  }
}
