// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.BenchArguments;
import weft.bench.mpi.Pairs;

/// The options of `weft bench mobile`.
///
/// @param transport the transport of the ranks: shm, threads or mpi
/// @param only the parts that are measured
/// @param rounds the number of counted slices of each kind
/// @param seed the seed for the order of the slices
/// @param json the file for the figures as JSON, or null
record MobileBenchOptions(
    String transport, Set<String> only, int rounds, long seed, @Nullable Path json) {
  static final String MESSAGES = "messages";
  static final String SORT = "sort";
  static final String CHARM = "charm";

  static final List<String> PARTS = List.of(MESSAGES, SORT, CHARM);

  static final String HELP =
      """
        --only PART,PART,…        messages (to objects, beside rsrN of the same bytes, and
                                  migration), sort (tables 11 and 12 of the DMCS paper), charm
                                  (Charm++, if charmc is on the PATH); all of them by default, and
                                  in a laboratory (weft lab run) messages and sort
        --transport shm|threads|mpi
                                  how the ranks are joined (shm; in a laboratory mpi)
        --quick                   fewer slices: rougher figures
        --rounds N                how many slices of each kind (20, quick 4)
        --seed S                  the order of the slices (a new one each time)
        --json FILE               also write the figures to this file
        --help                    this help
      """;

  /// Reads the options, or returns null if only help was requested.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  static @Nullable MobileBenchOptions of(String... args) {
    return of(!Pairs.hosts().isEmpty(), args);
  }

  static @Nullable MobileBenchOptions of(boolean laboratory, String... args) {
    var given = new BenchArguments(args);
    if (given.wantHelp()) {
      return null;
    }
    boolean quick = given.has("--quick");
    var options =
        new MobileBenchOptions(
            laboratory
                ? given.one("--transport", "mpi")
                : given.one("--transport", "shm", "threads", "mpi"),
            given.parts(PARTS, laboratory ? List.of(MESSAGES, SORT) : PARTS),
            given.count("--rounds", quick ? 4 : 20),
            given.seed(),
            given.output("--json"));
    given.checkAllKnown(HELP);
    return options;
  }
}
