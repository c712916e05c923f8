// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

/// What an [ObjectPair] measures: bare messages of the bytes that go on the wire, and messages to
/// objects.
enum ObjectWork {
  BARE_TRIP,
  TRIP,
  BARE_RATE,
  RATE,
  BARE_STATE,
  STATE
}
