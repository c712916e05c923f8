// SPDX-License-Identifier: Apache-2.0
package weft.bench.linalg;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `weft bench linalg` is asked for.
///
/// @param tasks what is computed
/// @param orders of the matrices
/// @param ranks how many ranks, in turn
/// @param blocks Weft's storage blocks
/// @param widths Weft's panels, 0 for what it chooses
/// @param peerBlocks ScaLAPACK's blocks
/// @param rounds how many pairs of slices count
/// @param sweep how many slices each setting has before the best ones are compared
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
    boolean peers,
    boolean all,
    @Nullable Path json) {
  static final String HELP =
      """
        --tasks T,T,…        gemm, lu, cholesky, qr, ldlt (all)
        --n N,N,…            orders (500,1000,2000,4000)
        --ranks N,N,…        how many ranks (2)
        --block R,R,…        Weft's storage blocks (64,128)
        --panel W,W,…        Weft's panels; 0 is what it chooses (0)
        --nb N,N,…           ScaLAPACK's blocks (16,32,64,128)
        --rounds N           pairs of slices of the best settings (7)
        --sweep N            slices of each setting before (2)
        --no-peers           leave out ScaLAPACK and LAPACK
        --all                print every setting
        --json FILE          also write the figures to this file
        --help               this help
      """;

  /// Reads the options, or says null when only help was asked for.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  static @Nullable LinalgOptions of(String[] args) {
    List<LinalgCell.Task> tasks = List.of(LinalgCell.Task.values());
    List<Integer> orders = List.of(500, 1000, 2000, 4000);
    List<Integer> ranks = List.of(2);
    List<Integer> blocks = List.of(64, 128);
    List<Integer> widths = List.of(0);
    List<Integer> peerBlocks = List.of(16, 32, 64, 128);
    int rounds = 7;
    int sweep = 2;
    boolean peers = true;
    boolean all = false;
    Path json = null;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--tasks" ->
            tasks =
                Arrays.stream(value(args, ++i).split(",", -1)).map(LinalgCell.Task::of).toList();
        case "--n" -> orders = numbers(args, ++i, 1, 1 << 16);
        case "--ranks" -> ranks = numbers(args, ++i, 1, 64);
        case "--block" -> blocks = numbers(args, ++i, 1, 1 << 12);
        case "--panel" -> widths = numbers(args, ++i, 0, 1 << 12);
        case "--nb" -> peerBlocks = numbers(args, ++i, 1, 1 << 12);
        case "--rounds" -> rounds = numbers(args, ++i, 1, 1000).getFirst();
        case "--sweep" -> sweep = numbers(args, ++i, 1, 1000).getFirst();
        case "--no-peers" -> peers = false;
        case "--all" -> all = true;
        case "--json" -> json = Path.of(value(args, ++i));
        case "--help", "-h" -> {
          return null;
        }
        default ->
            throw new IllegalArgumentException(
                "there is no option " + args[i] + "; the options are\n" + HELP);
      }
    }
    return new LinalgOptions(
        tasks, orders, ranks, blocks, widths, peerBlocks, rounds, sweep, peers, all, json);
  }

  private static String value(String[] args, int at) {
    if (at >= args.length) {
      throw new IllegalArgumentException("the option " + args[at - 1] + " needs a value after it");
    }
    return args[at];
  }

  private static List<Integer> numbers(String[] args, int at, int least, int most) {
    String text = value(args, at);
    try {
      List<Integer> numbers = Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList();
      if (numbers.stream().allMatch(number -> number >= least && number <= most)) {
        return numbers;
      }
    } catch (NumberFormatException e) {
      // The sentence below says it.
    }
    throw new IllegalArgumentException(
        "%s %s is not possible; give numbers from %d to %d with commas between"
            .formatted(args[at - 1], text, least, most));
  }

  long largest() {
    return orders.stream().mapToInt(Integer::intValue).max().orElse(1);
  }
}
