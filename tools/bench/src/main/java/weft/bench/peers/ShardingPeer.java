// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.io.IOException;
import weft.bench.BenchMachine;
import weft.bench.harness.Statistics;

/// Messages to entities of Pekko's cluster sharding, between two JVMs (`ShardPeer`): the Java peer
/// of mobile objects.
///
/// @param tripNanos half a round trip between two entities, the median of the slices
/// @param perMicrosecond messages a microsecond (millions a second) to 1,000 entities in random
///   order
/// @param sent the number of messages sent for that in all slices, at most 20,000 ahead
/// @param lost the number of these that were lost
/// @param sentCold how many messages were sent at once, before it was known where their entities
///   were
/// @param lostCold the number of these that were lost
public record ShardingPeer(
    double tripNanos, double perMicrosecond, long sent, long lost, long sentCold, long lostCold) {
  private static final long COLD = 300_000;
  private static final int WARM_UPS = 12;

  /// Measures `rounds` slices.
  ///
  /// @throws weft.bench.BenchException with a sentence, when it cannot be had or does not answer
  public static ShardingPeer measure(int rounds, long trips, long messages)
      throws IOException, InterruptedException {
    String classPath = PeerSources.compile(PeerKind.SHARDING, BenchMachine.temporary());
    try (PeerProcesses pair = PeerProcesses.start(PeerKind.SHARDING, classPath)) {
      var tripNanos = new double[rounds];
      var rates = new double[rounds];
      for (int round = -WARM_UPS; round < rounds; round++) {
        long trip = pair.ask("wordTrips", trips);
        long words = pair.ask("words", messages);
        if (round >= 0) {
          tripNanos[round] = trip / (2.0 * trips);
          rates[round] = 1e3 * messages / words;
        }
      }
      return new ShardingPeer(
          Statistics.median(tripNanos),
          Statistics.median(rates),
          messages * (rounds + WARM_UPS),
          pair.ask("lost", 0),
          COLD,
          pair.ask("lostCold", COLD));
    }
  }
}
