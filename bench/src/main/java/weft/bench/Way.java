// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.function.IntSupplier;

/// A way for messages between two processes: how one is sent, and how those that came are taken.
///
/// @param send sends one message, waiting for room if there is none
/// @param poll takes what has come and returns how many messages that was
public record Way(Send send, IntSupplier poll) {
  /// One message there, one back.
  public Work trip() {
    return Fresh.copy(TripLoop.class, Work.class, send, poll);
  }

  /// Messages one way.
  public Work rate(Board board) {
    return Fresh.copy(RateLoop.class, Work.class, board, send, poll);
  }

  /// What the calls take that send, while nobody takes.
  public Work calls(Board board) {
    return Fresh.copy(CallLoop.class, Work.class, board, send, poll);
  }

  /// What the calls themselves take.
  Work cost(Board board) {
    return Fresh.copy(CostLoop.class, Work.class, board, send, poll);
  }
}
