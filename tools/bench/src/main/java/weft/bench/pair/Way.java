// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.function.IntSupplier;

/// A way for messages between two processes: it sends messages and takes arrived ones.
///
/// @param send sends one message, waiting for room if there is none
/// @param poll takes the arrived messages and returns their number
public record Way(Send send, IntSupplier poll) {
  /// The work of round trips.
  public SliceWork trip() {
    return Fresh.copy(TripLoop.class, SliceWork.class, send, poll);
  }

  /// The work of messages in one direction.
  public SliceWork rate(BenchBoard board) {
    return Fresh.copy(RateLoop.class, SliceWork.class, board, send, poll);
  }

  /// The work that times the calls that send, while no rank takes messages.
  public SliceWork calls(BenchBoard board) {
    return Fresh.copy(CallLoop.class, SliceWork.class, board, send, poll);
  }

  /// The work that times the calls themselves.
  SliceWork cost(BenchBoard board) {
    return Fresh.copy(CostLoop.class, SliceWork.class, board, send, poll);
  }
}
