// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The frames under way to one rank: a queue of requests, each with its header, which must not
/// change before its request is done.
///
/// ```
///  0         4         8                  16
/// +---------+---------+------------------+
/// | source  | key     | position         |   in the order of the processors, which must agree
/// +---------+---------+------------------+
///
/// source    the rank that sends
/// key       of the job: a stranger's frame does not have it
/// position  in the ring; of a payload, its number
/// ```
final class SendSlots {
  /// The bytes of a header.
  static final int HEADER = 16;

  static final int KEY = 4;
  static final int POSITION = 8;

  /// More frames under way would not be faster.
  private static final int MOST = 32;

  private final MemorySegment headers = Arena.global().allocate(MOST * HEADER, 8);
  private final long[] requests = new long[MOST];

  /// The index of the oldest request not known to be done, and of the next one. Both only grow.
  private int head;

  private int next;

  SendSlots(int source, int key) {
    for (long at = 0; at < headers.byteSize(); at += HEADER) {
      headers.set(JAVA_INT, at, source);
      headers.set(JAVA_INT, at + KEY, key);
    }
  }

  /// Whether no frame is under way.
  boolean isEmpty() {
    return head == next;
  }

  /// Whether no more frame may begin.
  boolean isFull() {
    return next - head == MOST;
  }

  /// Writes the header of the next frame, and returns its address.
  long header(long position) {
    long at = (long) (next & (MOST - 1)) * HEADER;
    headers.set(JAVA_LONG, at + POSITION, position);
    return headers.address() + at;
  }

  /// Records that the next frame is under way.
  void begun(long request) {
    requests[next++ & (MOST - 1)] = request;
  }

  /// Releases frames that are done, up to the oldest that is not. Returns the status of one that
  /// has failed, or OK.
  byte complete() {
    while (head != next) {
      long request = requests[head & (MOST - 1)];
      byte status = Ucp.status(request);
      if (status == Ucp.IN_PROGRESS) {
        break;
      }
      Ucp.free(request);
      head++;
      if (status != Ucp.OK) {
        return status;
      }
    }
    return Ucp.OK;
  }
}
