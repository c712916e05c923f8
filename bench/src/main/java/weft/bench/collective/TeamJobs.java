// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.bench.BenchMachine;
import weft.bench.PeerProgram;
import weft.bench.Report;
import weft.bench.collective.rank.CollectiveRank;
import weft.internal.launch.Transports;
import weft.transport.JobVariables;

/// Starts the jobs that are compared.
public final class TeamJobs implements AutoCloseable {
  /// The names of the parties: Weft with the data in Java arrays, in segments of the registered
  /// heap, and Open MPI with the data in malloc'ed memory.
  static final String ARRAYS = "arrays";

  public static final String SEGMENTS = "segments";
  static final String MPI = "Open MPI";

  /// Two processes without any library.
  static final String C = "C";

  /// What tells the ranks, those of MPI too, not to write what they send before each call.
  public static final String UNCHANGED = "unchanged";

  private static final long SPARE_HEAP = 256L << 20;

  private final long largest;
  private final List<String> manner;
  private final Optional<PeerProgram> peer;

  /// Jobs with data, or blocks, of up to `largest` bytes, which is written anew before each call
  /// unless it is `unchanged`.
  TeamJobs(long largest, boolean unchanged, boolean peers, Report report)
      throws IOException, InterruptedException {
    this.largest = largest;
    this.manner = unchanged ? List.of(UNCHANGED) : List.of();
    this.peer = peers ? compile(report) : Optional.empty();
  }

  private static Optional<PeerProgram> compile(Report report)
      throws IOException, InterruptedException {
    Optional<Path> compiler = BenchMachine.program("mpicc");
    if (compiler.isEmpty() || BenchMachine.program("mpirun").isEmpty()) {
      report.say("MPI is left out: there is no mpicc or no mpirun on the PATH.");
      return Optional.empty();
    }
    return PeerProgram.compile(report, compiler.get(), "mpi_collectives");
  }

  /// Whether this party's ranks run Java, and so have to warm up.
  public static boolean isJava(String party) {
    return !party.equals(MPI) && !party.equals(C);
  }

  /// Weft's, each rank a process. `memory` is [#ARRAYS] or [#SEGMENTS].
  Team weft(String memory, int ranks) throws IOException {
    return weft(memory, memory, ranks, Map.of());
  }

  /// The same with launch variables.
  Team weft(String name, String memory, int ranks, Map<String, String> more) throws IOException {
    var variables = new HashMap<>(more);
    variables.put(JobVariables.CORES, Integer.toString(BenchMachine.cores()));
    variables.put(JobVariables.STALL, "0");
    variables.put(JobVariables.HEAP, Long.toString(SPARE_HEAP + 2 * ranks * largest));
    return new Team(
        name,
        ranks,
        socket -> {
          var arguments = new ArrayList<>(List.of(socket.toString(), memory));
          arguments.addAll(manner);
          List<String> command =
              BenchMachine.java(flags(ranks), CollectiveRank.class.getName(), arguments);
          var commands = new ArrayList<List<String>>();
          for (int rank = 0; rank < ranks; rank++) {
            commands.add(command);
          }
          return Transports.named("shm").host(commands, variables);
        });
  }

  /// What `weft run` gives each rank.
  private static List<String> flags(int ranks) {
    return List.of(
        "-XX:+UseSerialGC",
        "-Xms64m",
        "-Xmx1g",
        "-XX:ActiveProcessorCount=" + Math.max(1, BenchMachine.cores() / ranks),
        "-XX:-UsePerfData",
        "--enable-native-access=ALL-UNNAMED");
  }

  /// MPI's, where it is.
  Optional<Team> mpi(int ranks) throws IOException {
    if (peer.isEmpty()) {
      return Optional.empty();
    }
    Path program = peer.get().program();
    return Optional.of(
        new Team(
            MPI,
            ranks,
            socket -> {
              var command = new ArrayList<>(mpirun(ranks));
              command.addAll(List.of(program.toString(), socket.toString()));
              command.addAll(manner);
              var builder = new ProcessBuilder(command).inheritIO();
              // Open MPI refuses to run as root unless told.
              builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
              builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
              return builder.start().waitFor();
            }));
  }

  /// The command without the program: what a careful user takes. Where there are more ranks than
  /// cores, waiting ranks yield and none is bound to a core.
  static List<String> mpirun(int ranks) {
    var command = new ArrayList<>(List.of("mpirun", "-n", Integer.toString(ranks)));
    if (ranks > BenchMachine.cores()) {
      command.addAll(
          List.of("--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"));
    }
    return command;
  }

  /// The first line of `mpirun --version`.
  static String mpiVersion() throws IOException {
    Process process = new ProcessBuilder("mpirun", "--version").redirectErrorStream(true).start();
    try (var reader = process.inputReader()) {
      String line = reader.readLine();
      return line == null ? "" : line;
    }
  }

  @Override
  public void close() {
    peer.ifPresent(PeerProgram::delete);
  }
}
