// SPDX-License-Identifier: Apache-2.0
package weft.watch;

/// The links between ranks that watch each other. Rank 0 is the hub: all others have a link to it.
/// Its deputy is the last rank on another host, or the last rank if all share one host. All others
/// have a link to the deputy, too. So if any one process or host is lost, a hub remains that
/// detects it and notifies all ranks.
record WatchTopology(int size, int deputy) {
  /// The hub's rank.
  static final int HUB = 0;

  private static final int[] NONE = {};
  private static final int[] TO_HUB = {HUB};

  /// The topology of `peers`.
  static WatchTopology of(Peer[] peers) {
    for (int rank = peers.length - 1; rank > 0; rank--) {
      if (!peers[rank].isWith(peers[HUB])) {
        return new WatchTopology(peers.length, rank);
      }
    }
    return new WatchTopology(peers.length, peers.length - 1);
  }

  /// Returns whether the others have links to `rank`.
  boolean isSupervisor(int rank) {
    return rank == HUB || rank == deputy;
  }

  /// The ranks to which `rank` connects and reports failures, the hub first.
  int[] supervisors(int rank) {
    return rank == HUB ? NONE : rank == deputy ? TO_HUB : new int[] {HUB, deputy};
  }
}
