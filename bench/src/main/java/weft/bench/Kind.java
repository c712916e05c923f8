// SPDX-License-Identifier: Apache-2.0
package weft.bench;

/// What a pair of ranks can measure. A trip is half of a round trip; a rate is the time of one
/// message among many that go one way.
enum Kind {
  /// Nothing: only the cache-line ping-pong that every slice has.
  LINE,
  /// The published bare ring.
  BARE_TRIP,
  BARE_RATE,
  /// Weft's ring without handlers: Outbox and Inbox, and a sink that counts.
  RING_TRIP,
  RING_RATE,
  RSR0_TRIP,
  RSR0_RATE,
  RSR1_TRIP,
  RSR1_RATE,
  RSR2_TRIP,
  RSR2_RATE,
  RSR3_TRIP,
  RSR3_RATE,
  RSR4_TRIP,
  RSR4_RATE,
  RSRN_TRIP,
  RSRN_RATE,
  /// rsr1 again, its handlers in random order.
  SPREAD_TRIP,
  SPREAD_RATE,
  /// rsr1 with both sides in pollUntil.
  UNTIL_TRIP,
  /// A copy between two buffers of one process.
  COPY,
  /// World.poll, and the transport's poll below it, with nothing to find.
  POLL,
  INBOX_POLL
}
