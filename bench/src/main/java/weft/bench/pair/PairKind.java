// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

/// What a pair of ranks can measure. A trip is half of a round trip; a rate is the time of one
/// message among many that go one way; a cost is what the calls take on either side.
public enum PairKind {
  /// Nothing: only the cache-line ping-pong that every slice has.
  LINE,
  /// The published bare ring.
  BARE_TRIP,
  BARE_RATE,
  /// Weft's ring without handlers: Outbox and Inbox, and a sink that adds.
  RING_TRIP,
  RING_RATE,
  /// What the calls of the ring's sender take.
  RING_COST,
  RSR0_TRIP,
  RSR1_TRIP,
  RSR2_TRIP,
  RSR3_TRIP,
  RSR4_TRIP,
  RSRN_TRIP,
  RSR0_RATE,
  RSR1_RATE,
  RSR2_RATE,
  RSR3_RATE,
  RSR4_RATE,
  RSRN_RATE,
  /// rsr1 again, its handlers in random order.
  SPREAD_TRIP,
  SPREAD_RATE,
  /// rsr1 with both sides in pollUntil.
  UNTIL_TRIP,
  /// A copy between two buffers of one process.
  COPY,
  /// World.poll with nothing to find.
  POLL,
  /// The follower waits: what that takes of the processor, and how soon it is woken.
  WAIT,
  WAKE;

  /// The kind called `prefix`, `words` and `suffix`.
  static PairKind of(String prefix, int words, String suffix) {
    return valueOf(prefix + words + suffix);
  }
}
