// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

/// The kinds of work that an [ObjectPair] measures: messages to objects, and bare messages of the
/// same bytes on the wire.
enum ObjectWork {
  BARE_TRIP,
  TRIP,
  BARE_RATE,
  RATE,
  BARE_STATE,
  STATE
}
