// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.BenchArguments;

/// The options of `weft bench mpi`.
///
/// @param mpi the MPI implementation: the suffix of its launcher's name, empty for the first on the
///   PATH
/// @param only the parts to measure
/// @param operations the rows of the tables to measure
/// @param quick whether rougher figures are enough
/// @param rounds the number of slices of each kind
/// @param millis the length of a slice in milliseconds
/// @param megabits megabits per second of a link between two hosts
/// @param seed the seed of the order of the slices
/// @param json a file for the figures, or null
record MpiBenchOptions(
    String mpi,
    Set<String> only,
    List<MeasuredOperation> operations,
    boolean quick,
    int rounds,
    int millis,
    double megabits,
    long seed,
    @Nullable Path json) {
  /// The parts.
  static final String TABLES = "tables";

  static final String WAIT = "wait";
  static final String HOSTS = "hosts";

  static final List<String> PARTS = List.of(TABLES, WAIT, HOSTS);

  static final String HELP =
      """
        --only PART,PART,…        tables (2 to 5 of the DMCS paper, with bare MPI from Java and
                                  from C; within weft lab run, of two hosts), wait (the
                                  processor time of a waiting rank, and its wake-up time), hosts
                                  (large puts and a stream from host to host, counted on the
                                  wire: only within weft lab run); all of them by default
        --operations NAME,NAME,…  rows of the tables: rsr0 to rsr4, rsrN, put-op (all of them)
        --mpi openmpi|mpich       the MPI to use, if several are installed (the one of mpirun)
        --link MBIT               megabits per second of a link between two hosts (100)
        --quick                   fewer and shorter slices: rougher figures
        --rounds N                the number of slices of each kind (40, quick 10)
        --seed S                  the order of the slices (a new one each time)
        --json FILE               also write the figures to this file
        --help                    this help
      """;

  /// Parses the options; returns null after printing the help.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  static @Nullable MpiBenchOptions of(String... args) {
    var given = new BenchArguments(args);
    if (given.wantHelp()) {
      return null;
    }
    boolean quick = given.has("--quick");
    var options =
        new MpiBenchOptions(
            given.value("--mpi", ""),
            given.parts(PARTS, PARTS),
            operations(given.value("--operations")),
            quick,
            given.count("--rounds", quick ? 10 : 40),
            quick ? 15 : 25,
            given.number("--link", 100),
            given.seed(),
            given.output("--json"));
    given.checkAllKnown(HELP);
    return options;
  }

  private static List<MeasuredOperation> operations(@Nullable String text) {
    if (text == null) {
      return MeasuredOperation.all();
    }
    var operations = new ArrayList<MeasuredOperation>();
    for (String name : text.split(",")) {
      List<MeasuredOperation> found =
          MeasuredOperation.all().stream()
              .filter(operation -> operation.name().equals(name))
              .toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "there is no operation called "
                + name
                + "; there are "
                + MeasuredOperation.all().stream()
                    .map(MeasuredOperation::name)
                    .distinct()
                    .collect(Collectors.joining(", ")));
      }
      operations.addAll(found);
    }
    return List.copyOf(operations);
  }
}
