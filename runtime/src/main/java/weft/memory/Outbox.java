// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
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

  /// What others are told of the target.
  private final int reader;

  private final MemorySegment control;
  private final long attention;
  private final long bit;
  private final long capacity;
  private final long consumedWord;
  private final long waitingWord;

  private @Nullable MemorySegment ring;
  private long base;

  /// Where the next record goes: an offset in [#ring].
  private long next;

  /// The offset at which records known to fit must end.
  private long limit;

  /// What to add to an offset for the position in the stream of all bytes ever sent.
  private long lap;

  private boolean held;

  private final @Nullable Carrier carrier;
  private final long batch;

  /// Who carries what is written here to its target, where the two do not share memory.
  public interface Carrier {
    /// So much stands for `target` that it should leave now.
    void depart(int target);

    /// The lap ends early: what follows the header at [#position] is no record.
    void wrap(int target);
  }

  /// The outbox of `source` for `target`.
  public Outbox(RingMemory memory, int source, int target, Doorbell doorbell) {
    this(memory, source, target, doorbell, Long.MAX_VALUE / 2, null);
  }

  /// The outbox of `source` for `target`, whose records `carrier` takes along when it is told to,
  /// after `batch` bytes at the latest.
  public Outbox(
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

  /// The rank that it leads to.
  public int target() {
    return reader;
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
    long at = next;
    if (at + bytes <= limit) {
      return at;
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

  /// The position, in the stream of all bytes ever sent, up to which records were committed.
  public long position() {
    return next + lap;
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
    Words.set(memory(), at + 8 + 8L * index, value);
  }

  /// Makes the record of `bytes` claimed at `at` visible, and tells a target that does not look.
  public void commit(long at, int bytes, long header) {
    // Read before the release: the compiler reads nothing across it twice.
    MemorySegment control = this.control;
    long attention = this.attention;
    long bit = this.bit;
    next = at + bytes;
    // Release: partner of the acquire in RingReader.drain.
    Words.setRelease(memory(), at, header);
    // No fence between the two: a reader that stops looking clears the bit, then goes on looking
    // for longer than a store can stay unseen (Inbox.tick, Inbox.prepareSleep).
    if ((Words.getAcquire(control, attention) & bit) == 0) {
      raise();
    }
  }

  private void raise() {
    if (carrier != null) {
      // Only this thread uses the words by which a carrier is told.
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

  /// Wakes the target if it sleeps, or is about to, for the sake of something else that was written
  /// before. A target that is only about to sleep looks once more, after longer than a store can
  /// stay unseen.
  public void wake() {
    if (Words.getAcquire(control, ControlLayout.asleep(target)) != 0
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

  /// Whether nothing gets in now but by [#claimHeld].
  public boolean isHeld() {
    return held;
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
    long tail = position();
    long end = (tail | (capacity - 1)) + 1;
    return (tail + bytes > end ? end : tail) + bytes <= free;
  }

  /// Whether the ring is so full that the largest record would not fit; for people, from any
  /// thread.
  public boolean isFull() {
    return position() - Words.getAcquire(control, consumedWord) > capacity - maxRecord(capacity);
  }
}
