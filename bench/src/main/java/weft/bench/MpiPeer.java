// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.Party;

/// Our C program that measures MPI (bench/peers), compiled where an `mpicc` is.
public final class MpiPeer {
  /// The kinds that it knows.
  public static final int TRIP = 0;

  public static final int RATE = 1;
  public static final int PUT = 2;
  public static final int GET = 3;
  public static final int FETCH_ADD = 4;

  private MpiPeer() {}

  /// Compiles and starts it, where `mpicc` and `mpirun` are.
  public static Optional<Party> start(Report report) throws IOException, InterruptedException {
    Optional<Path> compiler = BenchMachine.program("mpicc");
    Optional<Path> launcher = BenchMachine.program("mpirun");
    if (compiler.isEmpty() || launcher.isEmpty()) {
      report.say("MPI is left out: there is no mpicc or no mpirun on the PATH.");
      return Optional.empty();
    }
    Optional<PeerProgram> compiled = PeerProgram.compile(report, compiler.get(), "mpi_peer");
    if (compiled.isEmpty()) {
      return Optional.empty();
    }
    PeerProgram peer = compiled.get();
    report.fact("mpi", firstLine(List.of(launcher.get().toString(), "--version")));
    return Optional.of(
        new Party(
            "MPI",
            BenchBoard.BYTES,
            2,
            file -> {
              var command = new ArrayList<String>();
              command.addAll(List.of(launcher.get().toString(), "-n", "2"));
              command.addAll(List.of(peer.program().toString(), file.toString()));
              var builder = new ProcessBuilder(command).inheritIO();
              // Open MPI refuses to run as root, and more ranks than cores, unless told.
              builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
              builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
              builder.environment().put("OMPI_MCA_rmaps_base_oversubscribe", "1");
              try {
                return builder.start().waitFor();
              } finally {
                peer.delete();
              }
            }));
  }

  private static String firstLine(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var reader = process.inputReader()) {
      String line = reader.readLine();
      return line == null ? "" : line;
    }
  }
}
