// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import weft.bench.BenchMachine;
import weft.bench.Figures;
import weft.bench.Mains;
import weft.bench.Report;

/// `weft bench mpi`: what Weft costs over MPI, beside bare MPI from Java and from C (DMCS, section
/// 6.2).
public final class MpiBench {
  private static final String COMMAND = "weft bench mpi";

  private MpiBench() {}

  /// See [MpiBenchOptions#HELP].
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) throws Exception {
    MpiBenchOptions options = options(args);
    if (options == null) {
      System.out.print("Usage: " + COMMAND + " [OPTIONS]\n" + MpiBenchOptions.HELP);
      return;
    }
    Optional<Implementation> mpi = Implementation.find(options.mpi());
    if (mpi.isEmpty()) {
      System.err.println(
          COMMAND
              + ": there is no mpirun or no mpicc on the PATH; on Debian: apt install openmpi-bin"
              + " libopenmpi-dev");
      System.exit(2);
    }
    var report = new Report(System.out);
    header(options, mpi.get(), report);
    List<Figures> figures = measure(options, mpi.get(), report);
    report.limits();
    if (options.json() != null) {
      var samples = new ArrayList<Map<String, Object>>();
      figures.forEach(some -> samples.addAll(some.raw()));
      report.fact("samples", samples);
      report.write(options.json());
    }
  }

  private static @Nullable MpiBenchOptions options(String[] args) {
    try {
      return MpiBenchOptions.of(args);
    } catch (IllegalArgumentException e) {
      System.err.println(COMMAND + ": " + e.getMessage());
      System.exit(2);
      throw e;
    }
  }

  private static void header(MpiBenchOptions options, Implementation mpi, Report report)
      throws IOException {
    report.fact("processor", BenchMachine.processor());
    report.fact("cores", BenchMachine.cores());
    report.fact("java", System.getProperty("java.vm.version"));
    report.fact("mpi", mpi.version());
    report.fact("rounds", options.rounds());
    report.fact("seed", options.seed());
    report.say(
        BenchMachine.processor()
            + ", "
            + BenchMachine.cores()
            + " cores, Java "
            + System.getProperty("java.version")
            + ", seed "
            + options.seed());
    report.say("MPI: " + mpi.version() + ", started by");
    report.say("  " + String.join(" ", mpi.command(List.of("…"), List.of(), Map.of())));
    report.say("Slices alternate in random order; medians over " + options.rounds() + " rounds.");
  }

  private static List<Figures> measure(MpiBenchOptions options, Implementation mpi, Report report)
      throws Exception {
    var figures = new ArrayList<Figures>();
    var here = new Pairs(mpi);
    if (options.only().contains(MpiBenchOptions.TABLES)) {
      figures.add(PaperTables.run(options, Pairs.ofHosts(mpi).orElse(here), report));
    }
    if (options.only().contains(MpiBenchOptions.STREAM)) {
      StreamFigures.run(options, mpi, report);
    }
    if (options.only().contains(MpiBenchOptions.WAIT)) {
      MpiWaitFigures.run(options, here, report);
    }
    if (options.only().contains(MpiBenchOptions.HOSTS)) {
      HostFigures.run(options, mpi, report);
    }
    return figures;
  }
}
