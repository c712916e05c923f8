// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The messages that are being sent to one target: a queue of places for their requests, and a word
/// beside each for what a short message says. The queue is as long as is ever needed; the ring
/// bounds it.
final class Requests {
  private static final int FIRST = 16;

  private final int requestBytes;
  private MemorySegment requests;
  private MemorySegment words;
  private long[] ends;
  private int mask;

  /// The oldest that is not known to be done, and the next to begin; both only grow.
  private int head;

  private int next;

  /// A queue of requests of `requestBytes` bytes each.
  Requests(int requestBytes) {
    this.requestBytes = requestBytes;
    this.mask = FIRST - 1;
    this.requests = Arena.global().allocate((long) FIRST * requestBytes, 8);
    this.words = Arena.global().allocate((long) FIRST * Long.BYTES, 8);
    this.ends = new long[FIRST];
  }

  /// Whether none is under way.
  boolean isEmpty() {
    return head == next;
  }

  /// The place of the next request; when its message is done all of the ring up to `end` has left.
  long begin(long end) {
    if (next - head > mask) {
      grow();
    }
    int slot = next++ & mask;
    ends[slot] = end;
    return requests.address() + (long) slot * requestBytes;
  }

  /// Writes the word that the message begun last will say, and returns where it is.
  long say(long word) {
    int slot = next - 1 & mask;
    words.setAtIndex(ValueLayout.JAVA_LONG, slot, word);
    return words.address() + (long) slot * Long.BYTES;
  }

  /// Forgets the messages that are done, up to the oldest that is not, and returns up to where all
  /// has left; `before` when none is done.
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

  /// The library keeps no address of a request's handle, but it does of the words: those stay.
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
