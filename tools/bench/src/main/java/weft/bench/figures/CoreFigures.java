// SPDX-License-Identifier: Apache-2.0
package weft.bench.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import weft.bench.BenchOptions;
import weft.bench.Figures;
import weft.bench.MpiPeer;
import weft.bench.Repeats;
import weft.bench.Report;
import weft.bench.Sample;
import weft.bench.Sample.Distance;
import weft.bench.UcxPeer;
import weft.bench.pair.PairKind;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;
import weft.bench.pair.SliceSchedule;
import weft.bench.pair.ThirtyHandlers;

/// Half round trips and one-way rates, compared with MPI and UCX. The parties are the bare ring,
/// Weft's ring without handlers, and requests of all kinds with 1, 3 and 30 handlers.
public final class CoreFigures {
  /// The least number of slices of a pair at a distance for a figure at that distance.
  private static final int LEAST = 3;

  private final BenchOptions options;
  private final Report report;
  private final Figures figures = new Figures();
  private final List<Figures.Key> shown = new ArrayList<>();

  private CoreFigures(BenchOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  /// Measures and reports.
  public static Figures run(BenchOptions options, Report report) throws Exception {
    var core = new CoreFigures(options, report);
    core.measure();
    return core.figures;
  }

  private void measure() throws Exception {
    var parties = new Parties(options);
    Optional<Party> mpi = options.peers() ? MpiPeer.start(report) : Optional.empty();
    Optional<UcxPeer> ucx = options.peers() ? UcxPeer.find(report) : Optional.empty();
    try (Party one = parties.pair(1);
        Party ring = parties.ring();
        Party only = parties.only();
        Party three = parties.pair(3);
        Party thirty = parties.pair(ThirtyHandlers.MOST)) {
      var schedule = new SliceSchedule(options, figures);
      Figures.Key bare = show(schedule.add(one, PairKind.BARE_TRIP));
      show(schedule.add(one, PairKind.BARE_RATE));
      show(schedule.add(ring, PairKind.RING_TRIP));
      Figures.Key ringRate = show(schedule.add(ring, PairKind.RING_RATE));
      show(schedule.add(only, PairKind.RSR1_TRIP));
      Figures.Key onlyRate = show(schedule.add(only, PairKind.RSR1_RATE));
      Figures.Key trip = show(schedule.add(one, PairKind.RSR1_TRIP));
      Figures.Key rate = show(schedule.add(one, PairKind.RSR1_RATE));
      for (int words : new int[] {0, 2, 3, 4}) {
        show(schedule.add(one, PairKind.valueOf("RSR" + words + "_TRIP")));
        show(schedule.add(one, PairKind.valueOf("RSR" + words + "_RATE")));
      }
      Figures.Key poll = schedule.add(one, PairKind.POLL);
      for (Party party : List.of(three, thirty)) {
        show(schedule.add(party, PairKind.BARE_TRIP));
        show(schedule.add(party, PairKind.SPREAD_TRIP));
        show(schedule.add(party, PairKind.SPREAD_RATE));
      }
      show(schedule.add(three, PairKind.UNTIL_TRIP));
      var random = new Figures.Key(thirty.name(), PairKind.SPREAD_RATE.name(), 0);
      var mpiTrip = new Figures.Key("MPI", "TRIP", 8);
      var mpiRate = new Figures.Key("MPI", "RATE", 8);
      mpi.ifPresent(party -> {
        schedule.add(party, show(mpiTrip), MpiPeer.TRIP, 8);
        schedule.add(party, show(mpiRate), MpiPeer.RATE, 8);
      });
      var ucxTrip = new Figures.Key("UCX", "TRIP", 8);
      var ucxRate = new Figures.Key("UCX", "RATE", 8);
      ucx.ifPresent(peer -> schedule.add(round -> measure(peer, one, ucxTrip, ucxRate, round)));
      schedule.run("trips and rates", options.quick() ? 8 : 12, options.rounds());
      table();
      must(trip, bare, ucxTrip, mpiTrip, rate, random, mpiRate);
      dispatch(parties, ringRate, onlyRate);
      allocation();
      report.fact("emptyPollNanos", figures.nanosAnywhere(poll));
      report.limit("empty poll, 1 silent peer", "", figures.nanosAnywhere(poll), true, 5, "ns");
    } finally {
      mpi.ifPresent(Party::close);
    }
  }

  private Figures.Key show(Figures.Key key) {
    shown.add(key);
    return key;
  }

  /// Measures in every fourth round, since UCX takes a while to start.
  private void measure(UcxPeer peer, Party beside, Figures.Key trip, Figures.Key rate, int round)
      throws Exception {
    if (round < 0 || round % 4 != 0) {
      return;
    }
    for (Figures.Key key : List.of(trip, rate)) {
      figures.add(
          ucx(key), round, bracket(beside, key.equals(trip) ? peer.trip() * 2 : peer.rate()));
    }
  }

  private Figures.Key ucx(Figures.Key key) {
    if (!shown.contains(key)) {
      shown.add(key);
    }
    return key;
  }

  private Sample bracket(Party beside, double nanos) {
    Sample line = beside.measure(PairKind.LINE.ordinal(), 0, 1);
    return new Sample(1, nanos, line.before(), line.after(), 0, 0, 0);
  }

  private void table() {
    var rows = new ArrayList<List<Object>>();
    for (Figures.Key key : shown) {
      var row = new ArrayList<Object>();
      row.add(key.party() + ": " + label(key));
      for (Distance place : Distance.PLACES) {
        double nanos = figures.nanos(key, place);
        row.add(nanos);
        row.add(key.kind().endsWith("RATE") ? 1000 / nanos : Double.NaN);
        row.add(figures.count(key, place));
      }
      row.add(figures.allocated(key));
      rows.add(row);
    }
    report.table(
        "figures",
        "Half round trips and one-way rates, medians (near: a cache line crosses in less than "
            + (int) Sample.NEAR_BELOW
            + " ns, far: "
            + (int) Sample.FAR_FROM
            + " or more)",
        List.of(
            "what", "near ns", "near M/s", "near n", "far ns", "far M/s", "far n", "B allocated"),
        rows);
  }

  /// The name of a key in the table.
  static String label(Figures.Key key) {
    return switch (key.kind()) {
      case "BARE_TRIP" -> "bare ring, half round trip";
      case "BARE_RATE" -> "bare ring, one way";
      case "RING_TRIP" -> "Weft's ring without dispatch, half round trip";
      case "RING_RATE" -> "Weft's ring without dispatch, one way";
      case "SPREAD_TRIP" -> "rsr1, handlers in random order, half round trip";
      case "SPREAD_RATE" -> "rsr1, handlers in random order, one way";
      case "UNTIL_TRIP" -> "rsr1 in pollUntil, half round trip";
      case "TRIP" -> "8 bytes, half round trip";
      case "RATE" -> "8 bytes, one way";
      default ->
          key.kind().substring(0, 4).toLowerCase(java.util.Locale.ROOT)
              + (key.kind().endsWith("TRIP") ? ", half round trip" : ", one way");
    };
  }

  private void must(
      Figures.Key trip,
      Figures.Key bare,
      Figures.Key ucxTrip,
      Figures.Key mpiTrip,
      Figures.Key rate,
      Figures.Key random,
      Figures.Key mpiRate) {
    for (Distance place : Distance.PLACES) {
      String where = place.where();
      boolean near = place == Distance.NEAR;
      report.limit(
          "rsr1 half round trip / bare ring", where, ratio(trip, bare, place), true, 1.5, "x");
      if (near) {
        report.limit(
            "rsr1 half round trip / UCX active message",
            where,
            ratio(trip, ucxTrip, place),
            true,
            1,
            "x");
      }
      report.limit(
          "rsr1 half round trip / MPI ping-pong",
          where,
          ratio(trip, mpiTrip, place),
          true,
          near ? 0.6 : 0.85,
          "x");
      report.limit(
          "rsr1 rate, 30 handlers in random order",
          where,
          1000 / figures.nanos(random, place),
          false,
          40,
          "M/s");
      report.limit("rsr1 rate / MPI rate", where, ratio(mpiRate, rate, place), false, 4, "x");
    }
  }

  /// Compares the rate with that of the ring without dispatch, in new pairs of processes of both.
  private void dispatch(Parties parties, Figures.Key ringRate, Figures.Key onlyRate)
      throws Exception {
    var repeats =
        new Repeats(
            report,
            options.pairs(),
            pair -> {
              try (Party ring = parties.ring();
                  Party only = parties.only()) {
                var schedule = new SliceSchedule(options, pair);
                schedule.add(ring, PairKind.RING_TRIP);
                schedule.add(ring, PairKind.RING_RATE);
                schedule.add(only, PairKind.RSR1_TRIP);
                schedule.add(only, PairKind.RSR1_RATE);
                schedule.run("pairs", options.quick() ? 8 : 12, options.rounds());
              }
            });
    for (Distance place : Distance.PLACES) {
      repeats.limit(
          "rsr1 rate / ring without dispatch, 1 handler",
          place.where(),
          pair ->
              Math.min(pair.count(ringRate, place), pair.count(onlyRate, place)) < LEAST
                  ? Double.NaN
                  : pair.ratio(ringRate, onlyRate, place),
          false,
          0.8);
    }
    repeats.table();
  }

  private double ratio(Figures.Key a, Figures.Key b, Distance place) {
    return figures.has(a) && figures.has(b) ? figures.ratio(a, b, place) : Double.NaN;
  }

  /// The median slice of a kind shows the steady state. A slice in which the compiler replaces a
  /// method has some additional bytes.
  private void allocation() {
    double median = 0;
    double most = 0;
    for (Figures.Key key : figures.keys()) {
      median = Math.max(median, figures.allocated(key));
      most = Math.max(most, figures.mostAllocated(key));
    }
    report.limit("bytes allocated per message, worst kind", "", median, true, 0, "B");
    report.fact("mostBytesPerMessageInAnySlice", most);
  }
}
