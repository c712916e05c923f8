// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import java.util.LinkedHashMap;
import java.util.Map;

/// One thing that `weft doctor` looked at.
///
/// @param name what it is
/// @param state how it is
/// @param found what was found, for people
/// @param advice what to do, a sentence; empty when there is nothing to do
/// @param values the same for programs: numbers in bytes, counts, paths
public record Check(
    String name, State state, String found, String advice, Map<String, Object> values) {
  /// How something is.
  public enum State {
    /// As it should be.
    OK("ok"),
    /// It works, and could be better.
    ADVICE("advice"),
    /// Not there, and only a part of Weft wants it.
    ABSENT("absent"),
    /// Weft does not work without it.
    PROBLEM("problem");

    private final String word;

    State(String word) {
      this.word = word;
    }

    /// The word for it in the JSON file.
    String word() {
      return word;
    }
  }

  /// Keeps a copy of the values.
  public Check {
    values = Map.copyOf(values);
  }

  /// As it should be.
  public static Check ok(String name, String found, Map<String, Object> values) {
    return new Check(name, State.OK, found, "", values);
  }

  /// In some other state, with advice.
  public static Check of(String name, State state, String found, String advice) {
    return new Check(name, state, found, advice, Map.of());
  }

  /// The same, telling `advice` when `condition` holds.
  public Check adviceIf(boolean condition, String sentence) {
    return condition && state == State.OK
        ? new Check(name, State.ADVICE, found, sentence, values)
        : this;
  }

  /// As an object of the JSON file.
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
