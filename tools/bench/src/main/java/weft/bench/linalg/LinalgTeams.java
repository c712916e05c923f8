// SPDX-License-Identifier: Apache-2.0
package weft.bench.linalg;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.bench.BenchMachine;
import weft.bench.PeerProgram;
import weft.bench.Report;
import weft.bench.collective.Team;
import weft.internal.launch.Transports;
import weft.transport.JobVariables;

/// Starts the compared jobs: Weft's ranks, and those of the C program, on the same OpenBLAS.
///
/// Environment variables that force a kernel of OpenBLAS are unset for both jobs. Some machines set
/// them, and the ratios would then be those of another kernel.
final class LinalgTeams implements AutoCloseable {
  private static final List<String> UNSET =
      List.of("env", "-u", "OPENBLAS_CORETYPE", "-u", "OPENBLAS_L2_SIZE");
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-Xms64m",
          "-Xmx1g",
          "-XX:-UsePerfData",
          "--enable-native-access=ALL-UNNAMED");
  private static final long SPARE_HEAP = 128L << 20;

  private final Optional<PeerProgram> peer;
  private final long order;

  /// @param order of the largest matrix
  LinalgTeams(long order, boolean peers, Report report) throws IOException, InterruptedException {
    this.order = order;
    this.peer = peers ? compile(report) : Optional.empty();
    String own = firstLine(java(List.of()));
    report.fact("kernels", own);
    report.say("Weft: " + own);
    if (peer.isPresent()) {
      String kernel = firstLine(List.of(peer.get().program().toString()));
      report.fact("peerKernel", kernel);
      report.say("ScaLAPACK: OpenBLAS's kernel " + kernel);
    }
  }

  private static Optional<PeerProgram> compile(Report report)
      throws IOException, InterruptedException {
    Optional<PeerProgram> compiled =
        PeerProgram.mpi(report, "scalapack_peer", "-lscalapack-openmpi", "-l:libopenblas.so.0");
    if (compiled.isEmpty()) {
      report.say("On Debian: apt install libscalapack-openmpi-dev libopenblas0-pthread");
    }
    return compiled;
  }

  private static List<String> java(List<String> arguments) {
    return BenchMachine.java(FLAGS, LinalgRank.class.getName(), arguments);
  }

  private static List<String> plainly(List<String> command) {
    var all = new ArrayList<>(UNSET);
    all.addAll(command);
    return all;
  }

  private static String firstLine(List<String> command) throws IOException {
    Process process = new ProcessBuilder(plainly(command)).start();
    try (var reader = process.inputReader()) {
      String line = reader.readLine();
      return line == null ? "" : line;
    }
  }

  /// Starts Weft's ranks as processes.
  Team weft(int ranks) throws IOException {
    // A, a copy and a product; or A, and panels.
    long heap = SPARE_HEAP + 5 * order * order * Double.BYTES / ranks;
    Map<String, String> variables =
        Map.of(
            JobVariables.CORES, Integer.toString(BenchMachine.cores()),
            JobVariables.STALL, "0",
            JobVariables.HEAP, Long.toString(heap));
    return new Team(
        "Weft",
        ranks,
        socket -> {
          var commands = new ArrayList<List<String>>();
          for (int rank = 0; rank < ranks; rank++) {
            commands.add(plainly(java(List.of(socket.toString()))));
          }
          return Transports.named("shm").host(commands, variables);
        });
  }

  /// Starts ScaLAPACK's ranks, if the driver was compiled. A single rank is not bound, because
  /// LAPACK's threads need all cores.
  Optional<Team> peer(int ranks) throws IOException {
    if (peer.isEmpty()) {
      return Optional.empty();
    }
    Path program = peer.get().program();
    return Optional.of(
        new Team(
            "ScaLAPACK",
            ranks,
            socket -> {
              var command = new ArrayList<>(List.of("mpirun", "-n", Integer.toString(ranks)));
              if (ranks == 1) {
                command.addAll(List.of("--bind-to", "none"));
              } else if (ranks > BenchMachine.cores()) {
                command.addAll(
                    List.of(
                        "--oversubscribe",
                        "--bind-to",
                        "none",
                        "--mca",
                        "mpi_yield_when_idle",
                        "1"));
              }
              command.addAll(List.of(program.toString(), socket.toString()));
              var builder = new ProcessBuilder(plainly(command)).inheritIO();
              // Open MPI refuses to run as root unless these variables are set.
              builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
              builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
              return builder.start().waitFor();
            }));
  }

  @Override
  public void close() {
    peer.ifPresent(PeerProgram::delete);
  }
}
