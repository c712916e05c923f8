// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

/// How the keys are shared out: equal blocks, but that the last block that has keys may be shorter,
/// and those after it are empty.
///
/// Odd-even transposition sorts blocks of equal length. A shorter one counts as filled up with keys
/// greater than all others; since these never leave the end, they need not exist, and no block ever
/// changes its length.
///
/// @param keys how many keys there are
/// @param ranks among how many ranks
record SortBlocks(long keys, int ranks) {
  /// The most keys of one block.
  static final int MOST = Integer.MAX_VALUE - 16;

  /// The length of a whole block.
  int whole() {
    return Math.toIntExact(Math.ceilDiv(keys, ranks));
  }

  /// The index of the first key of `rank`.
  long first(int rank) {
    return Math.min(keys, (long) rank * whole());
  }

  /// How many keys `rank` has.
  int length(int rank) {
    return (int) (first(rank + 1) - first(rank));
  }

  /// With whom `rank` compares and splits in a step, or −1 if with nobody: in even steps ranks 0
  /// and 1, 2 and 3, …, in odd ones 1 and 2, 3 and 4, … An empty block has nothing to compare.
  int partner(int rank, int step) {
    int partner = (rank + step) % 2 == 0 ? rank + 1 : rank - 1;
    boolean exists = partner >= 0 && partner < ranks;
    return exists && length(Math.max(rank, partner)) > 0 ? partner : -1;
  }
}
