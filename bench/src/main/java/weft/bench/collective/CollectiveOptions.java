// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.BenchArguments;

/// What `weft bench collective` was asked for.
///
/// @param ranks how many ranks take part, one table for each
/// @param sizes bytes of the data, or of one block
/// @param only the parts that are measured: collectives, [#PANELS], [#BOUNDS], [#LATE], [#AHEAD]
/// @param quick whether rougher figures are enough
/// @param rounds how many slices of each kind count
/// @param millis how long a slice is
/// @param memory where the data is that is explained: [TeamJobs#ARRAYS] or [TeamJobs#SEGMENTS]
/// @param algorithms whether every algorithm is measured, not only the chosen one
/// @param unchanged whether what is sent stays the same from call to call, as in OSU's benchmarks
/// @param unbound whether it is left to the kernel on which core a rank runs
/// @param peers whether MPI and plain C are measured too
/// @param seed what orders the slices
/// @param tune where the table of choices that fits this machine goes
/// @param json where the figures go, too
/// @param explain what is to be explained instead of measured
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
  /// What to explain.
  ///
  /// @param collective its name
  /// @param algorithm one algorithm's name, or null for the chosen one
  /// @param chunk bytes of a chunk, 0 for the choice
  /// @param chunks how many, 0 for the choice
  record Explain(String collective, @Nullable String algorithm, long chunk, int chunks) {}

  /// Table 1 of the AP3000 paper.
  static final String PANELS = "panels";

  /// What C reaches with two processes.
  static final String BOUNDS = "bounds";

  /// A broadcast with an inner rank that is late.
  static final String LATE = "late";

  /// A rank that is a thousand collectives ahead.
  static final String AHEAD = "ahead";

  static final String HELP =
      """
        --ranks N,N,…             how many ranks (2,4,8), each a process
        --sizes B,B,…             bytes of the data, or of each block (8,8K,256K,4M)
        --only PART,PART,…        barrier, broadcast, reduce, allreduce, gather, scatter, allgather,
                                  alltoall, reduce-scatter, scan, exscan; panels (Table 1 of the
                                  AP3000 paper), bounds (what plain C reaches with two processes),
                                  late (an inner rank of a broadcast is late), ahead (a root is a
                                  thousand broadcasts ahead); all of them unless given
        --algorithms              every algorithm of each collective, beside the chosen one
        --unchanged               what is sent stays the same from call to call, as in OSU's benchmarks;
                                  else each rank reads what it has got, and writes
                                  what it sends anew, before each call (not timed)
        --unbound                 leaves it to the kernel on which core a rank runs; else they are
                                  bound where they fill the cores, Open MPI's alike
        --no-forward              the same as --only late: the leaves below a late inner rank, with
                                  and without forwarding
        --tune FILE               measures algorithms, lengths and numbers of chunks, and writes the
                                  table of choices for this machine
        --explain COLLECTIVE      prints who sends what to whom, for the first of --ranks and --sizes
                                  (or --bytes B); with --algorithm NAME, --chunk B, --chunks N,
                                  --memory arrays|segments
        --quick                   fewer and shorter slices: rougher figures
        --rounds N                how many slices of each kind (20, quick 7)
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
    parts.addAll(List.of(PANELS, BOUNDS, LATE, AHEAD));
    return List.copyOf(parts);
  }

  /// Reads the options, or says null when only help was asked for.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  static @Nullable CollectiveOptions of(String... args) {
    var given = new BenchArguments(args);
    if (given.wantHelp()) {
      return null;
    }
    boolean quick = given.has("--quick");
    boolean late = given.has("--no-forward");
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
                given.list(
                    "--only", late ? LATE : String.join(",", PARTS), CollectiveOptions::part)),
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
            given.file("--json"),
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
      // Said below.
    }
    throw new IllegalArgumentException("--ranks needs numbers from 1 up, not " + text);
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

  /// A file to write, looked at before the hours of work whose results it is to hold.
  private static Path target(String option, String text) {
    Path file = Path.of(text);
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          option + " cannot write " + file + ": give a file in a folder that is there");
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new IllegalArgumentException(
          option + " cannot write " + file + ": permission denied; give another file");
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
