// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.time.Duration;
import java.util.Map;
import weft.WeftException;
import weft.transport.JobVariables;

/// What is set at launch for one rank.
///
/// @param budget bytes that backlog and reassembly may take together
/// @param cores the processors that all ranks on this machine share
public record Settings(long budget, int cores) {
  /// The budget where none is set.
  public static final long DEFAULT_BUDGET = 64L << 20;

  private static final double MOST_SECONDS = 1e9;

  /// The settings that a launcher left in the environment.
  public static Settings of(Map<String, String> environment) {
    return new Settings(
        number(environment, JobVariables.BUDGET, DEFAULT_BUDGET),
        (int) number(environment, JobVariables.CORES, Runtime.getRuntime().availableProcessors()));
  }

  private static long number(Map<String, String> environment, String variable, long otherwise) {
    String text = environment.get(variable);
    return text == null || text.isEmpty()
        ? otherwise
        : number(text, "the environment variable " + variable);
  }

  /// The whole number that `text` is; `name` says where it was given.
  public static long number(String text, String name) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new WeftException(name + " is \"" + text + "\"; it must be a whole number", e);
    }
  }

  /// The time that `text` is, in seconds; `name` says where it was given.
  public static Duration seconds(String text, String name) {
    try {
      double seconds = Double.parseDouble(text);
      if (seconds >= 0 && seconds <= MOST_SECONDS) {
        return Duration.ofNanos((long) (seconds * 1e9));
      }
    } catch (NumberFormatException e) {
      // As below.
    }
    throw new WeftException(
        name + " is \"" + text + "\"; it must be a number of seconds, 0 for never");
  }
}
