// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.util.List;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;

/// What the command line asks for.
///
/// @param keys how many keys
/// @param seed of their values
/// @param values how many different values there may be; 0 for all that a long has
/// @param objects whether keys are objects, and whether these move
/// @param report whether to print a line for each step
record SortOptions(long keys, long seed, long values, Objects objects, boolean report) {
  /// What holds a key.
  enum Objects {
    /// A block of keys on each rank.
    NONE,

    /// An object of its own, which stays.
    STAY,

    /// An object of its own, which moves after every step.
    MOBILE
  }

  /// How many objects are sorted unless the command line says.
  static final long PUBLISHED_OBJECTS = 512;

  private static final int MOST_OBJECTS = 1 << 16;

  /// The size of the problem that this house publishes: the paper gives none.
  static final long PUBLISHED = 10_000_000;

  static final String USAGE =
      """
      netsort [options]

      Sorts keys of 64 bits that all ranks hold together: each rank sorts its block, then neighbours
      compare and split their blocks, as many times as there are ranks (odd-even transposition).
      The order and the contents of the blocks are checked after every step.

        --n N        how many keys, at least 1 (10000000, the size by which to compare)
        --seed S     where their random values come from (1)
        --values V   how many different values there are, so that keys repeat (all of a long)
        --report     print a line for each step
        --mobile     each key is an object (512 of them) that moves to another rank after every
                     step: as many steps as objects, in each of which neighbours compare
        --stay       the same with objects that do not move
      """;

  /// Reads a command line.
  ///
  /// @throws weft.apps.common.BadInputException when it cannot be understood
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
