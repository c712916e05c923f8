// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// A group of ranks, placed on hosts (the seed's Code 8).
///
/// @param mapping where each rank runs
public record Communicator(Mapping mapping) {
  /// The number of ranks.
  public int size() {
    return mapping.ranks();
  }

  /// The host of a rank.
  public int node(int rank) {
    return mapping.host(rank);
  }

  /// The rank with its host.
  public PlacedRank rank(int rank) {
    return new PlacedRank(rank, node(rank));
  }

  /// The channel between two ranks: [Platform#LOCAL] on one host, else [Platform#NETWORK].
  public int channel(int source, int target) {
    return node(source) == node(target) ? Platform.LOCAL : Platform.NETWORK;
  }

  /// The transmission of `bytes` bytes between two ranks.
  public Transmission send(int source, int target, long bytes) {
    return new Transmission(rank(source), rank(target), bytes, 1);
  }
}
