// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.util.ArrayList;
import java.util.List;
import weft.cli.CommandException;
import weft.transport.Sizes;

/// Lists of numbers on the command line: `8`, `2,4,8`, `1-16`.
final class NumberList {
  private static final int MOST = 10_000;
  private static final long MOST_BYTES = 1L << 50;

  private NumberList() {}

  /// Reads numbers from 1 on.
  static List<Integer> counts(String option, String text) {
    List<Integer> found = new ArrayList<>();
    for (String part : text.split(",")) {
      String[] ends = part.strip().split("-", 2);
      int first = count(option, ends[0]);
      int last = ends.length == 2 ? count(option, ends[1]) : first;
      if (last < first) {
        throw CommandException.usage(
            "%s %s: %d is more than %d.".formatted(option, text, first, last));
      }
      for (int number = first; number <= last; number++) {
        found.add(number);
      }
    }
    return found;
  }

  private static int count(String option, String word) {
    try {
      int number = Integer.parseInt(word.strip());
      if (number >= 1 && number <= MOST) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw CommandException.usage(
          "%s: \"%s\" is no number; write 8, 2,4,8 or 1-16.".formatted(option, word));
    }
    throw CommandException.usage("%s: numbers are from 1 to %d.".formatted(option, MOST));
  }

  /// Reads numbers of bytes.
  static List<Long> bytes(String option, String text) {
    List<Long> found = new ArrayList<>();
    for (String part : text.split(",")) {
      try {
        long bytes = Sizes.parse(part.strip());
        if (bytes > MOST_BYTES) {
          throw new IllegalArgumentException(part.strip() + " is too much; 1024t are the most");
        }
        found.add(bytes);
      } catch (IllegalArgumentException e) {
        throw CommandException.usage(option + ": " + e.getMessage());
      }
    }
    return found;
  }
}
