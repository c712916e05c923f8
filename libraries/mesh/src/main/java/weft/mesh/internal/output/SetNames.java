// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Names of groups for files in which a name is a word: of letters, digits and underscores, with a
/// letter at its front, at most 60 characters long, and different also without regard to case.
final class SetNames {
  private static final int LONGEST = 60;

  private final Map<Integer, String> names = new TreeMap<>();

  /// @param numbers of groups
  /// @param given their names, or some of them
  /// @param kind what groups without a name are called
  /// @param used words that are names already, in upper case; these are added
  SetNames(int[] numbers, Map<Integer, String> given, String kind, Set<String> used) {
    for (int number : numbers) {
      String word = MshWriter.name(given, number, kind).replaceAll("[^A-Za-z0-9_]", "_");
      word = Character.isLetter(word.charAt(0)) ? word : kind.charAt(0) + "_" + word;
      word = word.length() > LONGEST ? word.substring(0, LONGEST) : word;
      String name = word;
      for (int i = 2; !used.add(name.toUpperCase(Locale.ROOT)); i++) {
        name = word + "_" + i;
      }
      names.put(number, name);
    }
  }

  String of(int number) {
    return names.getOrDefault(number, "");
  }
}
