// SPDX-License-Identifier: Apache-2.0
package weft.bench.linalg;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.BenchArguments;

/// The options of `weft bench linalg`.
///
/// @param tasks the measured tasks
/// @param orders the orders of the matrices
/// @param ranks the numbers of ranks, measured in turn
/// @param blocks Weft's storage blocks
/// @param widths the widths of Weft's panels; 0 lets Weft choose
/// @param peerBlocks ScaLAPACK's blocks
/// @param rounds the number of slices of each best setting
/// @param sweep the number of slices of each setting in the first part
/// @param seed the order of the slices
/// @param peers whether ScaLAPACK and LAPACK take part
/// @param all whether every setting is printed
/// @param json a file for the figures
record LinalgOptions(
    List<LinalgCell.Task> tasks,
    List<Integer> orders,
    List<Integer> ranks,
    List<Integer> blocks,
    List<Integer> widths,
    List<Integer> peerBlocks,
    int rounds,
    int sweep,
    long seed,
    boolean peers,
    boolean all,
    @Nullable Path json) {
  static final String HELP =
      """
        --tasks T,T,…        gemm, lu, cholesky, qr, ldlt (all)
        --quick              fewer slices of smaller orders: rougher figures
        --n N,N,…            orders (500,1000,2000,4000; quick 500,1000)
        --ranks N,N,…        how many ranks (2)
        --block R,R,…        Weft's storage blocks (64,128)
        --panel W,W,…        Weft's panels; 0 is what it chooses (0)
        --nb N,N,…           ScaLAPACK's blocks (16,32,64,128)
        --rounds N           slices of the best settings (7, quick 3)
        --sweep N            slices of each setting before (2, quick 1)
        --seed S             the order of the slices (a new one each time)
        --no-peers           leave out ScaLAPACK and LAPACK
        --all                print every setting
        --json FILE          also write the figures to this file
        --help               this help
      """;

  /// Reads the options; null if the user requests help.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  static @Nullable LinalgOptions of(String... args) {
    var given = new BenchArguments(args);
    if (given.wantHelp()) {
      return null;
    }
    boolean quick = given.has("--quick");
    String all =
        Arrays.stream(LinalgCell.Task.values())
            .map(LinalgCell.Task::toString)
            .collect(Collectors.joining(","));
    var options =
        new LinalgOptions(
            given.list("--tasks", all, LinalgCell.Task::of),
            numbers(given, "--n", quick ? "500,1000" : "500,1000,2000,4000", 1, 1 << 16),
            numbers(given, "--ranks", "2", 1, 64),
            numbers(given, "--block", "64,128", 1, 1 << 12),
            numbers(given, "--panel", "0", 0, 1 << 12),
            numbers(given, "--nb", "16,32,64,128", 1, 1 << 12),
            given.count("--rounds", quick ? 3 : 7),
            given.count("--sweep", quick ? 1 : 2),
            given.seed(),
            !given.has("--no-peers"),
            given.has("--all"),
            given.output("--json"));
    given.checkAllKnown(HELP);
    return options;
  }

  private static List<Integer> numbers(
      BenchArguments given, String option, String otherwise, int least, int most) {
    return given.list(
        option,
        otherwise,
        text -> {
          long number = BenchArguments.number(option, text);
          if (number < least || number > most) {
            throw new IllegalArgumentException(
                "%s %s is not possible; give numbers from %d to %d with commas between"
                    .formatted(option, text, least, most));
          }
          return (int) number;
        });
  }

  long largest() {
    return orders.stream().mapToInt(Integer::intValue).max().orElse(1);
  }
}
