// SPDX-License-Identifier: Apache-2.0
package weft.model;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Which host each rank runs on.
public final class Mapping {
  private final int[] hosts;
  private final int count;
  private final int[] sizes;

  private Mapping(int[] hosts) {
    this.hosts = hosts;
    this.count = Arrays.stream(hosts).max().orElse(0) + 1;
    this.sizes = new int[count];
    for (int host : hosts) {
      if (host < 0) {
        throw new ModelException("a rank is mapped to host " + host + "; hosts count from 0");
      }
      sizes[host]++;
    }
  }

  /// Consecutive ranks on each host, as many on one as on another, or one more on the first: with
  /// `Q` ranks a host, rank `r` runs on host ⌊r/Q⌋ (MAPPING_SEQ).
  ///
  /// @throws ModelException if there are more hosts than ranks, or none
  public static Mapping blocks(int ranks, int hosts) {
    check(ranks, hosts);
    int[] of = new int[ranks];
    for (int host = 0; host < hosts; host++) {
      int from = (int) ((long) ranks * host / hosts);
      int to = (int) ((long) ranks * (host + 1) / hosts);
      Arrays.fill(of, from, to, host);
    }
    return new Mapping(of);
  }

  /// Rank `r` on host `r mod hosts`.
  ///
  /// @throws ModelException if there are more hosts than ranks, or none
  public static Mapping roundRobin(int ranks, int hosts) {
    check(ranks, hosts);
    return new Mapping(IntStream.range(0, ranks).map(rank -> rank % hosts).toArray());
  }

  /// The host of each rank.
  public static Mapping of(int... hosts) {
    return new Mapping(hosts.clone());
  }

  private static void check(int ranks, int hosts) {
    if (ranks < 1 || hosts < 1 || hosts > ranks) {
      throw new ModelException(
          "%d ranks cannot run on %d hosts; each host needs a rank".formatted(ranks, hosts));
    }
  }

  /// The number of ranks.
  public int ranks() {
    return hosts.length;
  }

  /// The number of hosts.
  public int hosts() {
    return count;
  }

  /// The host of a rank.
  public int host(int rank) {
    return hosts[rank];
  }

  /// The number of ranks on a host.
  public int ranksOn(int host) {
    return sizes[host];
  }
}
