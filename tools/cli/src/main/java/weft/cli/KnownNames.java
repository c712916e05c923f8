// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// Suggests names for a name that is not known.
public final class KnownNames {
  private KnownNames() {}

  /// The names that differ from `name` by one or two typing errors, the nearest first.
  static List<String> near(String name, Collection<String> known) {
    int far = Math.max(1, name.length() / 3);
    return known.stream()
        .filter(other -> distance(name, other) <= far || other.startsWith(name))
        .sorted(Comparator.comparingInt(other -> distance(name, other)))
        .toList();
  }

  /// Returns " Did you mean a?", or an empty string.
  public static String suggestion(String name, Collection<String> known) {
    List<String> near = near(name, known);
    return near.isEmpty() ? "" : " Did you mean " + String.join(" or ", near) + "?";
  }

  /// The number of letters to add, remove, change or swap with their neighbour.
  static int distance(String a, String b) {
    var rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          rows[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least =
            Math.min(rows[i - 1][j - 1] + change, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          least = Math.min(least, rows[i - 2][j - 2] + 1);
        }
        rows[i][j] = least;
      }
    }
    return rows[a.length()][b.length()];
  }
}
