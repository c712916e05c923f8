// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;
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
  static SweepOptions parse(List<String> args, int ranks) {
    Arguments given =
        Arguments.parse(
            "linalg sweep",
            List.of("tasks", "n", "block", "panel", "grid-rows", "repeat", "blas", "report"),
            List.of("both"),
            args);
    List<Integer> rows = numbers("grid-rows", given.get("grid-rows", "1"), 1, ranks);
    for (int height : rows) {
      if (ranks % height != 0) {
        throw new BadInputException(
            "--grid-rows %d is not possible with %d ranks; give divisors of %d"
                .formatted(height, ranks, ranks));
      }
    }
    return new SweepOptions(
        Stream.of(given.get("tasks", "gemm,lu,cholesky,qr").split(",", -1))
            .map(SweepOptions::measured)
            .toList(),
        numbers("n", given.get("n", "500,1000,2000"), 1, 1 << 16),
        numbers("block", given.get("block", "64"), 1, 1 << 12),
        numbers("panel", given.get("panel", "0"), 0, 1 << 12),
        given.has("both") ? List.of(true, false) : List.of(true),
        rows,
        (int) given.number("repeat", 5, 1, 1000),
        given.get("blas", "auto"),
        report(given));
  }

  private static Computation measured(String name) {
    Computation task = Computation.of(name);
    if (task == Computation.SOLVE) {
      throw new BadInputException("sweep does not time solve; give lu or qr");
    }
    return task;
  }

  /// Checks the file before the measurements, which may take an hour.
  static @Nullable Path report(Arguments given) {
    if (!given.has("report")) {
      return null;
    }
    Path file = Path.of(given.get("report", ""));
    try {
      Page.checkWritable(file);
    } catch (ReportException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
    return file;
  }

  private static List<Integer> numbers(String option, String text, int least, int most) {
    try {
      List<Integer> numbers = Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList();
      if (numbers.stream().allMatch(number -> number >= least && number <= most)) {
        return numbers;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw new BadInputException(
        "--%s %s is not possible; give numbers from %d to %d with commas between"
            .formatted(option, text, least, most));
  }
}
