// SPDX-License-Identifier: Apache-2.0
package weft.watch;

/// Who watches whom. Rank 0 is the hub: all others have a link to it. The last rank on another host
/// than rank 0's, or the last of all, is its deputy: all others have a link to that, too. So any
/// process, or any host, can be lost, and one is left that knows and can tell all.
record Star(int size, int deputy) {
  /// The hub's rank.
  static final int HUB = 0;

  private static final int[] NONE = {};
  private static final int[] TO_HUB = {HUB};

  /// The star of `peers`.
  static Star of(Peer[] peers) {
    for (int rank = peers.length - 1; rank > 0; rank--) {
      if (!peers[rank].isWith(peers[HUB])) {
        return new Star(peers.length, rank);
      }
    }
    return new Star(peers.length, peers.length - 1);
  }

  /// Whether the others have links to `rank`.
  boolean isCentre(int rank) {
    return rank == HUB || rank == deputy;
  }

  /// To whom `rank` has a link that it makes, and whom it tells of what it sees: the hub first.
  int[] elders(int rank) {
    return rank == HUB ? NONE : rank == deputy ? TO_HUB : new int[] {HUB, deputy};
  }
}
