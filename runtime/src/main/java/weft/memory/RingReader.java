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
  private final long zeroEvery;
  private final long close;
  private final long consumedWord;
  private final long waitingWord;

  private @Nullable MemorySegment ring;
  private long base;
  private long position;
  private long zeroed;
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
    this.zeroEvery = Math.min(2048, publishEvery);
    this.close = memory.ringBytes() / 16;
    this.consumedWord = ControlLayout.consumed(memory.ranks(), source, target);
    this.waitingWord = ControlLayout.waiting(memory.ranks(), source, target);
  }

  /// Gives `sink` at most `max` records, or a quarter of the ring, and returns how many it took.
  int drain(RecordSink sink, int max) {
    MemorySegment ring = this.ring;
    if (ring == null) {
      ring = open();
    }
    long base = this.base;
    long mask = this.mask;
    long begin = this.position;
    long position = begin;
    int taken = 0;
    while (taken < max && position - begin < publishEvery) {
      long at = base + (position & mask);
      // Acquire: partner of the release in Outbox.commit.
      long header = Words.getAcquire(ring, at);
      if (header == 0) {
        break;
      }
      if (RecordLayout.kind(header) != RecordLayout.PAD) {
        if (!sink.accept(header, source, ring, at)) {
          break;
        }
        taken++;
      }
      position += RecordLayout.length(header);
    }
    if (position != begin) {
      consumed(ring, position);
    }
    return taken;
  }

  private MemorySegment open() {
    MemorySegment opened = memory.ring(source, target, false);
    base = memory.ringBase(source, target);
    ring = opened;
    return opened;
  }

  /// Notes how far was read. What was read is zeroed in stretches, not at once: the writer is about
  /// to fill the rest of the last line, and would have to fetch it back.
  private void consumed(MemorySegment ring, long end) {
    position = end;
    if (end - zeroed >= zeroEvery || end - published >= publishEvery) {
      zero(ring, zeroed, end);
      zeroed = end;
      if (end - published >= publishEvery) {
        publish(end);
      }
    }
  }

  private void zero(MemorySegment ring, long begin, long end) {
    for (long done = begin; done < end; ) {
      long offset = done & mask;
      long bytes = Math.min(Math.min(end - done, mask + 1 - offset), ZEROS_BYTES);
      MemorySegment.copy(ZEROS, 0, ring, base + offset, bytes);
      done += bytes;
    }
  }

  private void publish(long position) {
    published = position;
    // Release: partner of the acquire in Outbox.claimSlow. Volatile, because it must come before
    // the look at the flag (Outbox.requestWake does the same from the other side).
    Words.setVolatile(control, consumedWord, position);
    if (Words.getVolatile(control, waitingWord) != 0) {
      Words.setVolatile(control, waitingWord, 0);
      doorbell.ring(source);
    }
  }

  /// Whether the writer, as far as can be told by a look at two words, is less than a sixteenth of
  /// the ring ahead.
  boolean isWriterClose() {
    MemorySegment ring = this.ring;
    if (ring == null) {
      return false;
    }
    long first = base + ((position + close) & mask);
    long second = base + ((position + close + 8) & mask);
    return Words.get(ring, first) == 0 && Words.get(ring, second) == 0;
  }

  /// Whether nothing has been read since the last call, and nothing stands that could be: a record
  /// that the sink refused is not silence.
  boolean idleSinceLastTick() {
    boolean idle = position == positionAtTick && !hasUnread();
    positionAtTick = position;
    return idle;
  }

  /// Makes the next [#idleSinceLastTick] say false.
  void stayForOneTick() {
    positionAtTick = -1;
  }

  /// Whether something stands unread, as far as this reader can see without reading it.
  boolean hasUnread() {
    MemorySegment ring = this.ring;
    return ring != null && Words.getAcquire(ring, base + (position & mask)) != 0;
  }

  int target() {
    return target;
  }
}
