// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.bench.BenchMachine;

/// An installed MPI implementation: its launcher and its compiler.
///
/// @param launcher its mpirun
/// @param compiler its mpicc
/// @param version the version that the launcher reports
record Implementation(Path launcher, Path compiler, String version) {
  /// Finds the implementation on the PATH whose programs are called `mpirun.name`, or `mpirun` if
  /// there are none or `name` is empty.
  static Optional<Implementation> find(String name) throws IOException {
    Optional<Path> launcher = program("mpirun", name);
    Optional<Path> compiler = program("mpicc", name);
    if (launcher.isEmpty() || compiler.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Implementation(launcher.get(), compiler.get(), version(launcher.get())));
  }

  private static Optional<Path> program(String program, String name) {
    return name.isEmpty()
        ? BenchMachine.program(program)
        : BenchMachine.program(program + "." + name).or(() -> BenchMachine.program(program));
  }

  private static String version(Path launcher) throws IOException {
    Process process =
        new ProcessBuilder(launcher.toString(), "--version").redirectErrorStream(true).start();
    try (var reader = process.inputReader()) {
      List<String> lines = reader.lines().toList();
      String text = String.join(" ", lines);
      return text.contains("Open MPI")
          ? lines.getFirst()
          : lines.stream()
              .filter(line -> line.strip().startsWith("Version:"))
              .map(line -> "MPICH, " + line.strip().replaceAll("\\s+", " "))
              .findFirst()
              .orElse(text);
    }
  }

  boolean isOpenMpi() {
    return version.contains("Open MPI");
  }

  /// Runs `command` in two processes, one on each of `hosts` if there are any, and waits for their
  /// end.
  int run(List<String> command, List<String> hosts, Map<String, String> variables)
      throws IOException, InterruptedException {
    return BenchMachine.run(command(command, hosts, variables), variables);
  }

  /// The launch command, the same for all parties. No process is bound to a processor, because a
  /// JVM has more threads.
  List<String> command(List<String> program, List<String> hosts, Map<String, String> variables) {
    var command = new ArrayList<>(List.of(launcher.toString(), "-n", "2"));
    if (isOpenMpi()) {
      command.addAll(List.of("--bind-to", "none"));
      if (hosts.isEmpty()) {
        if (BenchMachine.cores() < 2) {
          command.add("--oversubscribe");
        }
      } else {
        command.addAll(List.of("--host", String.join(",", hosts)));
        variables.keySet().stream().sorted().forEach(name -> command.addAll(List.of("-x", name)));
      }
    } else if (!hosts.isEmpty()) {
      command.addAll(List.of("-hosts", String.join(",", hosts)));
    }
    command.addAll(program);
    return command;
  }
}
