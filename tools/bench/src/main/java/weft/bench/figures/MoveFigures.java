// SPDX-License-Identifier: Apache-2.0
package weft.bench.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import weft.bench.BenchOptions;
import weft.bench.Figures;
import weft.bench.MpiPeer;
import weft.bench.Repeats;
import weft.bench.Report;
import weft.bench.Sample.Distance;
import weft.bench.UcxPeer;
import weft.bench.pair.MemoryKind;
import weft.bench.pair.MemoryPair;
import weft.bench.pair.MemoryWays;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;
import weft.bench.pair.SliceSchedule;

/// Measures puts and gets by size, from registered memory and from arrays. It compares them with
/// the same copy and stores in Java, with MPI and with UCX.
public final class MoveFigures {
  private static final List<Integer> ALL =
      List.of(
          8, 16, 32, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20,
          16 << 20, 64 << 20);
  private static final List<Integer> FEW =
      List.of(8, 64, 4 << 10, 64 << 10, 1 << 20, MemoryPair.LARGEST);

  /// Up to this size a transfer is compared with stores, from [#COPIES] on with a copy.
  private static final int STORES = 64;

  private static final int COPIES = 64 << 10;

  /// The largest transfer of a pair in [#stores].
  private static final int MIDDLE = 4 << 10;

  private static final List<MemoryKind> MOVES =
      List.of(
          MemoryKind.PUT,
          MemoryKind.PUT_DONE,
          MemoryKind.GET,
          MemoryKind.PUT_ARRAY,
          MemoryKind.GET_ARRAY,
          MemoryKind.COPY);

  private final BenchOptions options;
  private final Report report;
  private final List<Integer> sizes;
  private final Figures figures = new Figures();
  private Optional<UcxPeer> ucx = Optional.empty();

  private MoveFigures(BenchOptions options, Report report) {
    this.options = options;
    this.report = report;
    this.sizes = options.quick() ? FEW : ALL;
  }

  public static Figures run(BenchOptions options, Report report) throws Exception {
    var moves = new MoveFigures(options, report);
    moves.measure();
    return moves.figures;
  }

  static Figures.Key weft(MemoryKind kind, int size) {
    return new Figures.Key("memory", kind.name(), size);
  }

  private static Figures.Key mpi(String kind, int size) {
    return new Figures.Key("MPI", kind, size);
  }

  private void measure() throws Exception {
    Optional<Party> mpi = options.peers() ? MpiPeer.start(report) : Optional.empty();
    ucx = options.peers() ? UcxPeer.find(report) : Optional.empty();
    try (Party pair = new Parties(options).memory()) {
      var schedule = new SliceSchedule(options, figures);
      for (int size : sizes) {
        for (MemoryKind kind : MOVES) {
          schedule.add(pair, weft(kind, size), kind.ordinal(), size);
        }
        mpi.ifPresent(party -> {
          schedule.add(party, mpi("PUT", size), MpiPeer.PUT, size);
          schedule.add(party, mpi("GET", size), MpiPeer.GET, size);
        });
        if (size <= STORES) {
          plain(schedule, pair, size);
        }
      }
      schedule.add(pair, weft(MemoryKind.STRIDED, 0), MemoryKind.STRIDED.ordinal(), 0);
      schedule.run("puts and gets", options.quick() ? 4 : 8, Math.max(5, options.rounds() / 2));
      small();
      large();
      strided();
      must();
      stores();
    } finally {
      mpi.ifPresent(Party::close);
    }
  }

  /// UCX is measured once per size, since it cannot be controlled.
  private double ucxPut(int size) throws Exception {
    return ucx.isPresent() ? ucx.get().put(size) : Double.NaN;
  }

  private double ucxBandwidth(int size) throws Exception {
    return ucx.isPresent() ? ucx.get().bandwidth(size) : Double.NaN;
  }

  private double nanos(Figures.Key key) {
    return figures.nanosAnywhere(key);
  }

  private double nanos(MemoryKind kind, int size) {
    return nanos(weft(kind, size));
  }

  private void small() throws Exception {
    var rows = new ArrayList<List<Object>>();
    for (int size : sizes) {
      if (size >= COPIES) {
        continue;
      }
      rows.add(
          List.of(
              Report.size(size),
              nanos(MemoryKind.PUT, size),
              nanos(MemoryKind.PUT_DONE, size),
              nanos(MemoryKind.GET, size),
              nanos(MemoryKind.PUT_ARRAY, size),
              nanos(MemoryKind.GET_ARRAY, size),
              nanos(MemoryKind.COPY, size),
              nanos(MemoryKind.STORES, size),
              nanos(mpi("PUT", size)),
              nanos(mpi("GET", size)),
              ucxPut(size),
              figures.allocated(weft(MemoryKind.PUT, size))));
    }
    report.table(
        "puts",
        "Puts and gets, in nanoseconds (put done: until it is at the target; UCX: half of a put and"
            + " its answer)",
        List.of(
            "bytes",
            "put",
            "put done",
            "get",
            "put array",
            "get array",
            "Java copy",
            "Java stores",
            "MPI put",
            "MPI get",
            "UCX put",
            "B allocated"),
        rows);
  }

  private void large() throws Exception {
    var rows = new ArrayList<List<Object>>();
    for (int size : sizes) {
      if (size < COPIES) {
        continue;
      }
      rows.add(
          List.of(
              Report.size(size),
              size / nanos(MemoryKind.PUT, size),
              size / nanos(MemoryKind.GET, size),
              size / nanos(MemoryKind.PUT_ARRAY, size),
              size / nanos(MemoryKind.GET_ARRAY, size),
              size / nanos(MemoryKind.COPY, size),
              size / nanos(mpi("PUT", size)),
              size / nanos(mpi("GET", size)),
              ucxBandwidth(size)));
    }
    report.table(
        "bandwidth",
        "Puts and gets, in gigabytes per second",
        List.of(
            "bytes",
            "put",
            "get",
            "put array",
            "get array",
            "Java copy",
            "MPI put",
            "MPI get",
            "UCX put"),
        rows);
  }

  private void strided() {
    double mine = nanos(MemoryKind.STRIDED, 0);
    double bytes = (double) MemoryWays.ROWS * MemoryWays.ROW;
    report.table(
        "strided",
        "1000 rows of 1000 doubles, 4000 doubles apart: microseconds and gigabytes per second",
        List.of("what", "us", "GB/s"),
        List.of(List.of("Strided.putRows", mine / 1000, bytes / mine)));
  }

  /// The median over the rounds of the ratio of times, at any distance of the two processors.
  private double ratio(Figures.Key a, Figures.Key b) {
    return figures.has(a) && figures.has(b) ? figures.ratioAnywhere(a, b) : Double.NaN;
  }

  private void must() {
    for (Distance place : Distance.PLACES) {
      if (figures.has(mpi("PUT", 8))) {
        report.limit(
            "put of 8 B to target completion / MPI put + flush",
            place.where(),
            figures.ratio(weft(MemoryKind.PUT_DONE, 8), mpi("PUT", 8), place),
            true,
            1,
            "x");
      }
    }
    for (int size : sizes) {
      String what = " of " + Report.size(size);
      if (size >= COPIES) {
        // These limits are on speeds, not times.
        Figures.Key copy = weft(MemoryKind.COPY, size);
        String than = " / MemorySegment.copy";
        speed("put" + what + than, MemoryKind.PUT, copy, 0.9);
        speed("get" + what + than, MemoryKind.GET, copy, 0.9);
        speed("put" + what + " from an array" + than, MemoryKind.PUT_ARRAY, copy, 0.45);
        speed("get" + what + " to an array" + than, MemoryKind.GET_ARRAY, copy, 0.45);
      }
    }
  }

  private void speed(String what, MemoryKind kind, Figures.Key than, double least) {
    report.limit(what, "", ratio(than, weft(kind, (int) than.size())), false, least, "x");
  }

  /// Compares small transfers with loops of stores and loads, in new pairs of processes that use
  /// all kinds of transfers of several sizes.
  private void stores() throws Exception {
    var repeats =
        new Repeats(
            report,
            options.pairs(),
            pair -> {
              try (Party party = new Parties(options).memory()) {
                var schedule = new SliceSchedule(options, pair);
                for (int size : sizes) {
                  if (size > MIDDLE) {
                    break;
                  }
                  MOVES.forEach(
                      kind -> schedule.add(party, weft(kind, size), kind.ordinal(), size));
                  if (size <= STORES) {
                    plain(schedule, party, size);
                  }
                }
                for (MemoryKind kind : List.of(MemoryKind.PUT_LONG, MemoryKind.GET_LONG)) {
                  schedule.add(party, weft(kind, Long.BYTES), kind.ordinal(), Long.BYTES);
                }
                schedule.run("pairs", options.quick() ? 4 : 8, Math.max(5, options.rounds() / 2));
              }
            });
    for (int size : sizes) {
      if (size <= STORES) {
        String what = " of " + Report.size(size);
        beside(repeats, "put" + what, MemoryKind.PUT, "STORES", size);
        beside(repeats, "get" + what, MemoryKind.GET, "LOADS", size);
      }
    }
    beside(repeats, "putLong", MemoryKind.PUT_LONG, "STORES", Long.BYTES);
    beside(repeats, "getLongSync", MemoryKind.GET_LONG, "LOADS", Long.BYTES);
    repeats.table();
  }

  /// Adds the loops of stores and loads.
  private static void plain(SliceSchedule schedule, Party pair, int size) {
    for (MemoryKind kind : List.of(MemoryKind.STORES, MemoryKind.LOADS)) {
      schedule.add(pair, weft(kind, size), kind.ordinal(), size);
    }
  }

  private static void beside(Repeats repeats, String what, MemoryKind kind, String loop, int size) {
    String of = " / a loop of long " + loop.toLowerCase(Locale.ROOT);
    Figures.Key java = weft(MemoryKind.valueOf(loop), size);
    repeats.limit(what + of, "", pair -> pair.ratioAnywhere(weft(kind, size), java), true, 1.3);
  }
}
