// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.function.IntSupplier;

/// A way for messages between two processes: how one is sent, and how those that came are taken.
///
/// @param send sends one message, waiting for room if there is none
/// @param poll takes what has come and returns how many messages that was
public record Way(Send send, IntSupplier poll) {
  /// One message there, one back.
  public SliceWork trip() {
    return Fresh.copy(TripLoop.class, SliceWork.class, send, poll);
  }

  /// Messages one way.
  public SliceWork rate(BenchBoard board) {
    return Fresh.copy(RateLoop.class, SliceWork.class, board, send, poll);
  }

  /// What the calls take that send, while nobody takes.
  public SliceWork calls(BenchBoard board) {
    return Fresh.copy(CallLoop.class, SliceWork.class, board, send, poll);
  }

  /// What the calls themselves take.
  SliceWork cost(BenchBoard board) {
    return Fresh.copy(CostLoop.class, SliceWork.class, board, send, poll);
  }
}
