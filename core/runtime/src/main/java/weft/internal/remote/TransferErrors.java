// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import weft.WeftException;
import weft.internal.rank.Rank;
import weft.memory.span.Memories;

/// The failures of transfers by messages, after they have begun.
final class TransferErrors {
  private final int rank;
  private final Rank self;

  TransferErrors(int rank, Rank self) {
    this.rank = rank;
    this.self = self;
  }

  /// Copies local bytes in the middle of the messages of `call`. If that fails (the segment was
  /// closed while the call waited), the job cannot continue.
  void copy(String call, Object from, long offset, MemorySegment to, long at, long bytes) {
    try {
      Memories.copyIn(from, offset, to, at, bytes);
    } catch (RuntimeException e) {
      throw self.failures().report(HeapMap.ONE_SIDED, unfinished(call, e));
    }
  }

  /// Reports that `call` cannot be finished.
  WeftException unfinished(String call, RuntimeException cause) {
    return new WeftException(
        "rank "
            + rank
            + " could not finish its "
            + call
            + ": "
            + cause.getMessage()
            + "; keep local memory open until a fence or a Completion says that the call is done",
        cause);
  }

  /// Reports a message that this version of Weft cannot have sent.
  WeftException wrong(int source, String what) {
    return new WeftException(
        "rank "
            + source
            + " has sent rank "
            + rank
            + " "
            + what
            + "; the two must run the same version of Weft, and no other program may write their"
            + " messages");
  }
}
