// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import java.util.LinkedHashMap;
import java.util.Map;

/// The result of one check of `weft doctor`.
///
/// @param name the name of the checked thing
/// @param state its state
/// @param found the finding, as text
/// @param advice a sentence with what to do; empty if there is nothing to do
/// @param values the finding as values for programs: numbers in bytes, counts, paths
public record Check(
    String name, State state, String found, String advice, Map<String, Object> values) {
  /// The state of a checked thing.
  public enum State {
    /// It has no problem.
    OK("ok"),
    /// It works, but could be better.
    ADVICE("advice"),
    /// It is missing, but only a part of Weft needs it.
    ABSENT("absent"),
    /// Weft does not work without it.
    PROBLEM("problem");

    private final String word;

    State(String word) {
      this.word = word;
    }

    /// Its word in the JSON file.
    String word() {
      return word;
    }
  }

  /// Keeps a copy of the values.
  public Check {
    values = Map.copyOf(values);
  }

  /// A check that found no problem.
  public static Check ok(String name, String found, Map<String, Object> values) {
    return new Check(name, State.OK, found, "", values);
  }

  /// A check in another state, with advice.
  public static Check of(String name, State state, String found, String advice) {
    return new Check(name, state, found, advice, Map.of());
  }

  /// A copy in the state ADVICE with `sentence`, if `condition` holds.
  public Check adviceIf(boolean condition, String sentence) {
    return condition && state == State.OK
        ? new Check(name, State.ADVICE, found, sentence, values)
        : this;
  }

  /// The check as an object of the JSON file.
  Map<String, Object> toMap() {
    var map = new LinkedHashMap<String, Object>();
    map.put("name", name);
    map.put("state", state.word());
    map.put("found", found);
    map.put("advice", advice);
    map.put("values", values);
    return map;
  }
}
