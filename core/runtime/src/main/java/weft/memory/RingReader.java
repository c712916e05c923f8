// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.transport.RecordSink;

/// The reading side of one ring: takes records off in order and zeroes what it has read.
final class RingReader {
  private static final int ZEROS_BYTES = 1 << 16;
  private static final MemorySegment ZEROS = Arena.global().allocate(ZEROS_BYTES, 64);

  private static final int BATCH = 256;

  /// The number of spins in one pause, which takes about a microsecond.
  private static final int PAUSES = 64;

  private final RingMemory memory;
  private final Doorbell doorbell;
  private final int source;
  private final int target;

  /// The source's rank, as passed to the sink.
  private final int sender;

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

  /// The payload length of the last record read.
  private int lastPayload;

  RingReader(RingMemory memory, int source, int target, Doorbell doorbell) {
    this.memory = memory;
    this.doorbell = doorbell;
    this.source = source;
    this.target = target;
    this.sender = memory.rankOf(source);
    this.control = memory.control();
    this.mask = memory.ringBytes() - 1;
    this.publishEvery = memory.ringBytes() / 4;
    this.zeroEvery = Math.min(2048, publishEvery);
    this.close = memory.ringBytes() / 16;
    this.consumedWord = ControlLayout.consumed(memory.ranks(), source, target);
    this.waitingWord = ControlLayout.waiting(memory.ranks(), source, target);
  }

  /// Passes at most [#BATCH] records, or those in a quarter of the ring, to `sink`, and returns the
  /// number that it took. With `flood`, after a full batch, it stays behind the writer.
  ///
  /// This method is longer than the 325 bytes of code up to which the compiler inlines
  /// (BytecodeSizeTest), so an empty poll stays small. With this method inlined, an empty poll took
  /// 7.5 ns instead of 4.3.
  int drain(RecordSink sink, boolean flood) {
    MemorySegment ring = this.ring;
    if (ring == null) {
      ring = open();
    }
    long mask = this.mask;
    long base = this.base;
    long begin = position;
    long at = base + (begin & mask);
    long lap = begin - at;
    long stop = base + Math.min(mask + 1, (begin & mask) + publishEvery);
    int lastPayload = this.lastPayload;
    int lastLength = RecordLayout.lengthOf(lastPayload);
    int taken = 0;
    while (at < stop && taken < BATCH) {
      // Acquire: partner of the release in RingOutbox.commit.
      long header = Words.getAcquire(ring, at);
      if (header == 0) {
        break;
      }
      int payload = RecordLayout.payload(header);
      if (RecordLayout.kind(header) == RecordLayout.PAD) {
        // The record ends at the end of the ring.
        at = base;
        lap += mask + 1;
        stop = base + publishEvery;
        continue;
      }
      if (!sink.accept(header, sender, ring, at)) {
        break;
      }
      taken++;
      // The processor predicts the branch and continues with the next record. Otherwise it would
      // first have to read the length and compute the next place: a chain of 20 cycles for each
      // record.
      if (payload != lastPayload) {
        lastPayload = payload;
        lastLength = RecordLayout.lengthOf(payload);
      }
      at += lastLength;
    }
    long end = at + lap;
    if (end == begin) {
      return 0;
    }
    this.lastPayload = lastPayload;
    position = end;
    // Consumed bytes are zeroed in large pieces, not at once. The writer is about to fill the rest
    // of the last line, and would have to fetch it back.
    if (end - zeroed >= zeroEvery || end - published >= publishEvery) {
      zero(ring, zeroed, end);
      zeroed = end;
      if (end - published >= publishEvery) {
        publish(end);
      }
    }
    if (flood && taken == BATCH) {
      keepDistance(ring, end);
    }
    return taken;
  }

  /// Passes the records that follow the last one read to `sink`. They are not in the ring, but in
  /// `memory` from `at` on: `bytes` of them, or up to the end of the lap. Returns the number of
  /// records that it took. The ring must have no unread records; [#position] is the new position.
  int run(RecordSink sink, MemorySegment memory, long at, int bytes) {
    MemorySegment ring = this.ring;
    if (ring == null) {
      ring = open();
    }
    long begin = position;
    long end = at + bytes;
    long next = at;
    long lapEnd = begin;
    int taken = 0;
    while (next < end) {
      long header = Words.get(memory, next);
      if (RecordLayout.kind(header) == RecordLayout.PAD) {
        lapEnd = (begin | mask) + 1;
        break;
      }
      if (!sink.accept(header, sender, memory, next)) {
        break;
      }
      taken++;
      next += RecordLayout.length(header);
    }
    long reached = Math.max(lapEnd, begin + next - at);
    if (reached != begin) {
      if (zeroed != begin) {
        zero(ring, zeroed, begin);
      }
      zeroed = reached;
      position = reached;
      // Keeps the ring itself as silent as before.
      positionAtTick += reached - begin;
      if (reached - published >= publishEvery) {
        publish(reached);
      }
    }
    return taken;
  }

  /// The position up to which the stream of all bytes has been read.
  long position() {
    return position;
  }

  /// In a flood, lets a writer that is just ahead get farther ahead. It is just ahead if two words
  /// a sixteenth of the ring ahead are still zero. When they are close, the two take the same cache
  /// lines from each other repeatedly. The processors also prefetch lines that are not written yet.
  /// The flood is then three to seven times slower (docs/hot-path.md). A sender of less than a
  /// whole batch at a time never has to wait.
  private void keepDistance(MemorySegment ring, long end) {
    if (Words.get(ring, base + ((end + close) & mask)) == 0
        && Words.get(ring, base + ((end + close + 8) & mask)) == 0) {
      for (int i = 0; i < PAUSES; i++) {
        Thread.onSpinWait();
      }
    }
  }

  private MemorySegment open() {
    MemorySegment opened = memory.ring(source, target, false);
    base = memory.ringBase(source, target);
    ring = opened;
    return opened;
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
    // Release: partner of the acquire in RingOutbox.claimSlow. Volatile, because it must precede
    // the read of the flag (RingOutbox.requestWake does the same from the other side).
    Words.setVolatile(control, consumedWord, position);
    if (Words.getVolatile(control, waitingWord) != 0) {
      Words.setVolatile(control, waitingWord, 0);
      doorbell.ring(source);
    }
  }

  /// Whether nothing has been read since the last call, and no record is unread: a refused record
  /// is not silence.
  boolean idleSinceLastTick() {
    boolean idle = position == positionAtTick && !hasUnread();
    positionAtTick = position;
    return idle;
  }

  /// Makes the next [#idleSinceLastTick] return false.
  void stayForOneTick() {
    positionAtTick = -1;
  }

  /// Whether there are unread records, as far as this reader can see without reading them.
  boolean hasUnread() {
    MemorySegment ring = this.ring;
    return ring != null && Words.getAcquire(ring, base + (position & mask)) != 0;
  }

  int target() {
    return target;
  }
}
