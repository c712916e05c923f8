// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import weft.memory.Outbox;
import weft.memory.RecordLayout;
import weft.memory.Words;

/// The records that handlers sent to one target and that found no room: a queue of whole records,
/// in memory that grows by doubling and is given back when the queue has been long.
final class Backlog {
  private static final long SMALLEST = 1 << 12;
  private static final long KEPT = 1 << 18;

  private MemorySegment memory = Arena.ofAuto().allocate(SMALLEST, 8);
  private long head;
  private long tail;

  boolean isEmpty() {
    return head == tail;
  }

  long bytes() {
    return tail - head;
  }

  /// The bytes of the record that goes next.
  int nextBytes() {
    return RecordLayout.length(Words.get(memory, head));
  }

  MemorySegment memory() {
    return memory;
  }

  /// Appends a record with this header and returns its offset; the caller fills in the payload.
  long append(long header) {
    int bytes = RecordLayout.length(header);
    if (tail + bytes > memory.byteSize()) {
      makeRoom(bytes);
    }
    long at = tail;
    Words.set(memory, at, header);
    tail += bytes;
    return at;
  }

  private void makeRoom(int bytes) {
    long live = tail - head;
    MemorySegment from = memory;
    if (live + bytes > from.byteSize() / 2) {
      memory = Arena.ofAuto().allocate(Math.max(from.byteSize() * 2, live + bytes), 8);
    }
    MemorySegment.copy(from, head, memory, 0, live);
    head = 0;
    tail = live;
  }

  /// Moves records into the held `out` while there is room, and returns the bytes moved.
  long flush(Outbox out) {
    long moved = 0;
    while (head < tail) {
      long header = Words.get(memory, head);
      int bytes = RecordLayout.length(header);
      long at = out.claimHeld(bytes);
      if (at < 0) {
        break;
      }
      MemorySegment.copy(
          memory,
          head + RecordLayout.HEADER,
          out.memory(),
          at + RecordLayout.HEADER,
          bytes - RecordLayout.HEADER);
      out.commit(at, bytes, header);
      head += bytes;
      moved += bytes;
    }
    if (head == tail) {
      head = 0;
      tail = 0;
      if (memory.byteSize() > KEPT) {
        memory = Arena.ofAuto().allocate(SMALLEST, 8);
      }
    }
    return moved;
  }
}
