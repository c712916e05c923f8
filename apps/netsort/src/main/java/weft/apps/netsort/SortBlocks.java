// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

/// The distribution of the keys in equal blocks. The last block with keys may be shorter, and the
/// blocks after it are empty.
///
/// Odd-even transposition sorts blocks of equal length. A shorter block counts as filled with keys
/// greater than all others. Such keys never leave the end, so they need not exist, and no block
/// changes its length.
///
/// @param keys the number of keys
/// @param ranks the number of ranks
record SortBlocks(long keys, int ranks) {
  /// The most keys of one block.
  static final int MOST = Integer.MAX_VALUE - 16;

  /// The length of a full block.
  int whole() {
    return Math.toIntExact(Math.ceilDiv(keys, ranks));
  }

  /// The index of the first key of `rank`.
  long first(int rank) {
    return Math.min(keys, (long) rank * whole());
  }

  /// The number of keys of `rank`.
  int length(int rank) {
    return (int) (first(rank + 1) - first(rank));
  }

  /// The rank with which `rank` compares and splits in a step, or −1 if there is none. In even
  /// steps these are ranks 0 and 1, 2 and 3, …; in odd steps 1 and 2, 3 and 4, and so on. An empty
  /// block has no partner.
  int partner(int rank, int step) {
    int partner = (rank + step) % 2 == 0 ? rank + 1 : rank - 1;
    boolean exists = partner >= 0 && partner < ranks;
    return exists && length(Math.max(rank, partner)) > 0 ? partner : -1;
  }
}
