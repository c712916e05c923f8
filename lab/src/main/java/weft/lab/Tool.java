// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import weft.cli.CommandException;

/// Runs the programs of iproute2 and others, to their end.
final class Tool {
  /// How a program ended, and what it wrote on both streams.
  record Result(int exitCode, String output) {
    boolean isGood() {
      return exitCode == 0;
    }
  }

  private Tool() {}

  /// Runs `command`; fails with what it said when it does.
  static String run(String... command) {
    return runWith("", command);
  }

  /// The same, with `input` to read.
  static String runWith(String input, String... command) {
    Result result = start(input, command);
    if (!result.isGood()) {
      throw CommandException.failure(
          "The lab could not do '"
              + String.join(" ", command)
              + "': "
              + (result.output.isBlank() ? "exit code " + result.exitCode : result.output.strip())
              + (input.isEmpty() ? "" : " (it was given: " + input.strip() + ")")
              + ".");
    }
    return result.output;
  }

  /// Runs `command` and says how it ended.
  static Result tryRun(String... command) {
    return start("", command);
  }

  private static Result start(String input, String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(UTF_8));
      } catch (IOException e) {
        // It ended before it had read all; its exit code and output say why.
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
