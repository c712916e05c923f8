// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.List;
import weft.bench.figures.WaitFigures;
import weft.bench.pair.PairKind;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;

/// `weft bench wake`: the processor time of a waiting rank, and the time until a message wakes it.
/// Rejected alternatives: decisions 0002 and 0010, docs/design/0001-rings.md.
public final class WakeBench {
  private static final String COMMAND = "weft bench wake";

  private WakeBench() {}

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
    measure(options, report);
    Mains.end(List.of(), report, options.json());
  }

  /// Measures a pair over the requested transport.
  static void measure(BenchOptions options, Report report) throws Exception {
    try (Party pair = new Parties(options).pair(1)) {
      new WaitFigures(report, options.quick(), PairKind.WAIT.ordinal(), PairKind.WAKE.ordinal())
          .run(options.transport(), pair, new WaitFigures.Limits(2, 60, 500));
    }
  }
}
