// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.transport.Outbox;

/// The writing side of the ring from one rank to another.
///
/// The reader zeroes what it has consumed. So the release of a record's header word alone makes the
/// record visible, and a small message moves one cache line.
public final class RingOutbox extends Outbox {
  private final RingMemory memory;
  private final Doorbell doorbell;
  private final int source;
  private final int target;

  /// The target's rank, as reported to others.
  private final int reader;

  private final MemorySegment control;
  private final long attention;
  private final long bit;
  private final long capacity;
  private final long consumedWord;
  private final long waitingWord;

  private @Nullable MemorySegment ring;
  private long base;

  /// The place of the next record: an offset in [#ring].
  private long next;

  /// The offset at which records known to fit must end.
  private long limit;

  /// The difference between the position in the stream of all bytes ever sent and an offset.
  private long lap;

  private boolean held;

  private final @Nullable Carrier carrier;
  private final long batch;

  /// The outbox of `source` for `target`.
  public RingOutbox(RingMemory memory, int source, int target, Doorbell doorbell) {
    this(memory, source, target, doorbell, Long.MAX_VALUE / 2, null);
  }

  /// The outbox of `source` for `target` whose records `carrier` sends, after `batch` bytes at the
  /// latest.
  public RingOutbox(RingMemory memory, int source, int target, long batch, Carrier carrier) {
    this(memory, source, target, carrier::written, batch, carrier);
  }

  private RingOutbox(
      RingMemory memory,
      int source,
      int target,
      Doorbell doorbell,
      long batch,
      @Nullable Carrier carrier) {
    this.batch = batch;
    this.carrier = carrier;
    int ranks = memory.ranks();
    this.memory = memory;
    this.doorbell = doorbell;
    this.source = source;
    this.target = target;
    this.reader = memory.rankOf(target);
    this.control = memory.control();
    this.attention = ControlLayout.attentionWord(target, source);
    this.bit = 1L << source;
    this.capacity = memory.ringBytes();
    this.consumedWord = ControlLayout.consumed(ranks, source, target);
    this.waitingWord = ControlLayout.waiting(ranks, source, target);
  }

  @Override
  public int target() {
    return reader;
  }

  /// The largest record that a ring of `ringBytes` takes. A quarter of the ring may be consumed but
  /// not yet published, and another record's worth lost to padding at the end. An eighth always
  /// fits an idle ring, and leaves the reader work while the writer fills the next one.
  public static int maxRecord(long ringBytes) {
    return (int) Math.min(ringBytes / 8, 1 << 20);
  }

  @Override
  public long claim(int bytes) {
    long at = next;
    if (at + bytes <= limit) {
      return at;
    }
    return held ? NO_ROOM : claimSlow(bytes);
  }

  @Override
  public long claimHeld(int bytes) {
    long at = claimSlow(bytes);
    limit = Long.MIN_VALUE;
    return at;
  }

  private long claimSlow(int bytes) {
    MemorySegment ring = this.ring;
    if (ring == null) {
      ring = memory.ring(source, target, true);
      this.ring = ring;
      base = memory.ringBase(source, target);
      next = base;
      lap = -base;
    }
    if (carrier != null) {
      carrier.depart(target);
    }
    // Acquire: partner of the release in RingReader.publish; the space before it reads as zero.
    long free = Words.getAcquire(control, consumedWord) + capacity - lap;
    long end = base + capacity;
    if (next + bytes > end) {
      if (end + bytes > free) {
        return NO_ROOM;
      }
      if (next < end) {
        int rest = (int) (end - next) - RecordLayout.HEADER;
        Words.setRelease(ring, next, RecordLayout.header(RecordLayout.PAD, 0, rest));
        if (carrier != null) {
          carrier.wrap(target);
        }
      }
      next = base;
      lap += capacity;
      free -= capacity;
    }
    limit = Math.min(Math.min(free, end), next + Math.max(bytes, batch));
    return next + bytes <= limit ? next : NO_ROOM;
  }

  /// The position, in the stream of all bytes ever sent, up to which records are committed.
  public long position() {
    return next + lap;
  }

  @Override
  public MemorySegment memory() {
    MemorySegment memory = ring;
    if (memory == null) {
      throw new IllegalStateException("nothing was claimed from this outbox");
    }
    return memory;
  }

  @Override
  public void word(long at, int index, long value) {
    Words.set(memory(), at + 8 + 8L * index, value);
  }

  @Override
  public void commit(long at, int bytes, long header) {
    // Read before the release: the compiler cannot merge reads across it.
    MemorySegment control = this.control;
    long attention = this.attention;
    long bit = this.bit;
    next = at + bytes;
    // Release: partner of the acquire in RingReader.drain.
    Words.setRelease(memory(), at, header);
    // No fence is needed here. A reader clears the bit before it stops polling, and then polls for
    // longer than a store can stay unseen (Inbox.tick, Inbox.prepareSleep).
    if ((Words.getAcquire(control, attention) & bit) == 0) {
      raise();
    }
  }

  private void raise() {
    if (carrier != null) {
      // Only this thread uses the words that inform a carrier.
      Words.set(control, attention, bit);
      doorbell.ring(target);
      return;
    }
    Words.getAndOr(control, attention, bit);
    if (Words.getVolatile(control, ControlLayout.asleep(target)) != 0
        && Words.compareAndSet(control, ControlLayout.asleep(target), 1, 0)) {
      doorbell.ring(target);
    }
  }

  @Override
  public void wake() {
    if (Words.getAcquire(control, ControlLayout.asleep(target)) != 0
        && Words.compareAndSet(control, ControlLayout.asleep(target), 1, 0)) {
      doorbell.ring(target);
    }
  }

  @Override
  public void hold() {
    held = true;
    limit = Long.MIN_VALUE;
  }

  @Override
  public boolean isHeld() {
    return held;
  }

  @Override
  public void release() {
    held = false;
  }

  @Override
  public boolean requestWake(int bytes) {
    // Volatile write and read on both sides (RingReader.publish): one of the two sees the other.
    Words.setVolatile(control, waitingWord, 1);
    long free = Words.getVolatile(control, consumedWord) + capacity;
    long tail = position();
    long end = (tail | (capacity - 1)) + 1;
    return (tail + bytes > end ? end : tail) + bytes <= free;
  }

  @Override
  public boolean isFull() {
    return position() - Words.getAcquire(control, consumedWord) > capacity - maxRecord(capacity);
  }
}
