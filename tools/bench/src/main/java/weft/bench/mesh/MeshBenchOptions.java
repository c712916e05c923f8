// SPDX-License-Identifier: Apache-2.0
package weft.bench.mesh;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.BenchArguments;

/// The options of `weft bench mesh`.
///
/// @param points the numbers of points
/// @param rounds runs of each program
/// @param seed the order of the runs
/// @param peers whether TetGen, Qhull and CGAL take part
/// @param json a file for the figures
record MeshBenchOptions(
    List<Integer> points, int rounds, long seed, boolean peers, @Nullable Path json) {
  static final String HELP =
      """
        --points N,N,…       numbers of random points (100000,1000000; quick 100000)
        --quick              fewer rounds of fewer points: rougher figures
        --rounds N           runs of each program (5, quick 3)
        --seed S             the order of the runs (a new one each time)
        --no-peers           leave out TetGen, Qhull and CGAL
        --json FILE          also write the figures to this file
        --help               this help
      """;

  private static final int MOST = 20_000_000;

  /// Reads the options; null if the user requests help.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  static @Nullable MeshBenchOptions of(String... args) {
    var given = new BenchArguments(args);
    if (given.wantHelp()) {
      return null;
    }
    boolean quick = given.has("--quick");
    var options =
        new MeshBenchOptions(
            given.list("--points", quick ? "100000" : "100000,1000000", MeshBenchOptions::points),
            given.count("--rounds", quick ? 3 : 5),
            given.seed(),
            !given.has("--no-peers"),
            given.output("--json"));
    given.checkAllKnown(HELP);
    return options;
  }

  private static int points(String text) {
    long points = BenchArguments.number("--points", text);
    if (points < 4 || points > MOST) {
      throw new IllegalArgumentException(
          "--points needs numbers from 4 to %d, not %s".formatted(MOST, text));
    }
    return (int) points;
  }
}
