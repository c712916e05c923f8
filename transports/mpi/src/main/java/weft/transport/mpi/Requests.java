// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The messages that are being sent: a queue of places for their requests, and a word beside each
/// for what a short message says. The queue is as long as is ever needed; rings bound it.
final class Requests {
  private static final int FIRST = 64;

  private final int requestBytes;
  private MemorySegment requests;
  private MemorySegment words;
  private int[] targets;
  private long[] ends;
  private int mask;

  /// The oldest that is not known to be done, and the next to begin; both only grow.
  private int head;

  private int next;

  /// For whom a message is done, and up to which position of its stream.
  @FunctionalInterface
  interface Done {
    void done(int target, long end);
  }

  /// A queue of requests of `requestBytes` bytes each.
  Requests(int requestBytes) {
    this.requestBytes = requestBytes;
    this.mask = FIRST - 1;
    this.requests = Arena.global().allocate((long) FIRST * requestBytes, 8);
    this.words = Arena.global().allocate((long) FIRST * Long.BYTES, 8);
    this.targets = new int[FIRST];
    this.ends = new long[FIRST];
  }

  /// How many have begun.
  long begun() {
    return next;
  }

  /// Whether none is under way.
  boolean isEmpty() {
    return head == next;
  }

  /// The place of the next request, for a message to `target`; with `end`, if that is not negative,
  /// all up to there has been sent.
  long begin(int target, long end) {
    if (next - head > mask) {
      grow();
    }
    int slot = next++ & mask;
    targets[slot] = target;
    ends[slot] = end;
    return requests.address() + (long) slot * requestBytes;
  }

  /// Writes the word that the message begun last will say, and returns where it is.
  long say(long word) {
    int slot = next - 1 & mask;
    words.setAtIndex(ValueLayout.JAVA_LONG, slot, word);
    return words.address() + (long) slot * Long.BYTES;
  }

  /// Tells `done` of those that are, in the order in which they began.
  void complete(Done done) {
    while (head != next) {
      int slot = head & mask;
      if (!Mpi.test(requests.address() + (long) slot * requestBytes)) {
        return;
      }
      head++;
      if (ends[slot] >= 0) {
        done.done(targets[slot], ends[slot]);
      }
    }
  }

  /// The library keeps no address of a request's handle, but it does of the words: those stay.
  private void grow() {
    int before = mask + 1;
    int after = 2 * before;
    MemorySegment moved = Arena.global().allocate((long) after * requestBytes, 8);
    int[] movedTargets = new int[after];
    long[] movedEnds = Arrays.copyOf(ends, after);
    for (int i = 0; i < before; i++) {
      int from = head + i & mask;
      int to = head + i & (after - 1);
      MemorySegment.copy(
          requests, (long) from * requestBytes, moved, (long) to * requestBytes, requestBytes);
      movedTargets[to] = targets[from];
      movedEnds[to] = ends[from];
    }
    requests = moved;
    words = Arena.global().allocate((long) after * Long.BYTES, 8);
    targets = movedTargets;
    ends = movedEnds;
    mask = after - 1;
  }
}
