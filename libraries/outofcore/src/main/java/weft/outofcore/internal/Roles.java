// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.internal;

/// Which ranks keep objects, and which run them. Without servers each rank does both.
public final class Roles {
  private final int rank;
  private final int ranks;
  private final int servers;
  private int last;

  /// Ranks 0 to `servers − 1` are servers.
  public Roles(int rank, int ranks, int servers) {
    this.rank = rank;
    this.ranks = ranks;
    this.servers = servers;
    this.last = rank;
  }

  /// Whether this is the first rank that runs objects.
  boolean isFirst() {
    return rank == servers;
  }

  /// Whether this rank only keeps objects.
  boolean isServer() {
    return rank < servers;
  }

  /// Whether this rank gives objects back that have no mail.
  boolean isEngine() {
    return servers > 0 && rank >= servers;
  }

  /// The server of an object.
  int server(long word) {
    return (int) Math.floorMod(word * 0x9E3779B97F4A7C15L >>> 32, (long) servers);
  }

  /// The engine of the next object, in turn.
  int engine() {
    last = (last + 1) % (ranks - servers);
    return servers + last;
  }
}
