// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.options.Options;

/// The options of the command line.
///
/// @param values the number of different values; 0 for all values of a long
/// @param objects whether keys are objects, and whether these move
/// @param report a file for the page of the results, or null
record SortOptions(long keys, long seed, long values, Objects objects, @Nullable Path report) {
  /// The place of a key.
  enum Objects {
    /// A block of keys on each rank.
    NONE,

    /// A separate object, which stays.
    STAY,

    /// A separate object, which moves after every step.
    MOBILE
  }

  /// The number of objects that are sorted by default.
  static final long PUBLISHED_OBJECTS = 512;

  private static final int MOST_OBJECTS = 1 << 16;

  /// The number of keys in Weft's published figures: the paper gives none.
  static final long PUBLISHED = 10_000_000;

  private static final String ABOUT =
      """
      netsort [options]

      Sorts keys of 64 bits distributed over all ranks: each rank sorts its block, then neighbours
      compare and split their blocks, as many times as there are ranks (odd-even transposition).
      The order and the contents of the blocks are checked after every step.
      """;

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static SortOptions parse(List<String> args, int ranks) {
    var given = new Options("netsort", ABOUT, args);
    boolean blocks = !given.isGiven("mobile") && !given.isGiven("stay");
    long keys =
        given.whole(
            "n N",
            blocks ? PUBLISHED : PUBLISHED_OBJECTS,
            blocks ? 1 : 2,
            blocks ? (long) SortBlocks.MOST * ranks : MOST_OBJECTS,
            "the number of keys");
    long seed = given.whole("seed S", 1, "the seed of their random values");
    Long values =
        given.optional(
            "values V",
            text -> Options.wholeOf("--values", text, 1, Long.MAX_VALUE),
            "the number of different values, so that keys repeat (all of a long)");
    Path report = given.file("report FILE", "write a page with the time of each step");
    boolean mobile =
        given.has(
            "mobile",
            "each key is an object ("
                + PUBLISHED_OBJECTS
                + " of them) that moves to another rank after every step: as many steps as objects,"
                + " in each of which neighbours compare");
    boolean stay = given.has("stay", "the same with objects that do not move");
    given.exclude("mobile", "stay");
    given.require(
        blocks || report == null, "--report is for keys in blocks; objects have no common step");
    given.end();
    Objects objects = mobile ? Objects.MOBILE : stay ? Objects.STAY : Objects.NONE;
    return new SortOptions(keys, seed, values == null ? 0 : values, objects, report);
  }
}
