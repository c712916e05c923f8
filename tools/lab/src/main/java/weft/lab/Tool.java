// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import weft.cli.CommandException;

/// Runs programs, such as those of iproute2, to their end.
final class Tool {
  /// The exit code of a program, and its output on both streams.
  record Result(int exitCode, String output) {
    boolean isGood() {
      return exitCode == 0;
    }
  }

  private Tool() {}

  /// Runs `command`; if it fails, throws with its output.
  static String run(String... command) {
    return runWith("", command);
  }

  /// As [#run], with `input` on its standard input.
  static String runWith(String input, String... command) {
    Result result = start(input, command);
    if (!result.isGood()) {
      throw CommandException.failure(
          "The lab could not run '"
              + String.join(" ", command)
              + "': "
              + (result.output.isBlank() ? "exit code " + result.exitCode : result.output.strip())
              + (input.isEmpty() ? "" : " (it was given: " + input.strip() + ")")
              + ".");
    }
    return result.output;
  }

  /// Runs `command` and returns its result.
  static Result tryRun(String... command) {
    return start("", command);
  }

  private static Result start(String input, String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(UTF_8));
      } catch (IOException e) {
        // It ended before it had read all input; its exit code and output give the reason.
      }
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      return new Result(process.waitFor(), output);
    } catch (IOException e) {
      throw CommandException.failure(
          "The lab cannot run " + List.of(command).getFirst() + ": " + e.getMessage() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("Interrupted in '" + String.join(" ", command) + "'.");
    }
  }
}
