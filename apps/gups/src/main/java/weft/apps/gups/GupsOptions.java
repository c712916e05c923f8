// SPDX-License-Identifier: Apache-2.0
package weft.apps.gups;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;

/// The options of the command line.
///
/// @param log the table has 2^log words
/// @param way the way to update words of other ranks
record GupsOptions(int log, Way way) {
  static final String USAGE =
      """
      gups [options]

      Updates random words of a table distributed over all ranks, as HPCC RandomAccess does: four
      updates for each word, with the numbers of its random stream, each rank at most 1024 updates
      ahead. The same updates once more must restore the table.

        --m M      the table has 2^M words, M from 1 to 38 (20)
        --by WAY   atomics: an atomic exclusive or on the word, wherever it is (default)
                   rsr: a request to the rank that has the word
                   aggregated: such requests, combined by a channel; the same as --aggregated
        --aggregated   as --by aggregated
      """;

  private static final int MOST = 38;
  private static final int DEFAULT = 20;

  /// The way to update words of other ranks.
  enum Way {
    ATOMICS,
    RSR,
    AGGREGATED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Parses a command line.
  ///
  /// @throws BadInputException if an argument is wrong
  static GupsOptions parse(List<String> args) {
    Arguments given = Arguments.parse("gups", List.of("m", "by"), List.of("aggregated"), args);
    if (given.has("aggregated") && given.has("by")) {
      throw new BadInputException("--aggregated and --by exclude each other; give one of them");
    }
    String way = given.has("aggregated") ? "aggregated" : given.get("by", "atomics");
    return new GupsOptions((int) given.number("m", DEFAULT, 1, MOST), way(way));
  }

  private static Way way(String name) {
    for (Way way : Way.values()) {
      if (way.toString().equals(name)) {
        return way;
      }
    }
    throw new BadInputException(
        "--by %s is not a way to update; there are: %s".formatted(name, waysOf()));
  }

  private static String waysOf() {
    return String.join(", ", Arrays.stream(Way.values()).map(Way::toString).toList());
  }

  /// The number of words in the table.
  long words() {
    return 1L << log;
  }
}
