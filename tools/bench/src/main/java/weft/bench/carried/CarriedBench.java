// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import weft.bench.Figures;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.figures.WaitFigures;
import weft.bench.pair.Party;

/// `weft bench mpi`, `tcp` and `ucx`: the cost of Weft over a lower layer, compared with that layer
/// alone from Java, and with MPI from C over the same layer.
///
/// Source: DMCS, section 6 (Tables 2 to 7).
final class CarriedBench {
  private final LowerLayer layer;
  private final CarriedOptions options;
  private final Report report;

  private CarriedBench(LowerLayer layer, CarriedOptions options, Report report) {
    this.layer = layer;
    this.options = options;
    this.report = report;
  }

  /// Runs the benchmark; see [CarriedOptions].
  static void main(LowerLayer layer, String[] args) {
    String command = "weft bench " + layer.transport;
    Mains.run(command, () -> run(layer, command, args));
  }

  private static void run(LowerLayer layer, String command, String[] args) throws Exception {
    CarriedOptions options = Mains.options(command, "", CarriedOptions::of, args);
    if (options == null) {
      return;
    }
    Optional<Implementation> mpi = Implementation.find(options.mpi());
    if (mpi.isEmpty() && layer == LowerLayer.MPI) {
      throw Mains.refuse(
          command,
          "there is no mpirun or no mpicc on the PATH; on Debian: apt install openmpi-bin"
              + " libopenmpi-dev");
    }
    Report report = Mains.report(layer.transport, options.rounds(), options.seed());
    if (mpi.isPresent()) {
      report.fact("mpi", mpi.get().version());
      report.say("MPI: " + mpi.get().version() + ", started by");
      report.say("  " + String.join(" ", mpi.get().command(List.of("…"), List.of(), Map.of())));
    }
    report.say("Slices alternate in random order; medians over " + options.rounds() + " rounds.");
    var bench = new CarriedBench(layer, options, report);
    Mains.end(bench.measure(mpi.orElse(null)), report, options.json());
  }

  private List<Figures> measure(@Nullable Implementation mpi) throws Exception {
    var figures = new ArrayList<Figures>();
    var pairs = new Pairs(layer, mpi);
    if (options.only().contains(CarriedOptions.TABLES)) {
      figures.add(CarriedTables.run(layer, options, pairs, report));
    }
    if (options.only().contains(CarriedOptions.WAIT)) {
      try (Party weft = pairs.weft()) {
        new WaitFigures(report, options.quick(), Command.WAIT.number(), Command.WAKE.number())
            .run("a rank in pollUntil", weft, layer.wait);
      }
    }
    if (options.only().contains(CarriedOptions.HOSTS)) {
      HostFigures.run(options, pairs, report);
    }
    return figures;
  }
}
