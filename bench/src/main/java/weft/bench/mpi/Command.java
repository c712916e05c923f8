// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

/// What a pair of Weft's is told to do besides [MeasuredOperation]s.
enum Command {
  /// Requests of one word one way; the size is how many of them stand between two flush points.
  STREAM,
  /// Puts of a size one way; a fence ends the slice.
  PUTS,
  /// The follower waits: what that takes of the processor, and how soon it is woken.
  WAIT,
  WAKE;

  /// Its number: behind those of the operations.
  int number() {
    return MeasuredOperation.Kind.commands() + ordinal();
  }
}
