// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

/// Checks after every compare-split, and at the end.
final class Checks {
  private Checks() {}

  /// Checks the blocks of two ranks after a step. This rank's block must ascend. No key of the
  /// lower block may be greater than a key of the higher one.
  static void split(
      int rank, int partner, int step, long[] keys, int length, BlockExchange.Edge theirs) {
    ascending(rank, step, keys, length);
    if (rank < partner) {
      order(rank, keys[length - 1], partner, theirs.least, step);
    } else {
      order(partner, theirs.greatest, rank, keys[0], step);
    }
  }

  /// Checks that a block ascends.
  static void ascending(int rank, int step, long[] keys, int length) {
    int at = Keys.descent(keys, length);
    if (at >= 0) {
      throw new IllegalStateException(
          "after step %d key %d of rank %d is %d, less than the one before it, %d"
              .formatted(step, at, rank, keys[at], keys[at - 1]));
    }
  }

  /// Checks that the greatest key of a rank is not above the least key of the next one.
  static void order(int lower, long greatest, int higher, long least, int step) {
    if (greatest > least) {
      throw new IllegalStateException(
          "after step %d rank %d has a key %d, greater than %d of rank %d"
              .formatted(step, lower, greatest, least, higher));
    }
  }

  /// Checks that no key was lost, added or changed.
  static void contents(String whose, int step, long before, long after) {
    if (before != after) {
      throw new IllegalStateException(
          "after step %d the keys of %s differ from those before: checksum %016x, not %016x"
              .formatted(step, whose, after, before));
    }
  }
}
