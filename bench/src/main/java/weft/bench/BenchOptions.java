// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.BenchArguments;

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

  /// Reads the options, or says null when only help was asked for.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  public static @Nullable BenchOptions of(String... args) {
    var given = new BenchArguments(args);
    if (given.wantHelp()) {
      return null;
    }
    boolean quick = given.has("--quick");
    var options =
        new BenchOptions(
            given.one("--transport", "shm", "threads"),
            quick,
            given.count("--rounds", quick ? 10 : 40),
            given.count("--pairs", quick ? 5 : 9),
            quick ? 15 : 25,
            given.list("--ranks", quick ? "8" : "8,16,64", BenchOptions::ranks).stream()
                .filter(ranks -> ranks != 0)
                .toList(),
            !given.has("--no-peers"),
            given.seed(),
            given.file("--weft"),
            given.file("--json"));
    given.checkAllKnown(HELP);
    return options;
  }

  private static int ranks(String text) {
    long ranks = BenchArguments.number("--ranks", text);
    if (ranks != 0 && ranks < 3) {
      throw new IllegalArgumentException(
          "--ranks needs numbers from 3 up (a pair and somebody who sleeps), or 0 for none");
    }
    return (int) ranks;
  }
}
