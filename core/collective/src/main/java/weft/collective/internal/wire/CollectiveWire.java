// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// The services that collectives need from a rank: ordered messages of four words, with or without
/// bytes, and memory that other ranks may read.
///
/// If the body calls [#open], handlers may run before it returns; their messages overtake the one
/// being opened. If a handler calls it, nothing else runs.
public interface CollectiveWire {
  /// This rank in the world.
  int rank();

  /// The number of ranks of the world.
  int size();

  /// The maximum number of bytes of one message besides its words.
  int frameBytes();

  /// Sends four words if there is room now; returns whether it did. Runs no handler.
  boolean trySend(int target, long a, long b, long c, long d);

  /// Opens a message of four words and `bytes` bytes, and returns the memory to write the bytes to,
  /// from [#at]. Nothing else may be sent before [#close].
  MemorySegment open(int target, int bytes);

  /// The offset of the bytes of the open message.
  long at();

  /// Sends the open message with these words.
  void close(long a, long b, long c, long d);

  /// Ends the job because the ranks `one` and `other` disagree about an operation of a group, as
  /// `text` says. This rank may be one of them. In the body it does not return. If possible it
  /// first finds out the line of each rank, and in the debug mode the line that began the
  /// operation.
  default void disagree(int one, int other, int group, int sequence, String text) {
    throw new WeftException(text);
  }

  /// The line of the program at which this rank is, in the debug mode; else empty.
  default String line() {
    return "";
  }

  /// Enters an operator of the program, which may neither send nor wait; see
  /// [weft.layer.ProgramCalls#enterPure]. Returns what the two methods after this one need.
  default long enterOperator(int part) {
    return 0;
  }

  /// Leaves the operator, which has returned.
  default void leaveOperator(long outer) {}

  /// Leaves the operator, which has thrown, and rethrows.
  default RuntimeException operatorFailed(long outer, Throwable thrown) {
    throw new WeftException("an operator has thrown", thrown);
  }

  /// The registered heap of a world rank as this rank reads it; null if it cannot.
  @Nullable MemorySegment heap(int rank);

  /// Allocates in this rank's registered heap; returns the offset.
  long allocate(long bytes);

  /// Frees what [#allocate] returned.
  void free(long offset);

  /// The offset of a segment in this rank's registered heap, or −1.
  long offsetOf(MemorySegment segment);

  /// Takes `bytes` of the rank's budget for early arrivals.
  void takeBudget(long bytes);

  /// Returns `bytes` to the budget.
  void giveBudget(long bytes);
}
