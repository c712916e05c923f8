// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What `weft bench mpi` was asked for.
///
/// @param mpi which MPI: the ending of its launcher's name, empty for the first on the PATH
/// @param only the parts that are measured
/// @param operations which rows of the tables are measured
/// @param quick whether rougher figures are enough
/// @param rounds how many slices of each kind count
/// @param millis how long a slice is
/// @param megabits a second of a link between two hosts
/// @param seed what orders the slices
/// @param json where the figures go, too
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

  static final String STREAM = "stream";
  static final String WAIT = "wait";
  static final String HOSTS = "hosts";

  static final List<String> PARTS = List.of(TABLES, STREAM, WAIT, HOSTS);

  static final String HELP =
      """
        --only PART,PART,…        tables (2 to 5 of the DMCS paper, beside bare MPI from Java and
                                  from C; within weft lab run, of two hosts), stream (messages per message of MPI), wait (what a
                                  waiting rank takes, and when it wakes), hosts (large puts and a
                                  stream from host to host, counted on the wire: only within
                                  weft lab run); all of them unless given
        --operations NAME,NAME,…  rows of the tables: rsr0 to rsr4, rsrN, put-op (all of them)
        --mpi openmpi|mpich       which MPI, where several are installed (the one of mpirun)
        --link MBIT               megabits a second of a link between two hosts (100)
        --quick                   fewer and shorter slices: rougher figures
        --rounds N                how many slices of each kind (40, quick 10)
        --seed S                  the order of the slices (a new one each time)
        --json FILE               also write the figures to this file
        --help                    this help
      """;

  /// Reads the options, or says null when only help was asked for.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  static @Nullable MpiBenchOptions of(String... args) {
    boolean quick = List.of(args).contains("--quick");
    String mpi = "";
    Set<String> only = Set.copyOf(PARTS);
    List<MeasuredOperation> operations = MeasuredOperation.all();
    int rounds = quick ? 10 : 40;
    long seed = System.nanoTime() & 0xFFFFFF;
    double megabits = 100;
    Path json = null;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--mpi" -> mpi = value(args, ++i);
        case "--only" -> only = parts(value(args, ++i));
        case "--link" -> megabits = number(args, ++i);
        case "--operations" -> operations = operations(value(args, ++i));
        case "--quick" -> {}
        case "--rounds" -> rounds = (int) number(args, ++i);
        case "--seed" -> seed = number(args, ++i);
        case "--json" -> json = Path.of(value(args, ++i));
        case "--help", "-h" -> {
          return null;
        }
        default ->
            throw new IllegalArgumentException(
                "there is no option " + args[i] + "; the options are\n" + HELP);
      }
    }
    return new MpiBenchOptions(
        mpi, only, operations, quick, Math.max(1, rounds), quick ? 15 : 25, megabits, seed, json);
  }

  private static Set<String> parts(String text) {
    Set<String> parts = Set.of(text.split(","));
    for (String part : parts) {
      if (!PARTS.contains(part)) {
        throw new IllegalArgumentException(
            "there is no part called " + part + "; there are " + String.join(", ", PARTS));
      }
    }
    return parts;
  }

  private static List<MeasuredOperation> operations(String text) {
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
}
