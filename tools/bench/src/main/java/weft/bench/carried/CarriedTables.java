// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.bench.Figures;
import weft.bench.MpiPeer;
import weft.bench.Report;
import weft.bench.Sample.Distance;
import weft.bench.carried.MeasuredOperation.Kind;
import weft.bench.pair.Party;
import weft.bench.pair.SliceSchedule;
import weft.bench.pair.SliceSchedule.Slice;

/// Tables 2 to 7 of the DMCS paper (section 6): for each operation, the time in Weft, in the lower
/// layer and in total. The time in the layer is that of the same calls without Weft, made by the
/// same two processes shortly before or after. Weft's own time is the difference within one round.
final class CarriedTables {
  /// The time that Weft may add: the larger of these nanoseconds and this share of the time in MPI.
  private static final double MOST_NANOS = 60;

  private static final double MOST_PART = 0.01;

  /// The limit of half a round trip of rsr1, as a multiple of the C program's.
  private static final double MOST_OF_C = 1.25;

  /// The number of warm-up calls before the first slice, so that all code is compiled.
  private static final int WARM_UP = 30_000;

  /// Fewer warm-up calls between hosts, because a network takes a hundred times as long.
  private static final int WARM_UP_APART = 6_000;

  /// The payloads that are sent many at once.
  private static final List<Integer> RATES = List.of(8, 4 << 10, 64 << 10, 4 << 20);

  private final LowerLayer layer;
  private final CarriedOptions options;
  private final Report report;

  /// Whether the two ranks of a pair are on different hosts, and so have only the network.
  private final boolean areApart;

  private final Figures figures = new Figures();

  private CarriedTables(LowerLayer layer, CarriedOptions options, Report report, boolean areApart) {
    this.layer = layer;
    this.options = options;
    this.report = report;
    this.areApart = areApart;
  }

  static Figures run(LowerLayer layer, CarriedOptions options, Pairs pairs, Report report)
      throws Exception {
    var tables = new CarriedTables(layer, options, report, pairs.areApart());
    Optional<Party> c = pairs.c(report);
    try (Party weft = pairs.weft()) {
      if (tables.hasNeighbours()) {
        try (Party neighbours = pairs.neighbours()) {
          tables.measure(weft, neighbours, c);
        }
      } else {
        tables.measure(weft, null, c);
      }
    } finally {
      c.ifPresent(Party::close);
    }
    tables.trips();
    tables.calls();
    tables.rates();
    tables.limits();
    return tables.figures;
  }

  /// Whether ranks of one host are measured as they talk beside the layer: those over MPI alone,
  /// since it is the same beside each.
  private boolean hasNeighbours() {
    return !areApart && layer == LowerLayer.MPI;
  }

  private void measure(Party weft, @Nullable Party neighbours, Optional<Party> c) throws Exception {
    var schedule = new SliceSchedule(options.seed(), options.millis(), figures);
    for (MeasuredOperation operation : options.operations()) {
      Kind kind = operation.kind();
      int bytes = operation.bytes();
      addTogether(
          schedule,
          weft,
          new Slice(trip(Pairs.WEFT, operation), kind.trip(), bytes),
          new Slice(trip(Pairs.BARE, operation), kind.bareTrip(), bytes));
      addTogether(
          schedule,
          weft,
          new Slice(call(Pairs.WEFT, operation), kind.call(), bytes),
          new Slice(call(Pairs.BARE, operation), kind.bareCall(), bytes));
      if (neighbours != null) {
        addTogether(
            schedule, neighbours, new Slice(trip(Pairs.NEIGHBOURS, operation), kind.trip(), bytes));
      }
    }
    for (MeasuredOperation operation : rated()) {
      int bytes = operation.bytes();
      schedule.addTogether(
          weft,
          List.of(
              new Slice(rate(Pairs.WEFT, bytes), operation.kind().rate(), bytes),
              new Slice(rate(Pairs.BARE, bytes), operation.kind().bareRate(), bytes)));
      c.ifPresent(it -> schedule.add(it, rate(Pairs.C, bytes), MpiPeer.RATE, bytes));
    }
    options.operations().stream()
        .mapToInt(MeasuredOperation::bytes)
        .distinct()
        .forEach(bytes -> c.ifPresent(party -> schedule.add(party, c(bytes), MpiPeer.TRIP, bytes)));
    schedule.run("messages over " + layer.title(), options.quick() ? 3 : 6, options.rounds());
  }

  /// What is sent many at once: one word, and buffers.
  private List<MeasuredOperation> rated() {
    Set<Kind> kinds =
        options.operations().stream().map(MeasuredOperation::kind).collect(Collectors.toSet());
    return RATES.stream()
        .map(bytes -> new MeasuredOperation(bytes == Long.BYTES ? Kind.RSR1 : Kind.RSRN, bytes))
        .filter(operation -> kinds.contains(operation.kind()))
        .toList();
  }

  private static Figures.Key rate(String party, int bytes) {
    return new Figures.Key(party, "RATE", bytes);
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
        Figures.Key java = trip(Pairs.BARE, operation);
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
            + " round trips over "
            + layer.title()
            + " in nanoseconds: Weft's own time, the same calls from Java without Weft, in total"
            + " (WEFT_NETWORK_ONLY=1); those of a C program over MPI"
            + (hasNeighbours() ? "; and beside MPI, as ranks of one host talk" : ""),
        List.of(
            "operation",
            "own",
            layer.title(),
            "total",
            "C",
            "total / C",
            "beside",
            "beside / C",
            "n"),
        rows);
  }

  private void calls() {
    var rows = new ArrayList<List<Object>>();
    for (Distance place : Distance.PLACES) {
      for (MeasuredOperation operation : options.operations()) {
        Figures.Key total = call(Pairs.WEFT, operation);
        Figures.Key java = call(Pairs.BARE, operation);
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
        List.of("operation", "own", layer.title(), "total", "n"),
        rows);
  }

  private void rates() {
    var rows = new ArrayList<List<Object>>();
    for (MeasuredOperation operation : rated()) {
      int bytes = operation.bytes();
      Figures.Key weft = rate(Pairs.WEFT, bytes);
      Figures.Key bare = rate(Pairs.BARE, bytes);
      Figures.Key c = rate(Pairs.C, bytes);
      rows.add(
          List.of(
              Report.size(bytes),
              figures.nanosAnywhere(weft) / 1e3,
              figures.nanosAnywhere(bare) / 1e3,
              figures.ratioAnywhere(weft, bare),
              figures.nanosAnywhere(c) / 1e3,
              figures.ratioAnywhere(weft, c)));
    }
    report.table(
        "rates",
        "One of many messages in one direction, in microseconds: Weft's requests, the same bytes"
            + " without Weft, and MPI's messages from C",
        List.of("bytes", "Weft", layer.title(), "ratio", "C", "Weft / C"),
        rows);
    if (rated().size() == RATES.size()) {
      int most = RATES.getLast();
      if (!Double.isNaN(layer.mostOfRate)) {
        report.limit(
            "one of many of " + Report.size(most) + " / " + layer.title(),
            "",
            figures.ratioAnywhere(rate(Pairs.WEFT, most), rate(Pairs.BARE, most)),
            true,
            layer.mostOfRate,
            "x");
      }
      report.limit(
          "one of many of 8 B / C",
          "",
          figures.ratioAnywhere(rate(Pairs.WEFT, 8), rate(Pairs.C, 8)),
          true,
          1,
          "x");
    }
  }

  private void limits() {
    MeasuredOperation word = new MeasuredOperation(Kind.RSR1, Long.BYTES);
    if (layer != LowerLayer.MPI) {
      report.limit(
          "rsr1, half a round trip / " + layer.title(),
          "",
          figures.ratioAnywhere(trip(Pairs.WEFT, word), trip(Pairs.BARE, word)),
          true,
          layer.mostOfTrip,
          "x");
      return;
    }
    for (Distance place : Distance.PLACES) {
      for (MeasuredOperation operation : options.operations()) {
        Figures.Key java = trip(Pairs.BARE, operation);
        report.limit(
            "own time of " + operation.label() + ", through MPI alone",
            place.where(),
            figures.difference(trip(Pairs.WEFT, operation), java, place),
            true,
            limit(figures.nanos(java, place)),
            "ns");
      }
      if (!areApart) {
        ofC("rsr1, half a round trip / C", Pairs.NEIGHBOURS, word, place);
      }
      ofC("rsr1, half a round trip, through MPI alone / C", Pairs.WEFT, word, place);
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
