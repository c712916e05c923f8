// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The messages in flight to one target: a queue of their requests, each with a word for the
/// content of a short message. The queue grows as needed; the ring bounds it.
final class Requests {
  private static final int FIRST = 16;

  private final int requestBytes;
  private MemorySegment requests;
  private MemorySegment words;
  private long[] ends;
  private int mask;

  /// The index of the oldest request not known to be done, and of the next to begin. Both only
  /// grow.
  private int head;

  private int next;

  /// Creates a queue of requests of `requestBytes` bytes each.
  Requests(int requestBytes) {
    this.requestBytes = requestBytes;
    this.mask = FIRST - 1;
    this.requests = Arena.global().allocate((long) FIRST * requestBytes, 8);
    this.words = Arena.global().allocate((long) FIRST * Long.BYTES, 8);
    this.ends = new long[FIRST];
  }

  /// Whether no message is in flight.
  boolean isEmpty() {
    return head == next;
  }

  /// Adds a request and returns its address. When its message is done, all bytes of the ring up to
  /// `end` have left.
  long begin(long end) {
    if (next - head > mask) {
      grow();
    }
    int slot = next++ & mask;
    ends[slot] = end;
    return requests.address() + (long) slot * requestBytes;
  }

  /// Writes the word that the newest message will carry, and returns its address.
  long say(long word) {
    int slot = next - 1 & mask;
    words.setAtIndex(ValueLayout.JAVA_LONG, slot, word);
    return words.address() + (long) slot * Long.BYTES;
  }

  /// Removes completed messages up to the oldest incomplete one. Returns the position up to which
  /// all bytes have left, or `before` if no message is done.
  long complete(long before) {
    long left = before;
    while (head != next) {
      int slot = head & mask;
      if (!Mpi.test(requests.address() + (long) slot * requestBytes)) {
        break;
      }
      head++;
      left = ends[slot];
    }
    return left;
  }

  /// The requests can move, because the library keeps no address of a request's handle. It does
  /// keep addresses of the words, so they stay.
  private void grow() {
    int before = mask + 1;
    int after = 2 * before;
    MemorySegment moved = Arena.global().allocate((long) after * requestBytes, 8);
    long[] movedEnds = Arrays.copyOf(ends, after);
    for (int i = 0; i < before; i++) {
      int from = head + i & mask;
      int to = head + i & (after - 1);
      MemorySegment.copy(
          requests, (long) from * requestBytes, moved, (long) to * requestBytes, requestBytes);
      movedEnds[to] = ends[from];
    }
    requests = moved;
    words = Arena.global().allocate((long) after * Long.BYTES, 8);
    ends = movedEnds;
    mask = after - 1;
  }
}
