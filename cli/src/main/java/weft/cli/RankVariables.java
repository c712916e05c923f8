// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import weft.WeftConfig;
import weft.WeftException;
import weft.transport.JobSetting;
import weft.transport.JobVariables;
import weft.transport.rings.ThreadsJob;

/// The variables that stand for options of `weft run`, as ranks will read them.
final class RankVariables {
  private static final Set<String> NAMES =
      EnumSet.complementOf(EnumSet.of(JobSetting.RANKS, JobSetting.TRANSPORT)).stream()
          .map(JobSetting::variable)
          .collect(Collectors.toSet());

  private RankVariables() {}

  /// Looks at them once, before there are ranks: each would complain of what is wrong.
  ///
  /// @param around the environment of this process
  /// @param given what the options set, which wins
  /// @throws CommandException when something is wrong
  static void check(Map<String, String> around, Map<String, String> given, int ranks) {
    var variables = new HashMap<>(around);
    // Whoever started this process may have set others: they are about its own job.
    variables.keySet().retainAll(NAMES);
    variables.putAll(given);
    variables.put(JobVariables.TRANSPORT, ThreadsJob.NAME);
    variables.put(JobVariables.SIZE, String.valueOf(ranks));
    try {
      WeftConfig _ = WeftConfig.of(new String[0], variables);
    } catch (WeftException e) {
      throw CommandException.usage("This cannot be: " + e.getMessage() + ".");
    }
  }
}
