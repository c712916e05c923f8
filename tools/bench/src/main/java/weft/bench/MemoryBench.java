// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.List;
import weft.bench.figures.MoveFigures;
import weft.bench.figures.OperationFigures;

/// `weft bench memory`: the cost of one-sided memory, compared with plain C, MPI and UCX (DMCS,
/// section 6.2).
public final class MemoryBench {
  private static final String COMMAND = "weft bench memory";

  private MemoryBench() {}

  /// Runs the benchmark; see [BenchOptions].
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) throws Exception {
    BenchOptions options = Mains.options(COMMAND, args);
    if (options == null) {
      return;
    }
    Report report = Mains.report(options);
    report.say("Slices alternate in random order; medians over " + options.rounds() + " rounds.");
    List<Figures> figures =
        List.of(MoveFigures.run(options, report), OperationFigures.run(options, report));
    Mains.end(figures, report, options.json());
  }
}
