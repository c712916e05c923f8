// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The reading side of one ring: takes records off in order and zeroes what it has read.
final class RingReader {
  private static final int ZEROS_BYTES = 1 << 16;
  private static final MemorySegment ZEROS = Arena.global().allocate(ZEROS_BYTES, 64);

  private final RingMemory memory;
  private final Doorbell doorbell;
  private final int source;
  private final int target;
  private final MemorySegment control;
  private final long mask;
  private final long publishEvery;
  private final long consumedWord;
  private final long waitingWord;

  private @Nullable MemorySegment ring;
  private long base;
  private long position;
  private long published;
  private long positionAtTick;

  RingReader(RingMemory memory, int source, int target, Doorbell doorbell) {
    this.memory = memory;
    this.doorbell = doorbell;
    this.source = source;
    this.target = target;
    this.control = memory.control();
    this.mask = memory.ringBytes() - 1;
    this.publishEvery = memory.ringBytes() / 4;
    this.consumedWord = ControlLayout.consumed(memory.ranks(), source, target);
    this.waitingWord = ControlLayout.waiting(memory.ranks(), source, target);
  }

  /// Gives `sink` at most `max` records and returns how many it took.
  int drain(RecordSink sink, int max) {
    MemorySegment ring = this.ring;
    if (ring == null) {
      ring = open();
    }
    long position = this.position;
    int taken = 0;
    while (taken < max) {
      long at = base + (position & mask);
      // Acquire: partner of the release in Outbox.commit.
      long header = Words.getAcquire(ring, at);
      if (header == 0) {
        break;
      }
      int bytes = RecordLayout.length(header);
      if (RecordLayout.kind(header) == RecordLayout.PAD) {
        Words.set(ring, at, 0);
      } else {
        if (!sink.accept(header, source, ring, at)) {
          break;
        }
        zero(ring, at, bytes);
        taken++;
      }
      position += bytes;
      this.position = position;
      if (position - published >= publishEvery) {
        publish(position);
      }
    }
    return taken;
  }

  private MemorySegment open() {
    MemorySegment opened = memory.ring(source, target, false);
    base = memory.ringBase(source, target);
    ring = opened;
    return opened;
  }

  private static void zero(MemorySegment ring, long at, int bytes) {
    if (bytes > 64) {
      zeroLong(ring, at, bytes);
      return;
    }
    for (int i = 0; i < bytes; i += 8) {
      Words.set(ring, at + i, 0);
    }
  }

  private static void zeroLong(MemorySegment ring, long at, int bytes) {
    for (int done = 0; done < bytes; done += ZEROS_BYTES) {
      MemorySegment.copy(ZEROS, 0, ring, at + done, Math.min(ZEROS_BYTES, bytes - done));
    }
  }

  private void publish(long position) {
    published = position;
    // Release: partner of the acquire in Outbox.claimSlow. Volatile, because it must come before
    // the
    // look at the flag (Outbox.requestWake does the same from the other side).
    Words.setVolatile(control, consumedWord, position);
    if (Words.getVolatile(control, waitingWord) != 0) {
      Words.setVolatile(control, waitingWord, 0);
      doorbell.ring(source);
    }
  }

  /// Whether nothing has been read since the last call.
  boolean idleSinceLastTick() {
    boolean idle = position == positionAtTick;
    positionAtTick = position;
    return idle;
  }

  /// The bytes that stand unread, as far as this reader can see without reading them: 0 or more.
  boolean hasUnread() {
    MemorySegment ring = this.ring;
    return ring != null && Words.getAcquire(ring, base + (position & mask)) != 0;
  }

  int target() {
    return target;
  }
}
