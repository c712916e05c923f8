// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.CommonOptions;
import weft.options.Options;

/// The options of `weft bench collective`.
///
/// @param ranks the numbers of ranks, one table for each
/// @param sizes bytes of the data, or of one block
/// @param only the parts to measure: collectives, [#PANELS]
/// @param quick whether rougher figures are enough
/// @param rounds the number of slices of each kind
/// @param millis the length of a slice in milliseconds
/// @param memory the memory of the data for `explain`: [TeamJobs#ARRAYS] or [TeamJobs#SEGMENTS]
/// @param algorithms whether every algorithm is measured, not only the chosen one
/// @param unchanged whether the sent data stays the same from call to call, as in OSU's benchmarks
/// @param unbound whether the kernel chooses the core of each rank
/// @param peers whether MPI is measured, too
/// @param seed the seed of the order of the slices
/// @param json a file for the figures, or null
/// @param explain the schedule to explain instead of measuring, or null
public record CollectiveOptions(
    List<Integer> ranks,
    List<Long> sizes,
    Set<String> only,
    boolean quick,
    int rounds,
    int millis,
    String memory,
    boolean algorithms,
    boolean unchanged,
    boolean unbound,
    boolean peers,
    long seed,
    @Nullable Path json,
    @Nullable Explain explain) {
  /// A schedule to explain.
  ///
  /// @param collective the name of the collective
  /// @param algorithm an algorithm's name, or null for the chosen one
  /// @param chunk bytes of a chunk; 0 for the table's choice
  /// @param chunks the number of chunks; 0 for the table's choice
  record Explain(String collective, @Nullable String algorithm, long chunk, int chunks) {}

  /// Table 1 of the AP3000 paper.
  static final String PANELS = "panels";

  public static final List<String> COLLECTIVES =
      List.of(
          "barrier",
          "broadcast",
          "reduce",
          "allreduce",
          "gather",
          "scatter",
          "allgather",
          "alltoall",
          "reduce-scatter",
          "scan",
          "exscan");

  private static final List<String> PARTS = parts();

  private static List<String> parts() {
    var parts = new ArrayList<>(COLLECTIVES);
    parts.add(PANELS);
    return List.copyOf(parts);
  }

  /// Parses the options.
  ///
  /// @throws weft.options.OptionException if they are not valid
  static CollectiveOptions of(Options given) {
    boolean quick = CommonOptions.quick(given);
    String bytes = given.text("bytes B", "8,8K,256K,4M", "the same as --sizes, for --explain");
    var options =
        new CollectiveOptions(
            given.list(
                "ranks N,N,…",
                "2,4,8",
                CollectiveOptions::ranks,
                "the numbers of ranks, each a process"),
            given.list("sizes B,B,…", bytes, Cell::bytes, "bytes of the data, or of each block"),
            CommonOptions.parts(
                given, PARTS, PARTS, "the collectives; panels (Table 1 of the AP3000 paper)"),
            quick,
            CommonOptions.rounds(given, 20, 7),
            quick ? 15 : 25,
            given.one(
                "memory KIND",
                List.of(TeamJobs.ARRAYS, TeamJobs.SEGMENTS),
                "arrays or segments, for --explain"),
            given.has("algorithms", "every algorithm of each collective, and the chosen one"),
            given.has(
                "unchanged",
                "keeps the sent data from call to call, as in OSU's benchmarks; else each rank"
                    + " reads what it received, and rewrites what it sends, before each call (not"
                    + " timed)"),
            given.has(
                "unbound",
                "lets the kernel choose the core of each rank; else ranks are bound if they fill"
                    + " the cores, also those of Open MPI"),
            !given.has("no-peers", "leave out Open MPI"),
            CommonOptions.seed(given),
            CommonOptions.json(given),
            explained(given));
    given.end();
    return options;
  }

  private static @Nullable Explain explained(Options given) {
    String collective =
        given.optional(
            "explain COLLECTIVE",
            text -> CommonOptions.known(text, "collective", COLLECTIVES),
            "prints the schedule of each rank, for the first of --ranks and --sizes");
    String algorithm = given.text("algorithm NAME", "an algorithm for --explain");
    Long chunk = given.optional("chunk B", Cell::bytes, "bytes of a chunk for --explain");
    int chunks =
        given.count("chunks N", 0, 1, Integer.MAX_VALUE, "the number of chunks for --explain");
    return collective == null
        ? null
        : new Explain(collective, algorithm, chunk == null ? 0 : chunk, chunks);
  }

  private static int ranks(String text) {
    return (int) Options.wholeOf("--ranks", text, 1, Integer.MAX_VALUE);
  }

  /// The collectives among the parts, in the order of the tables.
  List<String> collectives() {
    return COLLECTIVES.stream().filter(only::contains).toList();
  }
}
