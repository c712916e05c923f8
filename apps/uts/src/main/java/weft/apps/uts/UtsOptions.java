// SPDX-License-Identifier: Apache-2.0
package weft.apps.uts;

import java.util.List;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;

/// The options of the command line.
///
/// @param sample the tree
/// @param piece the number of nodes that a piece counts before other work gets its turn
/// @param stealing whether ranks without work steal from others
record UtsOptions(TreeShape.Sample sample, int piece, boolean stealing) {
  static final String USAGE =
      """
      uts [options]

      Counts the nodes of an unbalanced tree (the benchmark UTS), whose shape is not known before.
      The root is at rank 0. Pieces of the tree are mobile objects, and ranks without work steal
      some. The counts are compared with the published ones.

        --tree NAME    T1 (geometric), T2 (cyclic), T3 (binomial), or T5 (linear): about four
                       million nodes each (T1)
        --piece N      nodes that a piece of work counts before other work gets its turn, 1 to
                       1000000 (500)
        --no-stealing  work stays on its rank, for comparison
      """;

  /// Parses a command line.
  ///
  /// @throws BadInputException if it is not valid
  static UtsOptions parse(List<String> args) {
    Arguments given =
        Arguments.parse("uts", List.of("tree", "piece"), List.of("no-stealing"), args);
    String name = given.get("tree", "T1");
    TreeShape.Sample sample = TreeShape.sample(name);
    if (sample == null) {
      throw new BadInputException(
          "--tree %s is not known; the trees are %s".formatted(name, TreeShape.names()));
    }
    return new UtsOptions(
        sample, (int) given.number("piece", 500, 1, 1_000_000), !given.has("no-stealing"));
  }
}
