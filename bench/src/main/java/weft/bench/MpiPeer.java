// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Our C program that measures MPI (bench/peers), compiled where an `mpicc` is.
final class MpiPeer {
  /// The kinds that it knows.
  static final int TRIP = 0;

  static final int RATE = 1;

  private MpiPeer() {}

  /// Compiles and starts it, where `mpicc` and `mpirun` are.
  static Optional<Party> start(Report report) throws IOException, InterruptedException {
    Optional<Path> compiler = Machine.program("mpicc");
    Optional<Path> launcher = Machine.program("mpirun");
    if (compiler.isEmpty() || launcher.isEmpty()) {
      report.say("MPI is left out: there is no mpicc or no mpirun on the PATH.");
      return Optional.empty();
    }
    Path folder = Files.createTempDirectory("weft-bench-peers-");
    Path program = folder.resolve("mpi_peer");
    for (String name : List.of("board.h", "mpi_peer.c")) {
      try (InputStream in = MpiPeer.class.getResourceAsStream("peers/" + name)) {
        if (in == null) {
          throw new IOException("the jar has no peers/" + name);
        }
        Files.copy(in, folder.resolve(name));
      }
    }
    List<String> compile =
        List.of(
            compiler.get().toString(),
            "-O3",
            "-march=native",
            "-o",
            program.toString(),
            folder.resolve("mpi_peer.c").toString());
    if (new ProcessBuilder(compile).inheritIO().start().waitFor() != 0) {
      report.say("MPI is left out: " + String.join(" ", compile) + " failed.");
      return Optional.empty();
    }
    report.fact("mpi", firstLine(List.of(launcher.get().toString(), "--version")));
    return Optional.of(
        new Party(
            "MPI",
            Board.BYTES,
            2,
            file -> {
              var command = new ArrayList<String>();
              command.addAll(List.of(launcher.get().toString(), "-n", "2"));
              command.addAll(List.of(program.toString(), file.toString()));
              var builder = new ProcessBuilder(command).inheritIO();
              // Open MPI refuses to run as root, and more ranks than cores, unless told.
              builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
              builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
              builder.environment().put("OMPI_MCA_rmaps_base_oversubscribe", "1");
              try {
                return builder.start().waitFor();
              } finally {
                for (String name : List.of("board.h", "mpi_peer.c", "mpi_peer")) {
                  Machine.delete(folder.resolve(name));
                }
                Machine.delete(folder);
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
