// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// The writing side of the ring from one rank to another: claim space, write in place, commit.
///
/// One thread uses it. Nothing may poll between a claim and its commit. What the reader has
/// consumed it has also zeroed, so a record becomes visible by the release of its header word
/// alone, and a small message moves one cache line.
public final class Outbox {
  /// What [#claim] returns when there is no room.
  public static final long NO_ROOM = -1;

  private final RingMemory memory;
  private final Doorbell doorbell;
  private final int source;
  private final int target;
  private final MemorySegment control;
  private final long attention;
  private final long bit;
  private final long capacity;
  private final long mask;
  private final long consumedWord;
  private final long waitingWord;

  private @Nullable MemorySegment ring;
  private long base;
  private long tail;
  private long limit;
  private boolean held;

  /// The outbox of `source` for `target`.
  public Outbox(RingMemory memory, int source, int target, Doorbell doorbell) {
    int ranks = memory.ranks();
    this.memory = memory;
    this.doorbell = doorbell;
    this.source = source;
    this.target = target;
    this.control = memory.control();
    this.attention = ControlLayout.attentionWord(target, source);
    this.bit = 1L << source;
    this.capacity = memory.ringBytes();
    this.mask = capacity - 1;
    this.consumedWord = ControlLayout.consumed(ranks, source, target);
    this.waitingWord = ControlLayout.waiting(ranks, source, target);
  }

  /// The rank that it leads to.
  public int target() {
    return target;
  }

  /// The largest record that a ring of `ringBytes` takes. A quarter of the ring may be consumed but
  /// not yet published, and another record's worth lost to padding at the end: an eighth always
  /// fits an idle ring, and leaves the reader something to do while the writer fills the next one.
  public static int maxRecord(long ringBytes) {
    return (int) Math.min(ringBytes / 8, 1 << 20);
  }

  /// Claims `bytes` (a record's whole length) and returns the offset in [#memory] at which to
  /// write, or [#NO_ROOM].
  public long claim(int bytes) {
    long position = tail;
    if (position + bytes <= limit) {
      return base + (position & mask);
    }
    return held ? NO_ROOM : claimSlow(bytes);
  }

  /// Claims as [#claim] does, for the one who called [#hold].
  public long claimHeld(int bytes) {
    long at = claimSlow(bytes);
    limit = Long.MIN_VALUE;
    return at;
  }

  private long claimSlow(int bytes) {
    if (ring == null) {
      ring = memory.ring(source, target, true);
      base = memory.ringBase(source, target);
    }
    // Acquire: partner of the release in RingReader.publish; the space before it reads as zero.
    long free = Words.getAcquire(control, consumedWord) + capacity;
    long end = (tail | mask) + 1;
    if (tail + bytes > end) {
      if (end + bytes > free) {
        return NO_ROOM;
      }
      int rest = (int) (end - tail) - RecordLayout.HEADER;
      Words.setRelease(ring, base + (tail & mask), RecordLayout.header(RecordLayout.PAD, 0, rest));
      tail = end;
      end += capacity;
    }
    limit = Math.min(free, end);
    return tail + bytes <= limit ? base + (tail & mask) : NO_ROOM;
  }

  /// The memory in which a claimed record is written.
  public MemorySegment memory() {
    MemorySegment memory = ring;
    if (memory == null) {
      throw new IllegalStateException("nothing was claimed from this outbox");
    }
    return memory;
  }

  /// Writes word `index` (from 0) of the payload of the record claimed at `at`.
  public void word(long at, int index, long value) {
    memory().set(ValueLayout.JAVA_LONG, at + 8 + 8L * index, value);
  }

  /// Makes the record of `bytes` claimed at `at` visible, and tells a target that does not look.
  public void commit(long at, int bytes, long header) {
    // Read before the release: the compiler reads nothing across it twice.
    MemorySegment control = this.control;
    long attention = this.attention;
    long bit = this.bit;
    tail += bytes;
    // Release: partner of the acquire in RingReader.drain.
    Words.setRelease(memory(), at, header);
    // No fence between the two: a reader that stops looking clears the bit, then goes on looking
    // for longer than a store can stay unseen (Inbox.tick, Inbox.prepareSleep).
    if ((Words.getAcquire(control, attention) & bit) == 0) {
      raise();
    }
  }

  private void raise() {
    Words.getAndOr(control, attention, bit);
    if (Words.getVolatile(control, ControlLayout.asleep(target)) != 0
        && Words.compareAndSet(control, ControlLayout.asleep(target), 1, 0)) {
      doorbell.ring(target);
    }
  }

  /// From now on [#claim] finds no room, so that nobody gets between the fragments of a large
  /// message or ahead of a backlog.
  public void hold() {
    held = true;
    limit = Long.MIN_VALUE;
  }

  /// Ends [#hold].
  public void release() {
    held = false;
  }

  /// Asks the reader to ring this rank's bell when it has made room, and says whether there is room
  /// for `bytes` already (then the bell may or may not ring).
  public boolean requestWake(int bytes) {
    // Volatile write and read on both sides (RingReader.publish): one of the two sees the other.
    Words.setVolatile(control, waitingWord, 1);
    long free = Words.getVolatile(control, consumedWord) + capacity;
    long end = (tail | mask) + 1;
    return (tail + bytes > end ? end : tail) + bytes <= free;
  }

  /// Whether the ring is so full that the largest record would not fit; for people, from any
  /// thread.
  public boolean isFull() {
    return tail - Words.getAcquire(control, consumedWord) > capacity - maxRecord(capacity);
  }
}
