// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.BenchArguments;
import weft.files.FileException;
import weft.files.OutputFile;
import weft.files.Quoted;

/// The options of `weft bench collective`.
///
/// @param ranks the numbers of ranks, one table for each
/// @param sizes bytes of the data, or of one block
/// @param only the parts to measure: collectives, [#PANELS], [#BOUNDS]
/// @param quick whether rougher figures are enough
/// @param rounds the number of slices of each kind
/// @param millis the length of a slice in milliseconds
/// @param memory the memory of the data for `explain`: [TeamJobs#ARRAYS] or [TeamJobs#SEGMENTS]
/// @param algorithms whether every algorithm is measured, not only the chosen one
/// @param unchanged whether the sent data stays the same from call to call, as in OSU's benchmarks
/// @param unbound whether the kernel chooses the core of each rank
/// @param peers whether MPI and plain C are measured, too
/// @param seed the seed of the order of the slices
/// @param tune a file for the table of choices for this machine, or null
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
    @Nullable Path tune,
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

  /// The times of C with two processes.
  static final String BOUNDS = "bounds";

  static final String HELP =
      """
        --ranks N,N,…             the numbers of ranks (2,4,8), each a process
        --sizes B,B,…             bytes of the data, or of each block (8,8K,256K,4M)
        --only PART,PART,…        barrier, broadcast, reduce, allreduce, gather, scatter, allgather,
                                  alltoall, reduce-scatter, scan, exscan; panels (Table 1 of the
                                  AP3000 paper), bounds (the times of plain C with two
                                  processes); all of them by default
        --algorithms              every algorithm of each collective, and the chosen one
        --unchanged               keeps the sent data from call to call, as in OSU's benchmarks;
                                  else each rank reads what it received, and rewrites
                                  what it sends, before each call (not timed)
        --unbound                 lets the kernel choose the core of each rank; else ranks are
                                  bound if they fill the cores, also those of Open MPI
        --tune FILE               measures algorithms, lengths and numbers of chunks, and writes the
                                  table of choices for this machine
        --explain COLLECTIVE      prints the schedule of each rank, for the first of --ranks, --sizes
                                  (or --bytes B); with --algorithm NAME, --chunk B, --chunks N,
                                  --memory arrays|segments
        --quick                   fewer and shorter slices: rougher figures
        --rounds N                the number of slices of each kind (20, quick 7)
        --no-peers                leave out Open MPI and plain C
        --seed S                  the order of the slices (a new one each time)
        --json FILE               also write the figures to this file
        --help                    this help
      """;

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
    parts.addAll(List.of(PANELS, BOUNDS));
    return List.copyOf(parts);
  }

  /// Parses the options; returns null after printing the help.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  static @Nullable CollectiveOptions of(String... args) {
    var given = new BenchArguments(args);
    if (given.wantHelp()) {
      return null;
    }
    boolean quick = given.has("--quick");
    String explained = given.value("--explain");
    String tune = given.value("--tune");
    String algorithm = given.value("--algorithm");
    String chunk = given.value("--chunk");
    int chunks = (int) given.number("--chunks", 0);
    String sizes = given.value("--bytes", "8,8K,256K,4M");
    var options =
        new CollectiveOptions(
            given.list("--ranks", "2,4,8", CollectiveOptions::ranks),
            given.list("--sizes", sizes, Cell::bytes),
            new LinkedHashSet<>(
                given.list("--only", String.join(",", PARTS), CollectiveOptions::part)),
            quick,
            given.count("--rounds", quick ? 7 : 20),
            quick ? 15 : 25,
            given.one("--memory", TeamJobs.ARRAYS, TeamJobs.SEGMENTS),
            given.has("--algorithms"),
            given.has("--unchanged"),
            given.has("--unbound"),
            !given.has("--no-peers"),
            given.seed(),
            tune == null ? null : target("--tune", tune),
            given.output("--json"),
            explained == null
                ? null
                : new Explain(
                    collective(explained),
                    algorithm,
                    chunk == null ? 0 : Cell.bytes(chunk),
                    chunks));
    given.checkAllKnown(HELP);
    return options;
  }

  private static int ranks(String text) {
    try {
      int ranks = Integer.parseInt(text);
      if (ranks >= 1) {
        return ranks;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException("--ranks needs numbers of at least 1, not " + text);
  }

  private static String collective(String text) {
    if (!COLLECTIVES.contains(text)) {
      throw new IllegalArgumentException(
          "there is no collective called "
              + text
              + "; there are "
              + String.join(", ", COLLECTIVES));
    }
    return text;
  }

  /// An output file, checked before the hours of work whose results go into it.
  private static Path target(String option, String text) {
    Path file = Path.of(text);
    try {
      OutputFile.check(file);
    } catch (FileException e) {
      throw new IllegalArgumentException(
          option + " cannot write " + Quoted.text(text) + ": " + e.reason(), e);
    }
    return file;
  }

  private static String part(String text) {
    if (!PARTS.contains(text)) {
      throw new IllegalArgumentException(
          "there is nothing called " + text + "; there are " + String.join(", ", PARTS));
    }
    return text;
  }

  /// The collectives among the parts, in the order of the tables.
  List<String> collectives() {
    return COLLECTIVES.stream().filter(only::contains).toList();
  }
}
