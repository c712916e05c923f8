// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.bench.Figures;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.figures.WaitFigures;
import weft.bench.pair.Party;

/// `weft bench mpi`: the cost of Weft over MPI, compared with bare MPI from Java and from C (DMCS,
/// section 6.2).
public final class MpiBench {
  private static final String COMMAND = "weft bench mpi";

  private MpiBench() {}

  /// Runs the benchmark; see [MpiBenchOptions].
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) throws Exception {
    MpiBenchOptions options = Mains.options(COMMAND, "", MpiBenchOptions::of, args);
    if (options == null) {
      return;
    }
    Optional<Implementation> mpi = Implementation.find(options.mpi());
    if (mpi.isEmpty()) {
      throw Mains.refuse(
          COMMAND,
          "there is no mpirun or no mpicc on the PATH; on Debian: apt install openmpi-bin"
              + " libopenmpi-dev");
    }
    Report report = Mains.report("mpi", options.rounds(), options.seed());
    report.fact("mpi", mpi.get().version());
    report.say("MPI: " + mpi.get().version() + ", started by");
    report.say("  " + String.join(" ", mpi.get().command(List.of("…"), List.of(), Map.of())));
    report.say("Slices alternate in random order; medians over " + options.rounds() + " rounds.");
    Mains.end(measure(options, mpi.get(), report), report, options.json());
  }

  private static List<Figures> measure(MpiBenchOptions options, Implementation mpi, Report report)
      throws Exception {
    var figures = new ArrayList<Figures>();
    var here = new Pairs(mpi);
    if (options.only().contains(MpiBenchOptions.TABLES)) {
      figures.add(PaperTables.run(options, Pairs.ofHosts(mpi).orElse(here), report));
    }
    if (options.only().contains(MpiBenchOptions.WAIT)) {
      try (Party weft = here.weft(Map.of())) {
        new WaitFigures(report, options.quick(), Command.WAIT.number(), Command.WAKE.number())
            .run("a rank in pollUntil", weft, new WaitFigures.Limits(5, Double.NaN, 3_000));
      }
    }
    if (options.only().contains(MpiBenchOptions.HOSTS)) {
      HostFigures.run(options, mpi, report);
    }
    return figures;
  }
}
