// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.bench.BenchException;
import weft.bench.Figures;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.mpi.Pairs;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;
import weft.bench.peers.ShardingPeer;

/// `weft bench mobile`: measures the cost of mobile objects and of balancing. It compares objects
/// with bare messages of the same bytes on the wire, with Pekko's cluster sharding, and with
/// Charm++. It also repeats tables 11 and 12 of the DMCS paper (sections 6.3 and 7).
public final class MobileBench {
  private static final String COMMAND = "weft bench mobile";

  /// The goal: a multiple of the rate of Pekko's cluster sharding.
  private static final double LEAST_OF_PEKKO = 20;

  private final MobileBenchOptions options;
  private final Report report;
  private final List<Figures> figures = new ArrayList<>();

  private MobileBench(MobileBenchOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  /// See [MobileBenchOptions#HELP].
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String... args) throws Exception {
    MobileBenchOptions options =
        Mains.options(COMMAND, MobileBenchOptions.HELP, MobileBenchOptions::of, args);
    if (options == null) {
      return;
    }
    Report report = Mains.report(options.transport(), options.rounds(), options.seed());
    var bench = new MobileBench(options, report);
    bench.measure();
    Mains.end(bench.figures, report, options.json());
  }

  private void measure() throws Exception {
    double rate = Double.NaN;
    double trip = Double.NaN;
    if (options.only().contains(MobileBenchOptions.MESSAGES)) {
      var messages = new MessageFigures(options, report);
      figures.add(messages.run(start("objects", ObjectPair.class)));
      rate = messages.objectRate();
      trip = messages.objectTrip();
    }
    if (options.only().contains(MobileBenchOptions.BALANCE)) {
      figures.add(EvenFigures.run(options, start("even objects", EvenPair.class), report));
    }
    if (options.only().contains(MobileBenchOptions.PLANS)) {
      PlanFigures.run(report);
    }
    if (options.only().contains(MobileBenchOptions.SORT)) {
      new SortTables(options, report).run();
    }
    var peers = new ArrayList<List<Object>>();
    if (options.only().contains(MobileBenchOptions.PEKKO)) {
      pekko(peers, trip, rate);
    }
    if (options.only().contains(MobileBenchOptions.CHARM)) {
      CharmPeer.run(report).ifPresent(it -> peers.add(row("Charm++", it.tripNanos(), it.rate())));
    }
    if (!peers.isEmpty()) {
      peers.addFirst(row("Weft", trip, rate));
      report.table(
          "peers",
          "Two processes: half round trips between objects, and messages to 1000 in random order;"
              + " early: all at once, before it is known where their objects are",
          List.of("", "ns", "M/s", "sent", "lost", "sent early", "lost early"),
          peers);
    }
  }

  private Party start(String name, Class<?> program) throws IOException {
    if (options.transport().equals("mpi")) {
      Optional<Pairs> pairs = Pairs.find();
      if (pairs.isEmpty()) {
        throw new BenchException(
            "there is no mpirun or no mpicc on the PATH; on Debian: apt install openmpi-bin"
                + " libopenmpi-dev");
      }
      return pairs.get().ranks(name, program, List.of(), Map.of());
    }
    return Parties.start(
        name, options.transport(), 2, BenchBoard.BYTES, program, List.of(), Map.of());
  }

  private void pekko(List<List<Object>> peers, double trip, double rate)
      throws IOException, InterruptedException {
    try {
      ShardingPeer peer = ShardingPeer.measure(Math.min(options.rounds(), 10), 2_000, 100_000);
      peers.add(
          List.of(
              "Pekko cluster sharding",
              peer.tripNanos(),
              peer.perMicrosecond(),
              peer.sent(),
              peer.lost(),
              peer.sentCold(),
              peer.lostCold()));
      report.limit(
          "rate / Pekko cluster sharding",
          "",
          rate / peer.perMicrosecond(),
          false,
          LEAST_OF_PEKKO,
          "x");
      report.fact("half round trip, Pekko cluster sharding / objects", peer.tripNanos() / trip);
    } catch (BenchException e) {
      report.say("Pekko cluster sharding is left out: " + e.getMessage());
    }
  }

  private static List<Object> row(String name, double trip, double rate) {
    return List.of(name, trip, rate, "", 0, "", "");
  }
}
