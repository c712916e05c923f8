// SPDX-License-Identifier: Apache-2.0
package weft.apps.gups;

import java.util.List;
import java.util.Locale;
import weft.options.Options;

/// The options of the command line.
///
/// @param log the table has 2^log words
/// @param way the way to update words of other ranks
record GupsOptions(int log, Way way) {
  private static final int NANOS = 200;

  private static final String ABOUT =
      """
      gups [options]

      Updates random words of a table distributed over all ranks, as HPCC RandomAccess does: four
      updates for each word, with the numbers of its random stream, each rank at most 1024 updates
      ahead. The same updates once more must restore the table.
      """;

  /// The way to update words of other ranks.
  enum Way {
    ALL,
    ATOMICS,
    RSR,
    AGGREGATED;

    /// The ways that it stands for.
    List<Way> each() {
      return this == ALL ? List.of(ATOMICS, RSR, AGGREGATED) : List.of(this);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static GupsOptions parse(List<String> args) {
    var given = new Options("gups", ABOUT, args);
    int log = given.count("m M", 21, 1, 38, "the table has 2^M words");
    Way way =
        given.one(
            "by WAY",
            "all, one after the other; atomics: an atomic exclusive or on the word, wherever it is; rsr: a request to the"
                + " rank that has the word; aggregated: such requests, combined by a channel",
            Way.values());
    boolean aggregated = given.has("aggregated", "as --by aggregated");
    given.exclude("aggregated", "by");
    given.end();
    return new GupsOptions(log, aggregated ? Way.AGGREGATED : way);
  }

  /// Nanoseconds of a core for an update in these ways.
  int nanos() {
    return way == Way.ALL ? 3 * NANOS : NANOS;
  }

  /// The number of words in the table.
  long words() {
    return 1L << log;
  }
}
