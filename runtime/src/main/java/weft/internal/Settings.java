// SPDX-License-Identifier: Apache-2.0
package weft.internal;

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

  /// The settings that a launcher left in the environment.
  public static Settings of(Map<String, String> environment) {
    return new Settings(
        number(environment, JobVariables.BUDGET, DEFAULT_BUDGET),
        (int) number(environment, JobVariables.CORES, Runtime.getRuntime().availableProcessors()));
  }

  /// The whole number that variable `name` holds, or `otherwise` when it is not set.
  public static long number(Map<String, String> environment, String name, long otherwise) {
    String text = environment.get(name);
    if (text == null || text.isEmpty()) {
      return otherwise;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new WeftException(
          "the environment variable " + name + " is \"" + text + "\"; it must be a whole number",
          e);
    }
  }
}
