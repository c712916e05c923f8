// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import weft.cli.CommandException;

/// What `weft predict` is asked about, and the options that are for it.
enum PredictedThing {
  OPERATION("an operation"),
  KERNEL("summa and wave2d"),
  RECORDING("a recording"),
  GUIDELINES("--guidelines");

  /// The options that are not for all of them.
  private static final Map<String, Set<PredictedThing>> FOR =
      Map.ofEntries(
          Map.entry("--bytes", Set.of(OPERATION, GUIDELINES)),
          Map.entry("--ranks", Set.of(OPERATION, KERNEL, GUIDELINES)),
          Map.entry("--hosts", Set.of(OPERATION, KERNEL, GUIDELINES)),
          Map.entry("--mapping", Set.of(OPERATION, KERNEL)),
          Map.entry("--memory", Set.of(OPERATION)),
          Map.entry("--place", Set.of(RECORDING)),
          Map.entry("--explain", Set.of(OPERATION, KERNEL)),
          Map.entry("--report", Set.of(OPERATION, RECORDING)),
          Map.entry("--size", Set.of(KERNEL)),
          Map.entry("--block", Set.of(KERNEL)),
          Map.entry("--speed", Set.of(KERNEL)),
          Map.entry("--speeds", Set.of(KERNEL)),
          Map.entry("--pays", Set.of(KERNEL)));

  private final String name;

  PredictedThing(String name) {
    this.name = name;
  }

  /// Refuses options that are for something else.
  ///
  /// @param given the names of the options that were given
  void check(Collection<String> given) {
    for (String option : given) {
      Set<PredictedThing> its = FOR.get(option);
      if (its != null && !its.contains(this)) {
        List<String> names =
            Arrays.stream(values()).filter(its::contains).map(it -> it.name).toList();
        throw CommandException.usage(
            "%s is for %s, not for %s."
                .formatted(option, names.stream().collect(Collectors.joining(" or ")), name));
      }
    }
  }
}
