// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// What collectives need of a rank: messages of four words with or without bytes, in order per pair
/// of ranks, and memory that others may read.
///
/// Called by the body, [#open] may run handlers before it returns; what these send overtakes the
/// message that is being opened. Called by a handler it runs nothing.
public interface CollectiveWire {
  /// This rank in the world.
  int rank();

  /// How many ranks the world has.
  int size();

  /// The most bytes that one message takes besides its words.
  int frameBytes();

  /// Sends four words, if there is room now; says whether it did. Runs nothing.
  boolean trySend(int target, long a, long b, long c, long d);

  /// Begins a message of four words and `bytes` bytes: returns the memory in which the bytes are to
  /// be written from [#at] on, before [#close]. Between the two nothing else may be sent.
  MemorySegment open(int target, int bytes);

  /// Where the bytes of the message begun go.
  long at();

  /// Sends the message begun, with these words.
  void close(long a, long b, long c, long d);

  /// Ends the job because the ranks `one` and `other`, of which this may be one, disagree about an
  /// operation of a group as `text` says; in the body it does not return. Where it can, it finds
  /// out first where they are, and in the debug mode where they have begun it.
  default void disagree(int one, int other, int group, int sequence, String text) {
    throw new WeftException(text);
  }

  /// The line of the program that this rank is at, in the debug mode; else empty.
  default String line() {
    return "";
  }

  /// The registered heap of a rank of the world as it can be read here; null when it cannot.
  @Nullable MemorySegment heap(int rank);

  /// Allocates in this rank's registered heap; returns the offset.
  long allocate(long bytes);

  /// Frees what [#allocate] returned.
  void free(long offset);

  /// Where a segment lies in this rank's registered heap, or −1.
  long offsetOf(MemorySegment segment);

  /// Takes `bytes` of the rank's budget for early arrivals.
  void takeBudget(long bytes);

  /// Gives them back.
  void giveBudget(long bytes);
}
