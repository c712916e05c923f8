// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.transport.job.TemporaryFolder;

/// A C program of bench/peers, compiled on this machine.
///
/// @param folder the folder of the source and the program
/// @param program the executable file
public record PeerProgram(Path folder, Path program) {
  private static final List<String> HEADERS = List.of("board.h");

  /// Compiles `name`.c with the mpicc of the PATH and links `libraries`, such as `-lopenblas`. The
  /// PATH must have an mpirun, too.
  public static Optional<PeerProgram> mpi(Report report, String name, String... libraries)
      throws IOException, InterruptedException {
    Optional<Path> compiler = BenchMachine.program("mpicc");
    if (compiler.isEmpty() || BenchMachine.program("mpirun").isEmpty()) {
      report.say("MPI is left out: there is no mpicc or no mpirun on the PATH.");
      return Optional.empty();
    }
    return compile(report, compiler.get(), name + ".c", HEADERS, List.of(libraries));
  }

  /// Compiles `name`.cpp with the C++ compiler of this machine and links `libraries`. Without a
  /// compiler, the headers or the libraries, the report says that this peer is left out.
  public static Optional<PeerProgram> cplusplus(Report report, String name, String... libraries)
      throws IOException, InterruptedException {
    Optional<Path> compiler =
        List.of("c++", "g++", "clang++").stream()
            .map(BenchMachine::program)
            .flatMap(Optional::stream)
            .findFirst();
    if (compiler.isEmpty()) {
      report.say(name + " is left out: there is no c++, g++ or clang++ on the PATH.");
      return Optional.empty();
    }
    return compile(report, compiler.get(), name + ".cpp", List.of(), List.of(libraries));
  }

  /// Runs `command`, the program and `argument` as one command line, waits for its end, and deletes
  /// the compiled files.
  public int runOnce(List<String> command, Path argument, Map<String, String> variables)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(command);
    all.addAll(List.of(program.toString(), argument.toString()));
    try {
      return BenchMachine.run(all, variables);
    } finally {
      delete();
    }
  }

  /// Compiles `name`.c. After a failure, the report says so, and only this peer is left out.
  public static Optional<PeerProgram> compile(Report report, Path compiler, String name)
      throws IOException, InterruptedException {
    return compile(report, compiler, name + ".c", HEADERS, List.of());
  }

  private static Optional<PeerProgram> compile(
      Report report, Path compiler, String source, List<String> headers, List<String> libraries)
      throws IOException, InterruptedException {
    Path folder = BenchMachine.temporary();
    String name = source.substring(0, source.lastIndexOf('.'));
    var peer = new PeerProgram(folder, folder.resolve(name));
    var files = new ArrayList<>(headers);
    files.add(source);
    for (String file : files) {
      try (InputStream in = PeerProgram.class.getResourceAsStream("peers/" + file)) {
        if (in == null) {
          throw new IOException("the jar has no peers/" + file);
        }
        Files.copy(in, folder.resolve(file));
      }
    }
    var command = new ArrayList<>(List.of(compiler.toString(), "-O3", "-march=native"));
    command.addAll(List.of("-o", peer.program.toString(), folder.resolve(source).toString()));
    command.addAll(libraries);
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      report.say(name + " is left out: " + String.join(" ", command) + " failed.");
      peer.delete();
      return Optional.empty();
    }
    return Optional.of(peer);
  }

  /// Deletes the compiled files.
  public void delete() {
    TemporaryFolder.delete(folder);
  }
}
