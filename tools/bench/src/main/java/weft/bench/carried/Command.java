// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

/// The commands for a pair of Weft in addition to [MeasuredOperation]s.
enum Command {
  /// Requests of one word in one direction; the size is the number of them between two flush
  /// points.
  STREAM,
  /// Puts of a size in one direction; a fence ends the slice.
  PUTS,
  /// The follower waits: measures its processor time, and the time until it is woken.
  WAIT,
  WAKE;

  /// Its number, after those of the operations.
  int number() {
    return MeasuredOperation.Kind.commands() + ordinal();
  }
}
