// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.ArrayList;
import weft.bench.figures.CoreFigures;
import weft.bench.figures.CrowdFigures;
import weft.bench.figures.SizeFigures;
import weft.bench.figures.WaitFigures;
import weft.bench.pair.PairKind;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;

/// `weft bench rsr`: the cost of a request, compared with the bare ring, MPI, UCX and memcpy (DMCS,
/// section 6.2).
public final class RsrBench {
  private static final String COMMAND = "weft bench rsr";

  private RsrBench() {}

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
    var figures = new ArrayList<Figures>();
    figures.add(CoreFigures.run(options, report));
    figures.add(SizeFigures.run(options, report));
    figures.add(CrowdFigures.run(options, report));
    try (Party pair = new Parties(options).pair(1)) {
      new WaitFigures(report, options.quick(), PairKind.WAIT.ordinal(), PairKind.WAKE.ordinal())
          .run(options.transport(), pair, new WaitFigures.Limits(2, 60, 500));
    }
    Mains.end(figures, report, options.json());
  }
}
