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
import weft.bench.carried.Pairs;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;

/// `weft bench mobile`: measures the cost of mobile objects. It compares them with bare messages of
/// the same bytes on the wire. It also repeats tables 11 and 12 of the DMCS paper (sections 6.3 and
/// 7).
public final class MobileBench {
  private static final String COMMAND = "weft bench mobile";

  private final MobileBenchOptions options;
  private final Report report;
  private final List<Figures> figures = new ArrayList<>();

  private MobileBench(MobileBenchOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  /// See [MobileBenchOptions].
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String... args) throws Exception {
    MobileBenchOptions options = Mains.options(COMMAND, "", MobileBenchOptions::of, args);
    if (options == null) {
      return;
    }
    Report report = Mains.report(options.transport(), options.rounds(), options.seed());
    var bench = new MobileBench(options, report);
    bench.measure();
    Mains.end(bench.figures, report, options.json());
  }

  private void measure() throws Exception {
    if (options.only().contains(MobileBenchOptions.MESSAGES)) {
      var messages = new MessageFigures(options, report);
      figures.add(messages.run(start("objects", ObjectPair.class)));
    }
    if (options.only().contains(MobileBenchOptions.SORT)) {
      new SortTables(options, report).run();
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
}
