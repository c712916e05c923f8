// SPDX-License-Identifier: Apache-2.0
package weft.bench.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import weft.bench.BenchOptions;
import weft.bench.Figures;
import weft.bench.MpiPeer;
import weft.bench.Report;
import weft.bench.Sample.Distance;
import weft.bench.pair.PairKind;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;
import weft.bench.pair.RsrWays;
import weft.bench.pair.SliceSchedule;
import weft.bench.pair.SliceSchedule.Slice;

/// rsrN by size, compared with a copy of the same size in one process and with MPI.
public final class SizeFigures {
  private static final List<Integer> ALL =
      List.of(
          8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, RsrWays.LARGEST);
  private static final List<Integer> FEW = List.of(8, 256, 4 << 10, 64 << 10, 1 << 20);

  private SizeFigures() {}

  public static Figures run(BenchOptions options, Report report) throws Exception {
    var figures = new Figures();
    List<Integer> sizes = options.quick() ? FEW : ALL;
    Optional<Party> mpi = options.peers() ? MpiPeer.start(report) : Optional.empty();
    try (Party pair = new Parties(options).pair(1)) {
      var schedule = new SliceSchedule(options, figures);
      for (int size : sizes) {
        schedule.add(pair, PairKind.RSRN_TRIP, size);
        schedule.add(pair, PairKind.RSRN_RATE, size);
        schedule.add(pair, PairKind.COPY, size);
        mpi.ifPresent(party -> {
          schedule.add(party, new Figures.Key("MPI", "TRIP", size), MpiPeer.TRIP, size);
          schedule.add(party, new Figures.Key("MPI", "RATE", size), MpiPeer.RATE, size);
        });
      }
      Figures.Key rows = key(pair, PairKind.ROWS_RATE);
      Figures.Key packed = key(pair, PairKind.PACKED_RATE);
      schedule.addTogether(
          pair,
          List.of(
              new Slice(rows, PairKind.ROWS_RATE.ordinal(), 0),
              new Slice(packed, PairKind.PACKED_RATE.ordinal(), 0)));
      schedule.run("sizes", options.quick() ? 3 : 6, Math.max(5, options.rounds() / 3));
      table(pair.name(), sizes, figures, report);
      for (Distance place : Distance.PLACES) {
        report.limit(
            "a message of 1,000 rows of 8 doubles / the same packed by hand and sent, one way",
            place.where(),
            figures.ratio(rows, packed, place),
            true,
            1,
            "x");
      }
      return figures;
    } finally {
      mpi.ifPresent(Party::close);
    }
  }

  private static Figures.Key key(Party pair, PairKind kind) {
    return new Figures.Key(pair.name(), kind.name(), 0);
  }

  private static void table(String pair, List<Integer> sizes, Figures figures, Report report) {
    var rows = new ArrayList<List<Object>>();
    for (Distance place : Distance.PLACES) {
      for (int size : sizes) {
        var trip = new Figures.Key(pair, PairKind.RSRN_TRIP.name(), size);
        var rate = new Figures.Key(pair, PairKind.RSRN_RATE.name(), size);
        var mpiTrip = new Figures.Key("MPI", "TRIP", size);
        var mpiRate = new Figures.Key("MPI", "RATE", size);
        if (figures.count(trip, place) == 0 && figures.count(rate, place) == 0) {
          continue;
        }
        rows.add(
            List.of(
                place.where() + ", " + Report.size(size),
                figures.nanos(trip, place),
                figures.nanos(mpiTrip, place),
                size / figures.nanos(rate, place),
                size / figures.nanos(mpiRate, place),
                size / figures.nanosAnywhere(new Figures.Key(pair, PairKind.COPY.name(), size)),
                figures.allocated(rate)));
      }
    }
    report.table(
        "sizes",
        "rsrN by size: half a round trip, and gigabytes per second one way",
        List.of(
            "payload", "rsrN ns", "MPI ns", "rsrN GB/s", "MPI GB/s", "memcpy GB/s", "B allocated"),
        rows);
  }
}
