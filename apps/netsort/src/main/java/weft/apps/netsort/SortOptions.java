// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.util.List;
import weft.apps.common.Arguments;

/// What the command line asks for.
///
/// @param keys how many keys
/// @param seed of their values
/// @param values how many different values there may be; 0 for all that a long has
/// @param report whether to print a line for each step
record SortOptions(long keys, long seed, long values, boolean report) {
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
      """;

  /// Reads a command line.
  ///
  /// @throws weft.apps.common.BadInputException when it cannot be understood
  static SortOptions parse(List<String> args, int ranks) {
    Arguments given =
        Arguments.parse("netsort", List.of("n", "seed", "values"), List.of("report"), args);
    return new SortOptions(
        given.number("n", PUBLISHED, 1, (long) SortBlocks.MOST * ranks),
        given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        given.number("values", 0, 1, Long.MAX_VALUE),
        given.has("report"));
  }
}
