// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import weft.files.EndHooks;
import weft.transport.job.Proc;
import weft.transport.job.Shell;
import weft.transport.job.TemporaryFolder;

/// Facts about the machine, for benchmarks.
public final class BenchMachine {
  private BenchMachine() {}

  /// The folder for files that several processes map.
  public static Path sharedMemory() {
    Path shared = TemporaryFolder.SHARED_MEMORY;
    return Files.isWritable(shared) ? shared : Path.of(System.getProperty("java.io.tmpdir"));
  }

  public static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /// The processor's name.
  public static String processor() {
    String name = Proc.field(Path.of("/proc/cpuinfo"), "model name").replaceFirst("^: *", "");
    return name.isEmpty() ? System.getProperty("os.arch") : name;
  }

  /// The program `name` on the PATH.
  public static Optional<Path> program(String name) {
    return Optional.ofNullable(Shell.find(name));
  }

  /// Finds the `weft` command: above the folder that holds the jar of these classes, or on the
  /// PATH.
  public static Optional<Path> weft() {
    for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
      Path place = Path.of(entry).toAbsolutePath();
      for (int up = 0; up < 7 && place != null; up++, place = place.getParent()) {
        for (String name : List.of("weft", "bin/weft")) {
          Path command = place.resolve(name);
          if (Files.isRegularFile(command) && Files.isExecutable(command)) {
            return Optional.of(command);
          }
        }
      }
    }
    return program("weft");
  }

  /// The command line that starts the same JVM with other arguments.
  public static List<String> java(List<String> flags, String mainClass, List<String> args) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass);
    command.addAll(args);
    return command;
  }

  /// The JVM options of `weft run` for each of `ranks` ranks. They give it its share of the
  /// processors, a heap of `least` to `most` megabytes, and native access.
  public static List<String> rankFlags(int ranks, int least, int most) {
    return List.of(
        "-XX:+UseSerialGC",
        "-Xms" + least + "m",
        "-Xmx" + most + "m",
        "-XX:ActiveProcessorCount=" + Math.max(1, cores() / ranks),
        "-XX:-UsePerfData",
        "--enable-native-access=ALL-UNNAMED");
  }

  /// Runs `command` with `variables` until it ends, and returns its exit code. Its output goes to
  /// this process's output. Without these variables, Open MPI's mpirun refuses to run as root.
  public static int run(List<String> command, Map<String, String> variables)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    builder.environment().putAll(variables);
    Process process = builder.start();
    var end = new Thread(process::destroyForcibly, "weft-bench-end");
    if (!EndHooks.add(end)) {
      process.destroyForcibly();
    }
    int code = process.waitFor();
    boolean _ = EndHooks.remove(end); // one that runs finds nothing to do
    return code;
  }

  /// The first line that `command` prints.
  public static String firstLine(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var reader = process.inputReader()) {
      String line = reader.readLine();
      return line == null ? "" : line;
    }
  }

  /// Creates a temporary folder, removed when this process ends.
  public static Path temporary() {
    return TemporaryFolder.untilExit("bench");
  }

  /// The path of a new file in a new folder in `parent`, removed when this process ends.
  public static Path temporaryFile(Path parent) {
    return TemporaryFolder.untilExit(parent, "bench").resolve("file");
  }

  /// Removes such a file and its folder earlier.
  public static void deleteTemporary(Path file) {
    TemporaryFolder.delete(Objects.requireNonNull(file.getParent()));
  }
}
