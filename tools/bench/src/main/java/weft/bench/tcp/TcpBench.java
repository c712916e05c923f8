// SPDX-License-Identifier: Apache-2.0
package weft.bench.tcp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import weft.bench.Figures;
import weft.bench.Mains;
import weft.bench.MpiPeer;
import weft.bench.Report;
import weft.bench.figures.WaitFigures;
import weft.bench.harness.CommonOptions;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;
import weft.bench.pair.SliceSchedule;
import weft.options.Options;
import weft.transport.JobVariables;

/// `weft bench tcp`: the cost of Weft over TCP. Two ranks of this machine exchange everything
/// through sockets, beside a bare socket in the same minute, and Open MPI over TCP.
public final class TcpBench {
  private static final String COMMAND = "weft bench tcp";

  /// What a request of one word takes on the wire: the head of its frame, and the word.
  private static final int ON_THE_WIRE = 24;

  private static final int WORD = Long.BYTES;
  private static final Map<String, String> MPI =
      Map.of("OMPI_MCA_btl", "self,tcp", "OMPI_MCA_pml", "ob1");

  private final Settings settings;
  private final Report report;
  private final Figures figures = new Figures();

  private TcpBench(Settings settings, Report report) {
    this.settings = settings;
    this.report = report;
  }

  /// The options of the benchmark.
  private record Settings(boolean quick, int rounds, long seed, @Nullable Path json) {
    static Settings of(Options given) {
      boolean quick = CommonOptions.quick(given);
      var settings =
          new Settings(
              quick,
              CommonOptions.rounds(given, 20, 5),
              CommonOptions.seed(given),
              CommonOptions.json(given));
      given.end();
      return settings;
    }
  }

  /// Runs the benchmark.
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) throws Exception {
    Settings settings = Mains.options(COMMAND, "", Settings::of, args);
    if (settings == null) {
      return;
    }
    Report report = Mains.report("tcp", settings.rounds(), settings.seed());
    report.say("Slices alternate in random order; medians over " + settings.rounds() + " rounds.");
    var bench = new TcpBench(settings, report);
    bench.measure();
    Mains.end(List.of(bench.figures), report, settings.json());
  }

  private void measure() throws Exception {
    Map<String, String> only = Map.of(JobVariables.NETWORK_ONLY, "1");
    Optional<Party> mpi = MpiPeer.start(report, MPI);
    try (Party weft =
            Parties.start("Weft", "tcp", 2, BenchBoard.BYTES, TcpPair.class, List.of(), only);
        Party bare =
            Parties.start(
                "socket", "tcp", 2, BenchBoard.BYTES, BareSockets.class, List.of(), Map.of())) {
      var schedule = new SliceSchedule(settings.seed(), settings.quick() ? 15 : 40, figures);
      schedule.add(weft, weft("TRIP", WORD), TcpPair.WORD_TRIP, 0);
      schedule.add(weft, weft("RATE", WORD), TcpPair.WORD_RATE, 0);
      schedule.add(bare, bare("TRIP", WORD), BareSockets.TRIP, ON_THE_WIRE);
      schedule.add(bare, bare("RATE", WORD), BareSockets.RATE, ON_THE_WIRE);
      for (int bytes : new int[] {1 << 12, 1 << 16, TcpPair.LARGEST}) {
        schedule.add(weft, weft("TRIP", bytes), TcpPair.BYTES_TRIP, bytes);
        schedule.add(weft, weft("RATE", bytes), TcpPair.BYTES_RATE, bytes);
        schedule.add(bare, bare("TRIP", bytes), BareSockets.TRIP, bytes);
        schedule.add(bare, bare("RATE", bytes), BareSockets.RATE, bytes);
        mpi.ifPresent(it -> schedule.add(it, mpi("RATE", bytes), MpiPeer.RATE, bytes));
        mpi.ifPresent(it -> schedule.add(it, mpi("TRIP", bytes), MpiPeer.TRIP, bytes));
      }
      mpi.ifPresent(it -> schedule.add(it, mpi("TRIP", WORD), MpiPeer.TRIP, WORD));
      mpi.ifPresent(it -> schedule.add(it, mpi("RATE", WORD), MpiPeer.RATE, WORD));
      schedule.run("requests over TCP", settings.quick() ? 3 : 6, settings.rounds());
      table();
      limits();
      new WaitFigures(report, settings.quick(), TcpPair.WAIT, TcpPair.WAKE)
          .run("a rank in pollUntil", weft, new WaitFigures.Limits(2, 200, 3_000));
    } finally {
      mpi.ifPresent(Party::close);
    }
  }

  private static Figures.Key weft(String kind, long size) {
    return new Figures.Key("Weft", kind, size);
  }

  private static Figures.Key bare(String kind, long size) {
    return new Figures.Key("socket", kind, size);
  }

  private static Figures.Key mpi(String kind, long size) {
    return new Figures.Key("MPI", kind, size);
  }

  private void table() {
    var rows = new ArrayList<List<Object>>();
    for (String kind : List.of("TRIP", "RATE")) {
      for (int bytes : new int[] {WORD, 1 << 12, 1 << 16, TcpPair.LARGEST}) {
        rows.add(
            List.of(
                (kind.equals("TRIP") ? "half a round trip of " : "one of many of ")
                    + Report.size(bytes),
                figures.nanosAnywhere(weft(kind, bytes)) / 1e3,
                figures.nanosAnywhere(bare(kind, bytes)) / 1e3,
                figures.ratioAnywhere(weft(kind, bytes), bare(kind, bytes)),
                figures.nanosAnywhere(mpi(kind, bytes)) / 1e3,
                figures.ratioAnywhere(weft(kind, bytes), mpi(kind, bytes))));
      }
    }
    report.table(
        "tcp",
        "Two ranks of one machine over TCP, in microseconds: Weft's requests, the same bytes over a"
            + " bare socket from Java, and Open MPI's messages over TCP from C",
        List.of("what", "Weft", "socket", "Weft / socket", "MPI", "Weft / MPI"),
        rows);
  }

  private void limits() {
    limit("half a round trip of 8 B / bare socket", weft("TRIP", WORD), bare("TRIP", WORD), 1.3);
    limit(
        "one of many of 4 MB / bare socket",
        weft("RATE", TcpPair.LARGEST),
        bare("RATE", TcpPair.LARGEST),
        1 / 0.95);
    limit("one of many of 8 B / Open MPI", weft("RATE", WORD), mpi("RATE", WORD), 1);
  }

  private void limit(String what, Figures.Key a, Figures.Key b, double most) {
    report.limit(what, "", figures.ratioAnywhere(a, b), true, most, "x");
  }
}
