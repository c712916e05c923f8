// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.util.List;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;

/// The options of the command line.
///
/// @param keys the number of keys
/// @param seed the seed of their values
/// @param values the number of different values; 0 for all values of a long
/// @param objects whether keys are objects, and whether these move
/// @param report whether to print a line for each step
record SortOptions(long keys, long seed, long values, Objects objects, boolean report) {
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

  static final String USAGE =
      """
      netsort [options]

      Sorts keys of 64 bits distributed over all ranks: each rank sorts its block, then neighbours
      compare and split their blocks, as many times as there are ranks (odd-even transposition).
      The order and the contents of the blocks are checked after every step.

        --n N        the number of keys, at least 1 (10000000, as in the published figures)
        --seed S     the seed of their random values (1)
        --values V   the number of different values, so that keys repeat (all of a long)
        --report     print a line for each step
        --mobile     each key is an object (512 of them) that moves to another rank after every
                     step: as many steps as objects, in each of which neighbours compare
        --stay       the same with objects that do not move
      """;

  /// Parses a command line.
  ///
  /// @throws weft.apps.common.BadInputException if an argument is wrong
  static SortOptions parse(List<String> args, int ranks) {
    Arguments given =
        Arguments.parse(
            "netsort", List.of("n", "seed", "values"), List.of("report", "mobile", "stay"), args);
    if (given.has("mobile") && given.has("stay")) {
      throw new BadInputException("--mobile and --stay exclude each other; give one of them");
    }
    Objects objects =
        given.has("mobile") ? Objects.MOBILE : given.has("stay") ? Objects.STAY : Objects.NONE;
    if (objects != Objects.NONE && given.has("report")) {
      throw new BadInputException("--report is for keys in blocks; objects have no common step");
    }
    return new SortOptions(
        objects == Objects.NONE
            ? given.number("n", PUBLISHED, 1, (long) SortBlocks.MOST * ranks)
            : given.number("n", PUBLISHED_OBJECTS, 2, MOST_OBJECTS),
        given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        given.number("values", 0, 1, Long.MAX_VALUE),
        objects,
        given.has("report"));
  }
}
