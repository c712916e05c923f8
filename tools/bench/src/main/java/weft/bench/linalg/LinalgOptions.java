// SPDX-License-Identifier: Apache-2.0
package weft.bench.linalg;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.CommonOptions;
import weft.options.Options;

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
  /// Parses the options.
  ///
  /// @throws weft.options.OptionException if they are not valid
  static LinalgOptions of(Options given) {
    boolean quick = CommonOptions.quick(given);
    String all =
        Arrays.stream(LinalgCell.Task.values())
            .map(LinalgCell.Task::toString)
            .collect(Collectors.joining(","));
    var options =
        new LinalgOptions(
            given.list("tasks T,T,…", all, LinalgCell.Task::of, "the measured tasks"),
            given.counts(
                "n N,N,…",
                quick ? "500,1000" : "500,1000,2000,4000",
                1,
                1 << 16,
                "orders; with --quick 500,1000"),
            given.counts("ranks N,N,…", "2", 1, 64, "how many ranks"),
            given.counts("block R,R,…", "64,128", 1, 1 << 12, "Weft's storage blocks"),
            given.counts("panel W,W,…", "0", 0, 1 << 12, "Weft's panels; 0 lets Weft choose"),
            given.counts("nb N,N,…", "16,32,64,128", 1, 1 << 12, "ScaLAPACK's blocks"),
            CommonOptions.rounds(given, 7, 3),
            given.count(
                "sweep N",
                quick ? 1 : 2,
                1,
                Integer.MAX_VALUE,
                "slices of each setting before; with --quick 1"),
            CommonOptions.seed(given),
            !given.has("no-peers", "leave out ScaLAPACK and LAPACK"),
            given.has("all", "print every setting"),
            CommonOptions.json(given));
    given.end();
    return options;
  }

  long largest() {
    return orders.stream().mapToInt(Integer::intValue).max().orElse(1);
  }
}
