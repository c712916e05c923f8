// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;

/// The records of one channel that are to leave for one target: the buffer that is being filled,
/// and before it the full ones that found no room.
final class Outgoing {
  private static final long[] NONE = {};

  final int target;

  /// The buffer that is being filled, and the same memory as a segment.
  long[] words = NONE;

  MemorySegment view = MemorySegment.ofArray(NONE);

  /// The bytes that the buffer holds.
  int used;

  /// A push that ends at or below this needs to look at nothing else. It is 0 while the buffer is
  /// empty, and always where each push has to look at the clock.
  int limit;

  /// When the buffer has to leave; of a channel with a time bound.
  long deadline;

  /// Full buffers, oldest first, in a ring; `spares` are empty ones.
  private final long[][] full;

  private final int[] lengths;
  private int first;
  private int count;
  private final long[][] spares;
  private int spare;

  /// How many buffers were made.
  int arrays;

  /// Its place in the list of those that hold something, or −1.
  int place = -1;

  Outgoing(int target, int buffers) {
    this.target = target;
    this.full = new long[buffers - 1][];
    this.lengths = new int[buffers - 1];
    this.spares = new long[buffers - 1][];
  }

  boolean isEmpty() {
    return used == 0 && count == 0;
  }

  /// Whether full buffers wait before the one that is being filled.
  boolean isQueued() {
    return count > 0;
  }

  /// The oldest buffer.
  long[] oldest() {
    return count > 0 ? full[first] : words;
  }

  /// The bytes in the oldest buffer.
  int oldestBytes() {
    return count > 0 ? lengths[first] : used;
  }

  /// The oldest buffer has left.
  void removeOldest() {
    if (count == 0) {
      used = 0;
      limit = 0;
      return;
    }
    spares[spare++] = full[first];
    first = (first + 1) % full.length;
    count--;
  }

  /// Puts the buffer that is being filled behind the full ones, and returns whether there was a
  /// place.
  boolean queue() {
    if (count == full.length) {
      return false;
    }
    int at = (first + count++) % full.length;
    full[at] = words;
    lengths[at] = used;
    words = spare > 0 ? spares[--spare] : NONE;
    view = MemorySegment.ofArray(words);
    used = 0;
    limit = 0;
    return true;
  }

  /// Takes a buffer to be filled from now on.
  void setBuffer(long[] words) {
    this.words = words;
    this.view = MemorySegment.ofArray(words);
  }
}
