// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;

/// The buffered records of one channel for one target. One buffer is being filled. Full buffers
/// that found no room wait before it.
final class Outgoing {
  private static final long[] NONE = {};

  final int target;

  /// The buffer that is being filled, and a segment over it.
  long[] words = NONE;

  MemorySegment view = MemorySegment.ofArray(NONE);

  /// The bytes used in the buffer.
  int used;

  /// A push that ends at or below this offset needs no further checks. It is 0 while the buffer is
  /// empty, and always if each push must read the clock.
  int limit;

  /// The time at which the buffer must be sent, if the channel has a time bound.
  long deadline;

  /// A ring of the full buffers, oldest first; `spares` holds empty ones.
  private final long[][] full;

  private final int[] lengths;
  private int first;
  private int count;
  private final long[][] spares;
  private int spare;

  /// The number of buffers allocated.
  int arrays;

  /// The index in the list of targets with buffered records, or −1.
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

  /// Returns whether full buffers are waiting.
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

  /// Removes the oldest buffer, which was sent.
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

  /// Appends the current buffer to the full ones. Returns false if there is no place.
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

  /// Sets the buffer to fill from now on.
  void setBuffer(long[] words) {
    this.words = words;
    this.view = MemorySegment.ofArray(words);
  }
}
