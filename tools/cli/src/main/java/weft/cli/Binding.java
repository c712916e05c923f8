// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Implements `--bind`: gives each rank its own processors, with util-linux's taskset.
final class Binding {
  private Binding() {}

  /// The reason, as a sentence, why ranks cannot be bound here; null if they can.
  static @Nullable String obstacle(int ranks, Machine machine, @Nullable Path taskset) {
    if (taskset == null) {
      return "Ranks are not bound: there is no taskset on the PATH; install util-linux.";
    }
    if (ranks > machine.cores()) {
      return "Ranks are not bound: "
          + ranks
          + " ranks share "
          + machine.cores()
          + " cores, and a bound rank could not move to an idle one.";
    }
    return null;
  }

  /// Returns `command`, bound to the processors of `rank`. All ranks get the same number of
  /// processors.
  static List<String> bind(
      List<String> command, int rank, int ranks, Machine machine, Path taskset) {
    int each = machine.cores() / ranks;
    String cpus =
        machine.cpus().subList(rank * each, (rank + 1) * each).stream()
            .map(String::valueOf)
            .collect(Collectors.joining(","));
    var bound = new ArrayList<>(List.of(taskset.toString(), "-c", cpus));
    bound.addAll(command);
    return bound;
  }
}
