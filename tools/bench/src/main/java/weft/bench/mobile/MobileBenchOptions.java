// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.bench.carried.Pairs;
import weft.bench.harness.CommonOptions;
import weft.options.Options;

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

  static final List<String> PARTS = List.of(MESSAGES, SORT);

  /// Parses the options.
  ///
  /// @throws weft.options.OptionException if they are not valid
  static MobileBenchOptions of(Options given) {
    return of(!Pairs.hosts().isEmpty(), given);
  }

  static MobileBenchOptions of(boolean laboratory, Options given) {
    CommonOptions.quick(given);
    var options =
        new MobileBenchOptions(
            given.one(
                "transport T",
                laboratory ? List.of("mpi") : List.of("shm", "threads", "mpi"),
                "how the ranks are joined: shm, threads or mpi; in a laboratory mpi"),
            CommonOptions.parts(
                given,
                PARTS,
                PARTS,
                "messages (to objects, beside rsrN of the same bytes, and migration), sort (tables"
                    + " 11 and 12 of the DMCS paper)"),
            CommonOptions.rounds(given, 20, 4),
            CommonOptions.seed(given),
            CommonOptions.json(given));
    given.end();
    return options;
  }
}
