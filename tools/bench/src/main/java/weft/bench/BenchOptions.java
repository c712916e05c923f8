// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.BenchArguments;

/// The options of a benchmark.
///
/// @param transport the transport: shm or threads
/// @param quick whether to measure for only about a minute
/// @param rounds the number of slices of each kind
/// @param pairs the number of pairs of processes for figures that differ between pairs
/// @param millis the length of a slice in milliseconds
/// @param ranks the numbers of ranks for measurements of a pair while the others sleep
/// @param peers whether MPI and UCX are measured, too
/// @param seed the seed of the order of slices and handlers
/// @param weft the `weft` command, if given
/// @param json a file for the figures, or null
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
  /// The help on the options of every benchmark.
  static final String HELP =
      """
        --transport shm|threads   the transport (shm)
        --quick                   fewer and shorter slices: rougher figures in about a minute
        --rounds N                the number of slices of each kind (40, quick 10)
        --pairs N                 the number of pairs of processes, where pairs differ (9, quick 5)
        --ranks N,N,…             the number of ranks while a pair of them is measured (8,16,64;
                                  quick 8); 0 for none
        --no-peers                leave out MPI and UCX
        --seed S                  the order of slices and handlers (a new one each time)
        --weft FILE               the weft command that `weft bench start` starts
        --json FILE               also write the figures to this file
        --help                    this help
      """;

  /// Parses the options; returns null after printing the help.
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
            given.output("--json"));
    given.checkAllKnown(HELP);
    return options;
  }

  private static int ranks(String text) {
    long ranks = BenchArguments.number("--ranks", text);
    if (ranks != 0 && ranks < 3) {
      throw new IllegalArgumentException(
          "--ranks needs numbers of at least 3 (a pair and a sleeping rank), or 0 for none");
    }
    return (int) ranks;
  }
}
