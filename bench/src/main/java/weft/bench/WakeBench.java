// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.ArrayList;
import java.util.List;
import weft.bench.Figures.Key;
import weft.bench.Sample.Distance;

/// `weft bench wake`: the ways of waking a rank that sleeps, and what each costs those who are
/// awake.
public final class WakeBench {
  private static final String COMMAND = "weft bench wake";

  private WakeBench() {}

  /// See [Options#HELP].
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) throws Exception {
    Options options = Mains.options(COMMAND, args);
    if (options == null) {
      return;
    }
    Report report = Mains.report(options);
    Figures figures = tax(options, report);
    sleepers(options, report);
    Mains.end(options, report, List.of(figures));
  }

  /// What a look at the receiver's flag, without and with a fence, costs each send of the bare
  /// ring.
  private static Figures tax(Options options, Report report) throws Exception {
    var figures = new Figures();
    var names = List.of("no look (a bounded sleep)", "a look at the flag", "a full fence, a look");
    var trips = List.of(Kind.BARE_TRIP, Kind.LOOK_TRIP, Kind.FENCE_TRIP);
    var rates = List.of(Kind.BARE_RATE, Kind.LOOK_RATE, Kind.FENCE_RATE);
    try (Party pair = new Parties(options).pair(1)) {
      var schedule = new Schedule(options, figures);
      for (int i = 0; i < names.size(); i++) {
        schedule.add(pair, trips.get(i));
        schedule.add(pair, rates.get(i));
      }
      schedule.run("fences", options.quick() ? 8 : 12, options.rounds());
      var rows = new ArrayList<List<Object>>();
      for (Distance place : List.of(Distance.NEAR, Distance.FAR)) {
        Key plainTrip = new Key(pair.name(), Kind.BARE_TRIP.name(), 0);
        Key plainRate = new Key(pair.name(), Kind.BARE_RATE.name(), 0);
        for (int i = 0; i < names.size() && figures.count(plainTrip, place) > 0; i++) {
          Key trip = new Key(pair.name(), trips.get(i).name(), 0);
          Key rate = new Key(pair.name(), rates.get(i).name(), 0);
          rows.add(
              List.of(
                  place.name().toLowerCase(java.util.Locale.ROOT) + ": " + names.get(i),
                  figures.nanos(trip, place),
                  figures.ratio(trip, plainTrip, place),
                  figures.nanos(rate, place),
                  figures.ratio(rate, plainRate, place)));
        }
      }
      report.table(
          "tax",
          "What each send of the bare ring pays so that a sleeper can be woken",
          List.of("each send", "trip ns", "x", "one way ns", "x "),
          rows);
    }
    return figures;
  }

  private static void sleepers(Options options, Report report) throws Exception {
    var figures = new WaitFigures(options);
    try (Party bell = new Parties(options).pair(1)) {
      figures.measure("until its bell rings (" + options.transport() + ")", bell);
    }
    figures.table(report);
  }
}
