// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.bench.Figures;
import weft.bench.Report;
import weft.bench.Sample.Distance;
import weft.bench.mpi.MeasuredOperation.Kind;
import weft.bench.pair.Party;
import weft.bench.pair.SliceSchedule;
import weft.bench.pair.SliceSchedule.Slice;

/// Tables 2 to 5 of the DMCS paper (section 6.2): for each operation, the time in Weft, in MPI and
/// in total. The time in MPI is that of the same MPI calls without Weft, made by the same two
/// processes shortly before or after. Weft's own time is the difference within one round.
final class PaperTables {
  /// The time that Weft may add: the larger of these nanoseconds and this share of the time in MPI.
  private static final double MOST_NANOS = 60;

  private static final double MOST_PART = 0.01;

  /// The limit of half a round trip of rsr1, as a multiple of the C program's.
  private static final double MOST_OF_C = 1.25;

  /// The number of warm-up calls before the first slice, so that all code is compiled.
  private static final int WARM_UP = 30_000;

  /// Fewer warm-up calls between hosts, because a network takes a hundred times as long.
  private static final int WARM_UP_APART = 6_000;

  private final MpiBenchOptions options;
  private final Report report;

  /// Whether the two ranks of a pair are on different hosts, and so have only MPI.
  private final boolean areApart;

  private final Figures figures = new Figures();

  private PaperTables(MpiBenchOptions options, Report report, boolean areApart) {
    this.options = options;
    this.report = report;
    this.areApart = areApart;
  }

  static Figures run(MpiBenchOptions options, Pairs pairs, Report report) throws Exception {
    var tables = new PaperTables(options, report, pairs.areApart());
    Optional<Party> c = pairs.c(report);
    try (Party weft = pairs.weft(Map.of());
        Party neighbours = pairs.neighbours()) {
      tables.measure(weft, neighbours, c);
    } finally {
      c.ifPresent(Party::close);
    }
    tables.trips();
    tables.calls();
    tables.limits();
    return tables.figures;
  }

  private void measure(Party weft, Party neighbours, Optional<Party> c) throws Exception {
    var schedule = new SliceSchedule(options.seed(), options.millis(), figures);
    for (MeasuredOperation operation : options.operations()) {
      Kind kind = operation.kind();
      int bytes = operation.bytes();
      addTogether(
          schedule,
          weft,
          new Slice(trip(Pairs.WEFT, operation), kind.trip(), bytes),
          new Slice(trip(Pairs.JAVA, operation), kind.bareTrip(), bytes));
      addTogether(
          schedule,
          weft,
          new Slice(call(Pairs.WEFT, operation), kind.call(), bytes),
          new Slice(call(Pairs.JAVA, operation), kind.bareCall(), bytes));
      if (!areApart) {
        addTogether(
            schedule, neighbours, new Slice(trip(Pairs.NEIGHBOURS, operation), kind.trip(), bytes));
      }
    }
    options.operations().stream()
        .mapToInt(MeasuredOperation::bytes)
        .distinct()
        .forEach(bytes -> c.ifPresent(party -> schedule.add(party, c(bytes), 0, bytes)));
    schedule.run("tables 2 to 5", options.quick() ? 3 : 6, options.rounds());
  }

  private void addTogether(SliceSchedule schedule, Party party, Slice... slices) {
    for (Slice slice : slices) {
      party.measureCount(slice.kind(), slice.size(), warmUp());
    }
    schedule.addTogether(party, List.of(slices));
  }

  private int warmUp() {
    return areApart ? WARM_UP_APART : WARM_UP;
  }

  private static Figures.Key trip(String party, MeasuredOperation operation) {
    return new Figures.Key(party, operation.kind() + "_TRIP", operation.bytes());
  }

  private static Figures.Key call(String party, MeasuredOperation operation) {
    return new Figures.Key(party, operation.kind() + "_CALL", operation.bytes());
  }

  private static Figures.Key c(int bytes) {
    return new Figures.Key(Pairs.C, "TRIP", bytes);
  }

  private void trips() {
    var rows = new ArrayList<List<Object>>();
    for (Distance place : Distance.PLACES) {
      for (MeasuredOperation operation : options.operations()) {
        Figures.Key total = trip(Pairs.WEFT, operation);
        Figures.Key java = trip(Pairs.JAVA, operation);
        Figures.Key c = c(operation.bytes());
        Figures.Key beside = trip(Pairs.NEIGHBOURS, operation);
        if (figures.count(total, place) > 0) {
          rows.add(
              List.of(
                  place.where() + ", " + operation.label(),
                  figures.difference(total, java, place),
                  figures.nanos(java, place),
                  figures.nanos(total, place),
                  figures.nanos(c, place),
                  figures.ratio(total, c, place),
                  figures.nanos(beside, place),
                  figures.ratio(beside, c, place),
                  figures.count(total, place)));
        }
      }
    }
    report.table(
        "trips",
        (areApart ? "Between two hosts: half" : "Half")
            + " round trips over MPI in nanoseconds: Weft's own time, the same MPI calls from Java,"
            + " in total (WEFT_NETWORK_ONLY=1); a C program's; and beside MPI, as ranks of one host"
            + " talk",
        List.of("operation", "own", "MPI", "total", "C", "total / C", "beside", "beside / C", "n"),
        rows);
  }

  private void calls() {
    var rows = new ArrayList<List<Object>>();
    for (Distance place : Distance.PLACES) {
      for (MeasuredOperation operation : options.operations()) {
        Figures.Key total = call(Pairs.WEFT, operation);
        Figures.Key java = call(Pairs.JAVA, operation);
        if (figures.count(total, place) > 0) {
          rows.add(
              List.of(
                  place.where() + ", " + operation.label(),
                  figures.difference(total, java, place),
                  figures.nanos(java, place),
                  figures.nanos(total, place),
                  figures.count(total, place)));
        }
      }
    }
    report.table(
        "calls",
        "The time of a call that sends, and of its flush, in nanoseconds, as in the paper's tables",
        List.of("operation", "own", "MPI", "total", "n"),
        rows);
  }

  private void limits() {
    for (Distance place : Distance.PLACES) {
      for (MeasuredOperation operation : options.operations()) {
        Figures.Key java = trip(Pairs.JAVA, operation);
        report.limit(
            "own time of " + operation.label() + ", through MPI alone",
            place.where(),
            figures.difference(trip(Pairs.WEFT, operation), java, place),
            true,
            limit(figures.nanos(java, place)),
            "ns");
      }
      MeasuredOperation rsr1 = new MeasuredOperation(Kind.RSR1, Long.BYTES);
      if (!areApart) {
        ofC("rsr1, half a round trip / C", Pairs.NEIGHBOURS, rsr1, place);
      }
      ofC("rsr1, half a round trip, through MPI alone / C", Pairs.WEFT, rsr1, place);
    }
  }

  private void ofC(String what, String party, MeasuredOperation operation, Distance place) {
    report.limit(
        what,
        place.where(),
        figures.ratio(trip(party, operation), c(operation.bytes()), place),
        true,
        MOST_OF_C,
        "x");
  }

  /// The time that Weft may add if the same MPI calls take `mpiNanos`.
  static double limit(double mpiNanos) {
    return Math.max(MOST_NANOS, MOST_PART * mpiNanos);
  }
}
