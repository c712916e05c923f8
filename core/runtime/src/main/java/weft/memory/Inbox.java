// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import weft.transport.RecordSink;

/// The reading side of all rings that lead to one rank.
///
/// The cost of a poll depends on the ready rings. It reads one attention word per 64 sources, and
/// the rings of recent senders. A ring that has been silent for a while is dropped in two steps, a
/// tick apart. First its attention bit is cleared, while the ring is still polled; then it is no
/// longer polled. A sender that read the bit just before it was cleared has made its record visible
/// long before the second step. So a sender needs no fence. If that assumption about the hardware
/// ever fails, a sweep over all rings finds the record: late, but not lost.
public final class Inbox {
  private static final int TICK = 1 << 14;
  private static final int SWEEP_EVERY_TICKS = 64;

  private final int rank;
  private final int ranks;
  private final MemorySegment control;
  private final long attention;
  private final RingReader[] readers;
  private final long[] active;
  private final int words;

  /// The first word of [#active], kept here because every poll needs it.
  private long firstActive;

  private int polls;
  private int ticks;

  /// The inbox of `rank`.
  public Inbox(RingMemory memory, int rank, Doorbell doorbell) {
    this.rank = rank;
    this.ranks = memory.ranks();
    this.control = memory.control();
    this.attention = ControlLayout.attention(rank);
    this.readers = new RingReader[ranks];
    for (int source = 0; source < ranks; source++) {
      readers[source] = new RingReader(memory, source, rank, doorbell);
    }
    this.words = (ranks + 63) >>> 6;
    this.active = new long[words];
  }

  /// Passes arrived records to `sink`, at most a bounded batch from each source, and returns their
  /// number.
  public int poll(RecordSink sink) {
    if ((++polls & (TICK - 1)) == 0) {
      tick();
    }
    // Acquire: no partner; what a bit announces is acquired with the record's own header.
    long ready = firstActive | Words.getAcquire(control, attention);
    return ready == 0 && words == 1 ? 0 : pollWords(sink, ready);
  }

  private int pollWords(RecordSink sink, long first) {
    active[0] = first;
    firstActive = first;
    int taken = drain(sink, first, 0);
    for (int word = 1; word < words; word++) {
      // Acquire: as in poll.
      long ready = active[word] | Words.getAcquire(control, attention + 8L * word);
      active[word] = ready;
      taken += drain(sink, ready, word << 6);
    }
    return taken;
  }

  private int drain(RecordSink sink, long ready, int first) {
    int taken = 0;
    boolean alone = (ready & (ready - 1)) == 0;
    for (long rest = ready; rest != 0; rest &= rest - 1) {
      taken += readers[first + Long.numberOfTrailingZeros(rest)].drain(sink, alone);
    }
    return taken;
  }

  /// Passes records of `source` that a transport holds outside the ring to `sink`: `bytes` bytes at
  /// `at` in `memory`, or up to a record that it refuses. The ring must have no earlier unread
  /// records. Returns the number of records that `sink` took; [#position] is the new position.
  public int run(RecordSink sink, int source, MemorySegment memory, long at, int bytes) {
    return readers[source].run(sink, memory, at, bytes);
  }

  /// The position up to which the stream of all bytes of `source` has been read.
  public long position(int source) {
    return readers[source].position();
  }

  /// Moves each silent ring one step further towards no longer being polled.
  void tick() {
    for (int word = 0; word < active.length; word++) {
      long raised = Words.getAcquire(control, attention + 8L * word);
      long silent = 0;
      for (long rest = active[word]; rest != 0; rest &= rest - 1) {
        int source = Long.numberOfTrailingZeros(rest);
        if (readers[(word << 6) + source].idleSinceLastTick()) {
          silent |= 1L << source;
        }
      }
      if ((silent & raised) != 0) {
        Words.getAndAnd(control, attention + 8L * word, ~silent);
      }
      active[word] &= ~(silent & ~raised);
    }
    firstActive = active[0];
    if (++ticks % SWEEP_EVERY_TICKS == 0) {
      sweep();
    }
  }

  /// Makes the next poll read every ring, regardless of the attention bits.
  public void sweep() {
    for (int source = 0; source < ranks; source++) {
      if (readers[source].hasUnread()) {
        active[source >>> 6] |= 1L << source;
      }
    }
    firstActive = active[0];
  }

  /// Announces sleep: from now on every sender rings the bell. The caller keeps polling for some
  /// microseconds (longer than a store can stay unseen) before it sleeps.
  public void prepareSleep() {
    Words.setVolatile(control, ControlLayout.asleep(rank), 1);
    for (int word = 0; word < active.length; word++) {
      long raised = Words.getAndSet(control, attention + 8L * word, 0);
      active[word] |= raised;
      // The next tick must not be the second step for what was cleared just now.
      for (long rest = raised; rest != 0; rest &= rest - 1) {
        readers[(word << 6) + Long.numberOfTrailingZeros(rest)].stayForOneTick();
      }
    }
    firstActive = active[0];
  }

  /// Ends [#prepareSleep].
  public void awake() {
    Words.setVolatile(control, ControlLayout.asleep(rank), 0);
  }

  /// Whether the rank has announced sleep and has not been woken since.
  public boolean isAsleep() {
    return Words.getVolatile(control, ControlLayout.asleep(rank)) != 0;
  }

  /// Whether the ring of `source` has unread records, as far as can be seen without reading them.
  public boolean hasUnread(int source) {
    return readers[source].hasUnread();
  }
}
