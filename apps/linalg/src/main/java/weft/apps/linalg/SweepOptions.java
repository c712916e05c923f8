// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.apps.common.BadInputException;
import weft.options.Options;
import weft.report.Page;
import weft.report.ReportException;

/// The options of `linalg sweep`, which measures all their combinations.
///
/// @param tasks the computations
/// @param orders the orders of the matrices
/// @param blocks storage blocks
/// @param panels widths of panels, 0 for the default
/// @param lookaheads with, without, or both
/// @param gridRows heights of the grids
/// @param repeat the number of repetitions, of which the best counts
/// @param blas the kernels
/// @param report a file for the report page, or null
record SweepOptions(
    List<Computation> tasks,
    List<Integer> orders,
    List<Integer> blocks,
    List<Integer> panels,
    List<Boolean> lookaheads,
    List<Integer> gridRows,
    int repeat,
    String blas,
    @Nullable Path report) {
  /// Parses a command line, without the word sweep.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static SweepOptions parse(List<String> args, int ranks) {
    var given = new Options("linalg sweep", TaskOptions.ABOUT, args);
    var options =
        new SweepOptions(
            given.list(
                "tasks T,T,…", "gemm,lu,cholesky,qr", SweepOptions::measured, "the computations"),
            given.counts("n N,N,…", "500,1000,2000", 1, 1 << 16, "the orders of the matrices"),
            given.counts("block R,R,…", "64", 1, 1 << 12, "storage blocks"),
            given.counts("panel W,W,…", "0", 0, 1 << 12, "columns of a panel; 0 goes by the block"),
            given.has("both", "with and without lookahead") ? List.of(true, false) : List.of(true),
            given.counts("grid-rows P,P,…", "1", 1, ranks, "rows of the grid"),
            given.count("repeat N", 5, 1, 1000, "repetitions, of which the best counts"),
            TaskOptions.blas(given),
            report(given));
    for (int height : options.gridRows) {
      given.require(
          ranks % height == 0,
          "--grid-rows %d is not possible with %d ranks; give divisors of %d"
              .formatted(height, ranks, ranks));
    }
    given.end();
    return options;
  }

  private static Computation measured(String name) {
    Computation task = Computation.of(name);
    if (task == Computation.SOLVE) {
      throw new BadInputException("sweep does not time solve; give lu or qr");
    }
    return task;
  }

  /// A page, checked before the measurements, which may take an hour.
  static @Nullable Path report(Options given) {
    return given.optional("report FILE", SweepOptions::writable, "a page with pictures");
  }

  private static Path writable(String text) {
    Path file = Options.path("report", text, "");
    try {
      Page.checkWritable(file);
    } catch (ReportException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return file;
  }
}
