// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import weft.bench.Report;
import weft.bench.harness.Statistics;
import weft.bench.mpi.CallCount.Counts;
import weft.bench.pair.Party;

/// Counts the MPI messages of Weft's operations. It compares each operation with its bare
/// counterpart, and counts streams of rsr1 by the number between two flush points.
final class StreamFigures {
  private static final List<Integer> BETWEEN = List.of(1, 4, 16, 64, 1024, 1 << 20);

  /// Enough trips that the few messages of Weft's quiescence before a bare slice do not matter.
  private static final int TRIPS = 10_000;

  private final MpiBenchOptions options;
  private final Report report;
  private final CallCount count;

  private StreamFigures(MpiBenchOptions options, Report report, CallCount count) {
    this.options = options;
    this.report = report;
    this.count = count;
  }

  static void run(MpiBenchOptions options, Implementation mpi, Report report) throws Exception {
    Optional<CallCount> counting = CallCount.open(mpi, report);
    if (counting.isEmpty()) {
      return;
    }
    var pairs = new Pairs(mpi);
    try (CallCount count = counting.get()) {
      var figures = new StreamFigures(options, report, count);
      try (Party weft = pairs.weft(count.variables())) {
        figures.operations(weft);
        figures.streams(weft);
      }
    }
  }

  private void operations(Party weft) {
    var rows = new ArrayList<List<Object>>();
    double worst = 0;
    for (MeasuredOperation operation : options.operations()) {
      Counts ours = trips(weft, operation.kind().trip(), operation.bytes());
      Counts theirs = trips(weft, operation.kind().bareTrip(), operation.bytes());
      worst = Math.max(worst, ours.messages() / theirs.messages());
      rows.add(
          List.of(
              operation.label(), ours.messages(), theirs.messages(), ours.bytes(), theirs.bytes()));
    }
    report.table(
        "asked",
        "MPI calls of an operation: Weft, and its bare counterpart",
        List.of("operation", "Weft: messages", "bare: messages", "Weft: bytes", "bare: bytes"),
        rows);
    report.limit(
        "messages of MPI / the bare exchange's, worst of them", "", worst, true, 1.01, "x");
  }

  private Counts trips(Party party, int trip, int bytes) {
    party.measureCount(trip, bytes, TRIPS / 10);
    Counts before = count.now();
    party.measureCount(trip, bytes, TRIPS);
    return count.now().since(before, 2 * TRIPS);
  }

  private void streams(Party weft) {
    var rows = new ArrayList<List<Object>>();
    int turns = options.quick() ? 3 : 10;
    for (int between : BETWEEN) {
      var nanos = new double[turns];
      weft.measure(Command.STREAM.number(), between, options.millis());
      weft.measure(Command.STREAM.number(), between, 4L * options.millis());
      Counts before = count.now();
      double sent = 0;
      for (int turn = 0; turn < turns; turn++) {
        var sample = weft.measure(Command.STREAM.number(), between, 4L * options.millis());
        nanos[turn] = sample.nanos();
        sent += sample.count();
      }
      Counts each = count.now().since(before, sent);
      double median = Statistics.median(nanos);
      rows.add(
          List.of(
              between == 1 << 20 ? "no flush" : "a flush every " + between,
              median,
              1000 / median,
              1 / each.messages(),
              each.bytes() / each.messages()));
    }
    report.table(
        "streams",
        "Streams of rsr1, one way: nanoseconds, millions per second, and the number per MPI "
            + "message (credits count as messages)",
        List.of("flush points", "ns", "M/s", "rsr1 per message", "bytes per message"),
        rows);
  }
}
