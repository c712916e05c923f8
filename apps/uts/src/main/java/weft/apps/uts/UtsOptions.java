// SPDX-License-Identifier: Apache-2.0
package weft.apps.uts;

import java.util.List;
import weft.options.Options;

/// The options of the command line.
record UtsOptions(TreeShape.Sample sample, int piece, boolean stealing) {
  private static final String ABOUT =
      """
      uts [options]

      Counts the nodes of an unbalanced tree (the benchmark UTS), whose shape is not known before.
      The root is at rank 0. Pieces of the tree are mobile objects, and ranks without work steal
      some. The counts are compared with the published ones.
      """;

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static UtsOptions parse(List<String> args) {
    var given = new Options("uts", ABOUT, args);
    TreeShape.Sample sample =
        given.read(
            "tree NAME",
            "T1L",
            UtsOptions::sample,
            "T1L (geometric, a hundred million nodes); of about four million nodes T1 (geometric),"
                + " T2 (cyclic), T3 (binomial) and T5 (linear)");
    int piece =
        given.count(
            "piece N",
            500,
            1,
            1_000_000,
            "nodes that a piece of work counts before other work gets its turn");
    boolean stays = given.has("no-stealing", "work stays on its rank, for comparison");
    given.end();
    return new UtsOptions(sample, piece, !stays);
  }

  private static TreeShape.Sample sample(String name) {
    TreeShape.Sample sample = TreeShape.sample(name);
    if (sample == null) {
      throw new IllegalArgumentException(
          "--tree %s is not known; the trees are %s".formatted(name, TreeShape.names()));
    }
    return sample;
  }
}
