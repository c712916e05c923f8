// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.lang.foreign.MemorySegment;
import weft.memory.Words;

/// The events in the file of a recording: the last ones, as many as there is room for.
final class EventRing {
  private static final long MOST_NANOS = (1L << 40) - 1;

  private final MemorySegment file;
  private final long begin;
  private final long mask;
  private long count;

  /// The event of the last send that others may share, while it is the last event; or −1.
  private long lastSend = -1;

  private int lastId;
  private int lastTarget;

  /// `capacity` events, a power of two, from byte `begin` of `file` on.
  EventRing(MemorySegment file, long begin, long capacity) {
    this.file = file;
    this.begin = begin;
    this.mask = capacity - 1;
  }

  private long place(long event) {
    return begin + (event & mask) * (8L * EVENT_WORDS);
  }

  /// Adds the event of one message, wait, task or operation.
  void add(int kind, int id, long began, long nanos, int peer, long bytes, long number) {
    add(kind, id, 1, began, nanos, peer, bytes, number);
  }

  /// Adds an event that `times` messages share.
  void add(int kind, int id, int times, long began, long nanos, int peer, long bytes, long number) {
    long at = place(count);
    long length = Math.min(nanos, MOST_NANOS) << 24;
    Words.set(file, at, began);
    Words.set(file, at + 8, length | (times - 1L) << MESSAGES_SHIFT | (long) id << 8 | kind);
    Words.set(file, at + 16, bytes << 16 | (peer & NO_PEER));
    Words.set(file, at + 24, number);
    lastSend = -1;
    count++;
    Words.set(file, 8L * H_EVENTS, count);
  }

  /// Adds a message that was sent. If `shares`, it may become part of the event of the last one.
  void addSend(int id, int target, long when, long bytes, long number, boolean shares) {
    if (shares && lastSend >= 0 && id == lastId && target == lastTarget && share(when, bytes)) {
      return;
    }
    add(SEND, id, when, 0, target, bytes, number);
    if (shares) {
      lastSend = count - 1;
      lastId = id;
      lastTarget = target;
    }
  }

  /// Adds a message to the event of the last send, if that was at the same time and has room.
  private boolean share(long when, long bytes) {
    long at = place(lastSend);
    long what = Words.get(file, at + 8);
    if (Words.get(file, at) != when
        || (int) (what >>> MESSAGES_SHIFT & (MOST_TOGETHER - 1)) == MOST_TOGETHER - 1) {
      return false;
    }
    Words.set(file, at + 8, what + (1L << MESSAGES_SHIFT));
    Words.set(file, at + 16, Words.get(file, at + 16) + (bytes << 16));
    return true;
  }

  /// The used bytes of the file, from its beginning.
  long usedBytes() {
    return begin + Math.min(count, mask + 1) * (8L * EVENT_WORDS);
  }
}
