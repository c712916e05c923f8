// SPDX-License-Identifier: Apache-2.0
package weft.model.profile;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.measured.Figure;

/// A description of a machine: one set of parameters for each distance between its processors, and
/// the table of choices that was found with them.
///
/// @param source the file, for messages
/// @param measured when it was measured; empty if it was written by hand
/// @param environment the processor, the JDK and so on where it was measured
/// @param sets the parameters; at least one set
/// @param choices the lines of tables of choices, by [#SHARED] or [#APART]
public record Profile(
    String source,
    String measured,
    Map<String, String> environment,
    List<Set> sets,
    Map<String, List<String>> choices) {
  /// The table of choices for ranks that share memory.
  public static final String SHARED = "shared";

  /// The table of choices for ranks that do not.
  public static final String APART = "apart";

  /// The parameters of one distance.
  ///
  /// @param name near or far; empty if the distance does not matter
  /// @param share the percentage of the measurements at this distance
  /// @param platform the parameters
  /// @param cells what was measured
  public record Set(String name, double share, Platform platform, List<Figure> cells) {
    /// Copies the cells.
    public Set {
      cells = List.copyOf(cells);
    }
  }

  /// Copies the collections.
  public Profile {
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    sets = List.copyOf(sets);
    choices = Collections.unmodifiableMap(new LinkedHashMap<>(choices));
  }

  /// The set of the most usual distance.
  public Set usual() {
    return sets.stream()
        .max(Comparator.comparingDouble(Set::share))
        .orElseThrow(() -> new ModelException(source + " has no set of parameters"));
  }

  /// The set with a name.
  ///
  /// @throws ModelException if there is none
  public Set set(String name) {
    return sets.stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new ModelException(
                "%s has no set \"%s\"; it has %s"
                    .formatted(
                        source,
                        name,
                        sets.stream().map(Set::name).collect(Collectors.joining(" and ")))));
  }

  /// The parameters of the most usual distance.
  public Platform platform() {
    return usual().platform();
  }

  /// What differs between the environment where it was measured and this one, by name; a name that
  /// is not in both is left out.
  public Map<String, String> differences(Map<String, String> here) {
    Map<String, String> found = new LinkedHashMap<>();
    environment.forEach((name, value) -> {
      String now = here.get(name);
      if (now != null && !Objects.equals(now, value)) {
        found.put(name, value);
      }
    });
    return found;
  }
}
