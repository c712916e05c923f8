// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import weft.cli.ClassPaths;
import weft.cli.RankCommand;

/// A JVM with the class path and the native access of a rank, which the launcher's JVM does not
/// have. It runs one class, named as a string, so that this module need not depend on it.
final class ProbeJvm {
  private ProbeJvm() {}

  /// What the main class `probe` of Weft prints, or a sentence if the JVM cannot be started.
  static String answer(String probe) {
    return answer(probe, RankCommand.weftClassPath());
  }

  /// The same with another class path.
  static String answer(String probe, Set<Path> classPath) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            ClassPaths.join(classPath),
            probe);
    try {
      Process jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
      jvm.getOutputStream().close();
      String answer = new String(jvm.getInputStream().readAllBytes(), UTF_8).strip();
      jvm.waitFor();
      return answer;
    } catch (IOException e) {
      return "It cannot be started: " + e.getMessage() + ".";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "It was interrupted.";
    }
  }
}
