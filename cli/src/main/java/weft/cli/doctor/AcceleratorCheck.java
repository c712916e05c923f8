// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import weft.cli.ClassPaths;
import weft.cli.RankCommand;
import weft.memory.Accelerators;
import weft.memory.SegmentSum;
import weft.memory.StreamingCopy;

/// What `weft doctor` says of the optional module that copies and adds by machine code. It asks a
/// JVM with the class path and the native access of a rank: the launcher's own has none.
final class AcceleratorCheck {
  private static final String NAME = "accelerator";
  private static final String IN_USE = "in use";
  private static final String MISSING = "not there";
  private static final String IDLE = "there, and not in use";

  private static final String LOSS =
      " Without it, data of 4 MB and more is copied through the caches, and reductions take 1.1"
          + " to 1.4 times as long.";

  private AcceleratorCheck() {}

  /// Prints what this JVM has.
  public static void main(String[] args) {
    boolean works = StreamingCopy.isThere() && SegmentSum.isThere();
    System.out.println(works ? IN_USE : Accelerators.isProvided() ? IDLE : MISSING);
  }

  static Check check() {
    String answer = answer();
    return switch (answer) {
      case IN_USE ->
          Check.ok(NAME, "machine code copies and adds large data", Map.of("state", answer));
      case MISSING ->
          Check.of(
              NAME, Check.State.ABSENT, MISSING, "Put weft-accelerate on the class path." + LOSS);
      case IDLE ->
          Check.of(
              NAME,
              Check.State.ABSENT,
              IDLE,
              "It needs Linux on x86-64, and a system that lets a process make memory executable."
                  + LOSS);
      default -> Check.of(NAME, Check.State.ADVICE, "a JVM that was asked failed", answer);
    };
  }

  private static String answer() {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            ClassPaths.join(RankCommand.weftClassPath()),
            AcceleratorCheck.class.getName());
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
