// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.WeftConfig;
import weft.WeftException;
import weft.transport.JobSetting;
import weft.transport.JobVariables;
import weft.transport.TransportProvider;
import weft.transport.rings.ThreadsJob;

/// The environment variables that correspond to options of `weft run`.
final class RankVariables {
  private static final Set<String> NAMES =
      EnumSet.complementOf(EnumSet.of(JobSetting.RANKS, JobSetting.TRANSPORT)).stream()
          .map(JobSetting::variable)
          .collect(Collectors.toSet());

  private RankVariables() {}

  /// Checks the variables once, before ranks start. Otherwise each rank would report the same
  /// error.
  ///
  /// @param around the environment of this process
  /// @param given the values that the options set, which take precedence
  /// @param provider the transport; null if the ranks are threads
  /// @throws CommandException if a value is wrong
  static void check(
      Map<String, String> around,
      Map<String, String> given,
      int ranks,
      @Nullable TransportProvider provider) {
    var variables = new HashMap<>(around);
    // Other variables may belong to a job that started this process.
    variables.keySet().retainAll(NAMES);
    variables.putAll(given);
    variables.put(JobVariables.TRANSPORT, ThreadsJob.NAME);
    variables.put(JobVariables.SIZE, String.valueOf(ranks));
    try {
      WeftConfig _ = WeftConfig.of(new String[0], variables);
      var settings = new HashMap<>(around);
      settings.putAll(given);
      long _ = JobVariables.stall(settings);
      long _ = JobVariables.grace(settings);
      if (provider != null) {
        provider.check(ranks, settings);
      }
    } catch (WeftException e) {
      throw CommandException.usage("This cannot be: " + e.getMessage() + ".");
    }
  }
}
