// SPDX-License-Identifier: Apache-2.0
package weft.watch.network;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.memory.HeapLayout;
import weft.memory.RingOutbox;
import weft.transport.JobVariables;
import weft.transport.Occupancy;
import weft.transport.rings.Neighbours;
import weft.watch.AllGather;
import weft.watch.CommonSteps;
import weft.watch.NeighbourSearch;
import weft.watch.PeerWatch;
import weft.watch.Processors;

/// Where one rank is among the others: its neighbours, and what it shares with them. All ranks find
/// that out together, before they send anything.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public final class NetworkSite {
  private final int rank;
  private final Map<String, String> environment;
  private final PeerWatch watch;
  private final CommonSteps steps;
  private final List<String> hosts;
  private final @Nullable Neighbours neighbours;
  private final Occupancy occupancy;
  private final int maxRecord;
  private final NetworkFailures failures;

  private NetworkSite(
      int rank,
      long ring,
      Map<String, String> environment,
      PeerWatch watch,
      AllGather exchange,
      @Nullable Neighbours neighbours) {
    this.rank = rank;
    this.environment = environment;
    this.watch = watch;
    this.steps = new CommonSteps(rank, exchange);
    this.hosts = List.of(watch.hosts());
    this.neighbours = neighbours;
    this.occupancy = Processors.gather(rank, exchange);
    this.maxRecord = RingOutbox.maxRecord(ring);
    this.failures = new NetworkFailures(rank, watch);
  }

  /// Finds out where `rank` is. This is a collective call.
  ///
  /// @param ring the bytes of each ring
  /// @param bell wakes this rank; gets the ports of the others
  static NetworkSite find(
      int rank,
      long ring,
      HeapLayout heap,
      Map<String, String> environment,
      PeerWatch watch,
      AllGather exchange,
      NetworkBell bell)
      throws IOException {
    String[] ports = new CommonSteps(rank, exchange).on(() -> Integer.toString(bell.port()));
    for (int i = 0; i < ports.length; i++) {
      bell.setPort(i, Integer.parseInt(ports[i]));
    }
    boolean networkOnly = JobVariables.isSet(environment, JobVariables.NETWORK_ONLY);
    Neighbours neighbours =
        NeighbourSearch.gather(
            rank,
            watch.hosts(),
            networkOnly ? 0 : ring,
            heap,
            environment,
            exchange,
            watch.sharedHostFile(),
            bell);
    return new NetworkSite(rank, ring, environment, watch, exchange, neighbours);
  }

  /// This rank.
  public int rank() {
    return rank;
  }

  /// The number of ranks.
  public int ranks() {
    return hosts.size();
  }

  /// The variables of this rank.
  public Map<String, String> environment() {
    return environment;
  }

  /// The watch over all ranks.
  public PeerWatch watch() {
    return watch;
  }

  /// The steps that all ranks take together.
  public CommonSteps steps() {
    return steps;
  }

  /// A unique name of each rank's host.
  public List<String> hosts() {
    return hosts;
  }

  /// Whether all ranks are on this host.
  public boolean isOneHost() {
    return hosts.stream().allMatch(hosts.get(rank)::equals);
  }

  /// The ranks of this host that share memory with this one, or null.
  @Nullable Neighbours neighbours() {
    return neighbours;
  }

  /// Whether all ranks share memory with this one.
  boolean areNeighbours() {
    return neighbours != null && neighbours.areAll();
  }

  /// Whether there are ranks that only the network reaches: all ranks agree about that.
  public boolean reachesOut() {
    return ranks() > 1 && !areNeighbours();
  }

  /// Whether only the network reaches `peer`.
  public boolean isCarried(int peer) {
    return peer != rank && (neighbours == null || !neighbours.has(peer));
  }

  Occupancy occupancy() {
    return occupancy;
  }

  int maxRecord() {
    return maxRecord;
  }

  /// Ends the job when connections fail.
  public NetworkFailures failures() {
    return failures;
  }
}
