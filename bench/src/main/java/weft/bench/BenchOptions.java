// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a benchmark was asked for.
///
/// @param transport how the ranks are joined: shm or threads
/// @param quick whether a minute is enough
/// @param rounds how many slices of each kind count
/// @param pairs in how many pairs of processes is measured what differs from one to the next
/// @param millis how long a slice is
/// @param ranks the numbers of ranks at which a pair among sleepers is measured
/// @param peers whether MPI and UCX are measured too
/// @param seed what orders the slices, and the handlers
/// @param weft the `weft` command, where it was named
/// @param json where the figures go, too
public record BenchOptions(
    String transport,
    boolean quick,
    int rounds,
    int pairs,
    int millis,
    List<Integer> ranks,
    boolean peers,
    long seed,
    @Nullable Path weft,
    @Nullable Path json) {
  /// What every benchmark says of its options.
  static final String HELP =
      """
        --transport shm|threads   how the ranks are joined (shm)
        --quick                   fewer and shorter slices: rougher figures in about a minute
        --rounds N                how many slices of each kind (40, quick 10)
        --pairs N                 how many pairs of processes, where they differ (9, quick 5)
        --ranks N,N,…             how many ranks exist while a pair of them is measured (8,16,64;
                                  quick 8); 0 for none
        --no-peers                leave out MPI and UCX
        --seed S                  the order of slices and handlers (a new one each time)
        --weft FILE               the weft command that `weft bench start` starts
        --json FILE               also write the figures to this file
        --help                    this help
      """;

  private static final Set<String> TRANSPORTS = Set.of("shm", "threads");

  /// Reads the options, or says null when only help was asked for.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  public static @Nullable BenchOptions of(String[] args) {
    String transport = "shm";
    boolean quick = List.of(args).contains("--quick");
    int rounds = quick ? 10 : 40;
    int pairs = quick ? 5 : 9;
    List<Integer> ranks = quick ? List.of(8) : List.of(8, 16, 64);
    boolean peers = true;
    long seed = System.nanoTime() & 0xFFFFFF;
    Path weft = null;
    Path json = null;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--transport" -> transport = value(args, ++i);
        case "--quick" -> {}
        case "--rounds" -> rounds = (int) number(args, ++i);
        case "--pairs" -> pairs = (int) number(args, ++i);
        case "--ranks" -> ranks = numbers(value(args, ++i));
        case "--no-peers" -> peers = false;
        case "--seed" -> seed = number(args, ++i);
        case "--weft" -> weft = Path.of(value(args, ++i));
        case "--json" -> json = Path.of(value(args, ++i));
        case "--help", "-h" -> {
          return null;
        }
        default ->
            throw new IllegalArgumentException(
                "there is no option " + args[i] + "; the options are\n" + HELP);
      }
    }
    if (!TRANSPORTS.contains(transport)) {
      throw new IllegalArgumentException(
          "the benchmarks know the transports shm and threads, not " + transport);
    }
    return new BenchOptions(
        transport,
        quick,
        Math.max(1, rounds),
        Math.max(1, pairs),
        quick ? 15 : 25,
        ranks,
        peers,
        seed,
        weft,
        json);
  }

  private static String value(String[] args, int at) {
    if (at >= args.length) {
      throw new IllegalArgumentException("the option " + args[at - 1] + " needs a value after it");
    }
    return args[at];
  }

  private static long number(String[] args, int at) {
    try {
      return Long.parseLong(value(args, at));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the option " + args[at - 1] + " needs a whole number, not " + args[at]);
    }
  }

  private static List<Integer> numbers(String text) {
    var numbers = new ArrayList<Integer>();
    for (String part : text.split(",")) {
      int ranks = (int) number(new String[] {"--ranks", part}, 1);
      if (ranks != 0 && ranks < 3) {
        throw new IllegalArgumentException(
            "--ranks needs numbers from 3 up (a pair and somebody who sleeps), or 0 for none");
      }
      if (ranks != 0) {
        numbers.add(ranks);
      }
    }
    return numbers;
  }
}
