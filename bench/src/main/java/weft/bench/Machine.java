// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import weft.transport.job.Shell;

/// What the benchmarks need to know of the machine.
public final class Machine {
  private Machine() {}

  /// Where files that several processes map are made.
  public static Path sharedMemory() {
    Path shared = Path.of("/dev/shm");
    return Files.isWritable(shared) ? shared : Path.of(System.getProperty("java.io.tmpdir"));
  }

  public static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /// The processor's name.
  public static String processor() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      // Then it has no name.
    }
    return System.getProperty("os.arch");
  }

  /// The program called `name` on the PATH.
  public static Optional<Path> program(String name) {
    return Optional.ofNullable(Shell.find(name));
  }

  /// The command line that starts this very JVM with other arguments.
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

  public static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // It is in a temporary place.
    }
  }
}
