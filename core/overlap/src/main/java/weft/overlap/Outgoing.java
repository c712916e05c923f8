// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The records of one channel for one target that have not been sent, in the order of their pushes:
/// full buffers, and the buffer that is being filled. One large record may be among the full
/// buffers, while its push waits.
final class Outgoing {
  private static final long[] NONE = {};
  private static final MemorySegment NO_VIEW = MemorySegment.ofArray(NONE);

  final int target;

  /// The buffer that is being filled, and a segment over it.
  long[] words = NONE;

  MemorySegment view = NO_VIEW;

  /// The bytes used in that buffer.
  int used;

  /// A push that ends at or below this offset needs no further checks. It is 0 while the buffer is
  /// empty, and always if each push must read the clock.
  int limit;

  /// The time at which the buffer must be sent, if the channel has a time bound.
  long deadline;

  /// The index in the list of targets with buffered records, or −1.
  int place = -1;

  private @Nullable RecordBuffer current;

  /// The full buffers, oldest first.
  private final Deque<RecordBuffer> full = new ArrayDeque<>(2);

  private @Nullable MemorySegment large;
  private long largeBytes;

  /// The number of full buffers before the large record.
  private int ahead;

  Outgoing(int target) {
    this.target = target;
  }

  boolean isEmpty() {
    return used == 0 && full.isEmpty() && large == null;
  }

  /// The number of full buffers.
  int queued() {
    return full.size();
  }

  // The buffer that is being filled.

  boolean hasBuffer() {
    return current != null;
  }

  /// Whether a record of `bytes` bytes, at most a buffer, fits the buffer that is being filled.
  boolean fits(int bytes) {
    return used == 0 || used + bytes <= words.length << 3;
  }

  /// Sets the buffer to fill from now on.
  void setBuffer(RecordBuffer buffer) {
    current = buffer;
    words = buffer.words;
    view = buffer.view;
  }

  /// Removes the buffer that is being filled, and returns it; null if there is none.
  @Nullable RecordBuffer removeBuffer() {
    RecordBuffer removed = current;
    current = null;
    words = NONE;
    view = NO_VIEW;
    used = 0;
    limit = 0;
    return removed;
  }

  /// Appends the buffer that is being filled to the full ones. The next record begins another.
  void seal() {
    int length = used;
    RecordBuffer sealed = removeBuffer();
    if (sealed != null) {
      sealed.length = length;
      full.add(sealed);
    }
  }

  // The oldest buffer.

  /// The words of the oldest buffer.
  long[] oldest() {
    RecordBuffer first = full.peek();
    return first == null ? words : first.words;
  }

  /// The bytes in the oldest buffer.
  int oldestBytes() {
    RecordBuffer first = full.peek();
    return first == null ? used : first.length;
  }

  /// Removes the records of the oldest buffer, which were sent. If the buffer was among the full
  /// ones, returns it; else it is filled anew, and the result is null.
  @Nullable RecordBuffer removeOldest() {
    if (full.isEmpty()) {
      used = 0;
      limit = 0;
      return null;
    }
    ahead--;
    return full.remove();
  }

  // The large record.

  /// Sets the large record, which follows all full buffers so far.
  void setLarge(MemorySegment record, long bytes) {
    large = record;
    largeBytes = bytes;
    ahead = full.size();
  }

  boolean hasLarge() {
    return large != null;
  }

  /// Whether the large record is the oldest.
  boolean isLargeNext() {
    return large != null && ahead == 0;
  }

  /// The bytes of the large record.
  long largeBytes() {
    return largeBytes;
  }

  /// Removes the large record and returns it.
  MemorySegment removeLarge() {
    MemorySegment removed = large;
    if (removed == null) {
      throw new IllegalStateException("no large record waits");
    }
    large = null;
    return removed;
  }
}
