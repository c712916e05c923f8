// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.CommonOptions;
import weft.options.Options;

/// The options of `weft bench mpi`, `tcp` and `ucx`.
///
/// @param mpi the MPI implementation, also of the C program: the suffix of its launcher's name,
///   empty for the first on the PATH
/// @param only the parts to measure
/// @param operations the rows of the tables to measure
/// @param quick whether rougher figures are enough
/// @param rounds the number of slices of each kind
/// @param millis the length of a slice in milliseconds
/// @param megabits megabits per second of a link between two hosts
/// @param seed the seed of the order of the slices
/// @param json a file for the figures, or null
record CarriedOptions(
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

  private static final List<String> NAMES =
      MeasuredOperation.all().stream().map(MeasuredOperation::name).distinct().toList();

  /// Parses the options.
  ///
  /// @throws weft.options.OptionException if they are not valid
  static CarriedOptions of(Options given) {
    boolean quick = CommonOptions.quick(given);
    var options =
        new CarriedOptions(
            given.text(
                "mpi NAME",
                "",
                "openmpi or mpich: the MPI to use, if several are installed (the one of mpirun)"),
            CommonOptions.parts(
                given,
                PARTS,
                PARTS,
                "tables (half round trips, calls and streams, with the bare layer from Java and with"
                    + " MPI from C; within weft lab run, of two hosts), wait (the processor time of a waiting rank, and its"
                    + " wake-up time), hosts (large puts and a stream from host to host, counted on"
                    + " the wire: only within weft lab run)"),
            operations(
                given.list(
                    "operations NAME,NAME,…",
                    String.join(",", NAMES),
                    name -> CommonOptions.known(name, "operation", NAMES),
                    "rows of the tables")),
            quick,
            CommonOptions.rounds(given, 40, 10),
            quick ? 15 : 25,
            given.count(
                "link MBIT",
                100,
                1,
                Integer.MAX_VALUE,
                "megabits per second of a link between two hosts"),
            CommonOptions.seed(given),
            CommonOptions.json(given));
    given.end();
    return options;
  }

  private static List<MeasuredOperation> operations(List<String> names) {
    return names.stream()
        .flatMap(name ->
            MeasuredOperation.all().stream().filter(operation -> operation.name().equals(name)))
        .toList();
  }
}
