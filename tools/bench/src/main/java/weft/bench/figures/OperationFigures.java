// SPDX-License-Identifier: Apache-2.0
package weft.bench.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import weft.bench.BenchOptions;
import weft.bench.Figures;
import weft.bench.MpiPeer;
import weft.bench.Report;
import weft.bench.Sample;
import weft.bench.Sample.Distance;
import weft.bench.pair.MemoryKind;
import weft.bench.pair.PairKind;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;
import weft.bench.pair.SliceSchedule;

/// Measures puts with handlers after them, atomics, calls, objects and remote allocation. It also
/// measures the time of a put-op by size, as in Tables 3, 5 and 7 of the DMCS paper (section 6.2).
public final class OperationFigures {
  /// The payloads of the paper's tables, except that the smallest transfer here is a word.
  private static final List<Integer> SIZES = List.of(8, 64, 512, 4096, 8192);

  private static final List<MemoryKind> SINGLE =
      List.of(
          MemoryKind.PUT_LONG,
          MemoryKind.GET_LONG,
          MemoryKind.FETCH_ADD,
          MemoryKind.FETCH_ADD_DONE,
          MemoryKind.COMPARE_AND_SWAP,
          MemoryKind.FETCH_ADD_DOUBLE,
          MemoryKind.CALL,
          MemoryKind.OBJECT_TRIP,
          MemoryKind.MALLOC);

  private static final long CHURN_HEAP = 64 << 20;
  private static final long CHURNS = 1_000_000;

  private final BenchOptions options;
  private final Report report;
  private final Figures figures = new Figures();
  private final List<Figures.Key> shown = new ArrayList<>();

  private OperationFigures(BenchOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  public static Figures run(BenchOptions options, Report report) throws Exception {
    var operations = new OperationFigures(options, report);
    operations.measure();
    operations.churn();
    return operations.figures;
  }

  private void measure() throws Exception {
    var fetchAdd = new Figures.Key("MPI", "FETCH_ADD", 8);
    Optional<Party> mpi = options.peers() ? MpiPeer.start(report) : Optional.empty();
    var parties = new Parties(options);
    try (Party pair = parties.memory();
        Party ring = parties.ring()) {
      var schedule = new SliceSchedule(options, figures);
      for (MemoryKind kind : SINGLE) {
        add(schedule, pair, kind, 0);
      }
      for (int size : SIZES) {
        add(schedule, pair, MemoryKind.PUT_OP_TRIP, size);
        add(schedule, pair, MemoryKind.GET_OP, size);
        schedule.add(
            pair, cost(MemoryKind.PUT_OP_COST, size), MemoryKind.PUT_OP_COST.ordinal(), size);
        schedule.add(pair, cost(MemoryKind.COPY_COST, size), MemoryKind.COPY_COST.ordinal(), size);
      }
      Figures.Key record = schedule.add(ring, PairKind.RING_COST);
      mpi.ifPresent(party -> schedule.add(party, fetchAdd, MpiPeer.FETCH_ADD, 8));
      schedule.run("operations", options.quick() ? 8 : 12, options.rounds());
      table(fetchAdd);
      own(record);
      must(fetchAdd);
    } finally {
      mpi.ifPresent(Party::close);
    }
  }

  private void add(SliceSchedule schedule, Party pair, MemoryKind kind, int size) {
    Figures.Key key = MoveFigures.weft(kind, size);
    schedule.add(pair, key, kind.ordinal(), size);
    shown.add(key);
  }

  private static Figures.Key cost(MemoryKind kind, int size) {
    return MoveFigures.weft(kind, size);
  }

  private void table(Figures.Key mpi) {
    var rows = new ArrayList<List<Object>>();
    if (figures.has(mpi)) {
      shown.add(mpi);
    }
    for (Figures.Key key : shown) {
      var row = new ArrayList<Object>();
      row.add(label(key));
      for (Distance place : Distance.PLACES) {
        row.add(figures.nanos(key, place));
        row.add(figures.count(key, place));
      }
      row.add(figures.allocated(key));
      rows.add(row);
    }
    report.table(
        "operations",
        "Operations, in nanoseconds",
        List.of("what", "near ns", "near n", "far ns", "far n", "B allocated"),
        rows);
  }

  private static String label(Figures.Key key) {
    String size = key.size() == 0 ? "" : " of " + Report.size(key.size());
    if (key.party().equals("MPI")) {
      return "MPI fetch-and-op + flush";
    }
    return switch (MemoryKind.valueOf(key.kind())) {
      case PUT_OP_TRIP -> "put-op" + size + ", half round trip";
      case GET_OP -> "get-op" + size + ", and its handler";
      case PUT_LONG -> "putLong";
      case GET_LONG -> "getLongSync";
      case FETCH_ADD -> "fetchAddSync";
      case FETCH_ADD_DONE -> "fetchAdd with a Completion";
      case COMPARE_AND_SWAP -> "compareAndSwapSync";
      case FETCH_ADD_DOUBLE -> "fetchAddSync of a double";
      case CALL -> "callSync of two longs, round trip";
      case OBJECT_TRIP -> "object of three fields, half round trip";
      case MALLOC -> "mallocSync at the other rank, and free";
      default -> key.kind() + size;
    };
  }

  /// The time that Weft adds to the copy of the bytes and the record of the request, by difference
  /// of bursts of 64.
  private void own(Figures.Key record) {
    var rows = new ArrayList<List<Object>>();
    for (Distance place : Distance.PLACES) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int size : SIZES) {
        double total = figures.nanos(cost(MemoryKind.PUT_OP_COST, size), place);
        double copy = figures.nanos(cost(MemoryKind.COPY_COST, size), place);
        double ring = figures.nanos(record, place);
        double own = total - copy - ring;
        if (Double.isNaN(own)) {
          continue;
        }
        least = Math.min(least, own);
        most = Math.max(most, own);
        rows.add(List.of(place.where() + ", " + Report.size(size), own, copy, ring, total));
      }
      if (most >= least) {
        report.limit(
            "own time of a put-op, 8 B to 8 KiB, most", place.where(), most, true, 100, "ns");
        report.fact("putOpOwnNanos " + place.where(), List.of(least, most));
      }
    }
    report.table(
        "putOps",
        "Time of a put-op in nanoseconds, by difference: Weft's own, the copy, the request's"
            + " record, in total",
        List.of("put-op", "own", "copy", "record", "total"),
        rows);
  }

  private void must(Figures.Key mpi) {
    for (Distance place : Distance.PLACES) {
      if (figures.has(mpi)) {
        report.limit(
            "fetch-add / MPI fetch-and-op + flush",
            place.where(),
            figures.ratio(MoveFigures.weft(MemoryKind.FETCH_ADD, 0), mpi, place),
            true,
            1,
            "x");
      }
    }
    double median = 0;
    for (Figures.Key key : shown) {
      boolean object = key.kind().equals(MemoryKind.OBJECT_TRIP.name());
      // An arriving object is a new object, and so is a returned pointer.
      if (!object && !key.kind().equals(MemoryKind.MALLOC.name())) {
        median = Math.max(median, figures.allocated(key));
      }
    }
    report.limit("bytes allocated per operation, worst of them", "", median, true, 0, "B");
  }

  private void churn() throws Exception {
    try (Party pair = new Parties(options).memory(CHURN_HEAP)) {
      pair.measureCount(MemoryKind.CHURN.ordinal(), 0, CHURNS / 4);
      Sample sample = pair.measureCount(MemoryKind.CHURN.ordinal(), 0, CHURNS);
      report.say(
          String.format(
              Locale.ROOT,
              "%nA million random malloc and free in a heap of 64 MiB, half full, 16 B to 64 KiB:"
                  + " no failure, %.0f ns each",
              sample.nanos()));
      report.fact("churnNanos", sample.nanos());
      report.limit("random malloc or free, half full", "", sample.nanos(), true, 300, "ns");
    }
  }
}
