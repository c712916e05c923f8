// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// JVMs that a test starts, with this one's class path.
final class Processes implements AutoCloseable {
  private final List<Process> started = new ArrayList<>();

  /// Starts `command` (JVM flags, main class, arguments) in `directory`; what it prints goes to
  /// `log`.
  Process start(Path directory, Path log, List<String> command) throws IOException {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-cp");
    line.add(System.getProperty("java.class.path"));
    line.addAll(command);
    Process process =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    started.add(process);
    return process;
  }

  /// Waits for `process`; fails, with its `log`, when it ends with an exit code, or not within
  /// `seconds`.
  static void await(Process process, Path log, long seconds) throws Exception {
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    assertThat(ended).as("ended within %d s; it printed:%n%s", seconds, read(log)).isTrue();
    assertThat(process.exitValue()).as("exit code; it printed:%n%s", read(log)).isZero();
  }

  /// What was printed to `log`.
  static String read(Path log) throws IOException {
    return Files.exists(log) ? Files.readString(log) : "";
  }

  /// Ends what has not ended by itself, and what that has started.
  @Override
  public void close() {
    for (Process process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
