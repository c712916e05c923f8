// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

/// The measurements of a pair of ranks. A trip is half of a round trip. A rate is the time of one
/// message among many in one direction. A cost is the time of the calls on either side.
public enum PairKind {
  /// Nothing: only the cache-line ping-pong that every slice has.
  LINE,
  /// The bare ring.
  BARE_TRIP,
  BARE_RATE,
  /// Weft's ring without handlers: Outbox and Inbox, and a sink that adds words.
  RING_TRIP,
  RING_RATE,
  /// The time of the calls of the ring's sender.
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
  /// rsr1 with its handlers in random order.
  SPREAD_TRIP,
  SPREAD_RATE,
  /// Rows of a matrix in one message: as a part, and packed by hand and sent.
  ROWS_TRIP,
  ROWS_RATE,
  PACKED_TRIP,
  PACKED_RATE,
  /// rsr1 with both sides in pollUntil.
  UNTIL_TRIP,
  /// A copy between two buffers of one process.
  COPY,
  /// World.poll without messages.
  POLL,
  /// The follower waits: measures its processor time, and the time until it is woken.
  WAIT,
  WAKE;

  /// The kind whose name consists of `prefix`, `words` and `suffix`.
  static PairKind of(String prefix, int words, String suffix) {
    return valueOf(prefix + words + suffix);
  }
}
