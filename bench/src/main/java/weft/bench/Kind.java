// SPDX-License-Identifier: Apache-2.0
package weft.bench;

/// What a pair of ranks can measure. A trip is half of a round trip; a rate is the time of one
/// message among many that go one way; a cost is what the calls take on either side.
enum Kind {
  /// Nothing: only the cache-line ping-pong that every slice has.
  LINE,
  /// The published bare ring.
  BARE_TRIP,
  BARE_RATE,
  /// The bare ring when each send looks whether the receiver sleeps.
  LOOK_TRIP,
  LOOK_RATE,
  /// The same with a full fence before the look.
  FENCE_TRIP,
  FENCE_RATE,
  /// Weft's ring without handlers: Outbox and Inbox, and a sink that adds.
  RING_TRIP,
  RING_RATE,
  RING0_COST,
  RING1_COST,
  RING2_COST,
  RING3_COST,
  RING4_COST,
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
  RSR0_COST,
  RSR1_COST,
  RSR2_COST,
  RSR3_COST,
  RSR4_COST,
  /// rsr1 again, its handlers in random order.
  SPREAD_TRIP,
  SPREAD_RATE,
  /// rsr1 with both sides in pollUntil.
  UNTIL_TRIP,
  /// A stream of rsr1 while a sampler looks where its sender is.
  SAMPLE,
  /// A copy between two buffers of one process.
  COPY,
  /// World.poll, and the ring's poll below it, with nothing to find.
  POLL,
  INBOX_POLL,
  /// The follower waits: what that takes of the processor, and how soon it is woken.
  WAIT,
  WAKE;

  /// The kind called `prefix`, `words` and `suffix`.
  static Kind of(String prefix, int words, String suffix) {
    return valueOf(prefix + words + suffix);
  }
}
