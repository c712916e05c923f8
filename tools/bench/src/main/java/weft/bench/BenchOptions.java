// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.CommonOptions;
import weft.options.Options;

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
  /// Parses the options.
  ///
  /// @throws weft.options.OptionException if they are not valid
  public static BenchOptions of(Options given) {
    boolean quick = CommonOptions.quick(given);
    var options =
        new BenchOptions(
            given.one("transport T", List.of("shm", "threads"), "the transport: shm or threads"),
            quick,
            CommonOptions.rounds(given, 40, 10),
            given.count(
                "pairs N",
                quick ? 5 : 9,
                1,
                Integer.MAX_VALUE,
                "the number of pairs of processes, where pairs differ; with --quick 5"),
            quick ? 15 : 25,
            given
                .list(
                    "ranks N,N,…",
                    quick ? "8" : "8,16,64",
                    BenchOptions::ranks,
                    "the number of ranks while a pair of them is measured; with --quick 8; 0 for"
                        + " none")
                .stream()
                .filter(ranks -> ranks != 0)
                .toList(),
            !given.has("no-peers", "leave out MPI and UCX"),
            CommonOptions.seed(given),
            given.file("weft FILE", "the weft command that `weft bench start` starts"),
            CommonOptions.json(given));
    given.end();
    return options;
  }

  private static int ranks(String text) {
    int ranks = (int) Options.wholeOf("--ranks", text, 0, Integer.MAX_VALUE);
    if (ranks == 1 || ranks == 2) {
      throw new IllegalArgumentException(
          "--ranks needs numbers of at least 3 (a pair and a sleeping rank), or 0 for none");
    }
    return ranks;
  }
}
