// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The unordered one-sided accesses to one heap, in shared memory. An access of any rank is in the
/// table from the call until its completion has been seen or a fence has passed.
///
/// ```
/// 0      lock: 0, or 1 + the rank that holds it
/// 8      used: no entry from here on is taken
/// 16     missed: accesses for which there was no room
/// 128    1024 entries of 64 bytes:
///        0 kind (0: free) and rank << 8 | 8 begin | 16 rowBytes | 24 stride | 32 rows
///        40 bytes of the text
/// 65664  1024 texts of 192 bytes: where in the program, UTF-8
/// ```
public final class AccessTable {
  /// The kind of an access.
  public enum Kind {
    /// Writes them.
    PUT,
    /// Reads them.
    GET,
    /// Reads and writes them in one step.
    ATOMIC,
    /// Frees them.
    FREE;

    /// Whether the order of the two is visible. Reads do not conflict with each other, nor do
    /// atomics. A read sees a word before or after another rank's atomic. With an atomic of its own
    /// rank, the order matters.
    boolean disturbs(Kind other, boolean ofOneRank) {
      return this == PUT
          || this == FREE
          || other == PUT
          || other == FREE
          || this != other && ofOneRank;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// One access.
  ///
  /// @param rank the rank that accesses
  /// @param site its place in the program
  public record Access(int rank, Kind kind, Extent extent, String site) {}

  private static final int CAPACITY = 1024;
  private static final long ENTRY = 64;
  private static final long ENTRIES = Lines.LINE;
  private static final int MOST_TEXT = 192;
  private static final long TEXTS = ENTRIES + CAPACITY * ENTRY;

  static final long BYTES = TEXTS + (long) CAPACITY * MOST_TEXT;

  private static final long LOCK = 0;
  private static final long USED = 8;
  private static final long MISSED = 16;

  private static final long HEAD = 0;
  private static final long BEGIN = 8;
  private static final long ROW_BYTES = 16;
  private static final long STRIDE = 24;
  private static final long ROWS = 32;
  private static final long TEXT_BYTES = 40;

  private static final Kind[] KINDS = Kind.values();
  private static final int SPINS = 1000;
  private static final long NAP = 20_000;
  private static final int NAPS = 250_000;

  private final MemorySegment memory;
  private final long base;

  /// The slot of the access last added.
  private int slot;

  /// The first free slot that the last search of all entries has found.
  private long spare;

  /// The table at `base` of `memory`.
  AccessTable(MemorySegment memory, long base) {
    this.memory = memory;
    this.base = base;
  }

  /// Enters an access, or returns an entry that conflicts with it. After entering, [#lastSlot] is
  /// its slot.
  public @Nullable Access add(Access access) {
    byte[] text = access.site().getBytes(StandardCharsets.UTF_8);
    lock(access.rank());
    try {
      Access other = conflict(access);
      if (other == null) {
        slot = take();
        if (slot >= 0) {
          write(slot, access, text);
        }
      }
      return other;
    } finally {
      unlock();
    }
  }

  /// The slot of the access that this thread added last; −1 if there was no room for it.
  public int lastSlot() {
    return slot;
  }

  /// An entry that conflicts with `access`, or null; enters nothing.
  public @Nullable Access find(Access access) {
    lock(access.rank());
    try {
      return conflict(access);
    } finally {
      unlock();
    }
  }

  /// Removes the access in `slot`; called once for each, when it is ordered.
  public void remove(int rank, int slot) {
    if (slot < 0) {
      return;
    }
    lock(rank);
    try {
      Words.set(memory, entry(slot) + HEAD, 0);
      long used = Words.get(memory, base + USED);
      while (used > 0 && Words.get(memory, entry(used - 1) + HEAD) == 0) {
        used--;
      }
      Words.set(memory, base + USED, used);
    } finally {
      unlock();
    }
  }

  /// The number of accesses that found no room, and so were not checked against later ones.
  public long missed() {
    return Words.getAcquire(memory, base + MISSED);
  }

  /// The number of pending accesses.
  public int count(int rank) {
    lock(rank);
    try {
      int count = 0;
      for (long i = Words.get(memory, base + USED) - 1; i >= 0; i--) {
        count += Words.get(memory, entry(i) + HEAD) != 0 ? 1 : 0;
      }
      return count;
    } finally {
      unlock();
    }
  }

  private @Nullable Access conflict(Access access) {
    long used = Words.get(memory, base + USED);
    spare = used;
    for (long i = 0; i < used; i++) {
      long at = entry(i);
      long head = Words.get(memory, at + HEAD);
      if (head == 0) {
        spare = Math.min(spare, i);
      } else if (access.kind().disturbs(kind(head), access.rank() == rank(head))
          && access.extent().overlaps(extent(at))) {
        return read(i, head);
      }
    }
    return null;
  }

  /// Takes the free slot that [#conflict] has found.
  private int take() {
    if (spare == CAPACITY) {
      Words.set(memory, base + MISSED, Words.get(memory, base + MISSED) + 1);
      return -1;
    }
    Words.set(memory, base + USED, Math.max(spare + 1, Words.get(memory, base + USED)));
    return (int) spare;
  }

  private void write(long index, Access access, byte[] text) {
    long at = entry(index);
    int bytes = Math.min(text.length, MOST_TEXT);
    Extent extent = access.extent();
    Words.set(memory, at + HEAD, access.kind().ordinal() + 1L | (long) access.rank() << 8);
    Words.set(memory, at + BEGIN, extent.begin());
    Words.set(memory, at + ROW_BYTES, extent.rowBytes());
    Words.set(memory, at + STRIDE, extent.stride());
    Words.set(memory, at + ROWS, extent.rows());
    Words.set(memory, at + TEXT_BYTES, bytes);
    MemorySegment.copy(text, 0, memory, ValueLayout.JAVA_BYTE, text(index), bytes);
  }

  private Access read(long index, long head) {
    long at = entry(index);
    var text = new byte[(int) Words.get(memory, at + TEXT_BYTES)];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, text(index), text, 0, text.length);
    return new Access(rank(head), kind(head), extent(at), new String(text, StandardCharsets.UTF_8));
  }

  private static int rank(long head) {
    return (int) (head >>> 8);
  }

  private static Kind kind(long head) {
    return KINDS[(int) (head & 0xff) - 1];
  }

  private Extent extent(long at) {
    return new Extent(
        Words.get(memory, at + BEGIN),
        Words.get(memory, at + ROW_BYTES),
        Words.get(memory, at + STRIDE),
        Words.get(memory, at + ROWS));
  }

  private long entry(long index) {
    return base + ENTRIES + index * ENTRY;
  }

  private long text(long index) {
    return base + TEXTS + index * MOST_TEXT;
  }

  private void lock(int rank) {
    for (int tries = 0; !Words.compareAndSet(memory, base + LOCK, 0, rank + 1L); tries++) {
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else if (tries < NAPS) {
        LockSupport.parkNanos(NAP);
      } else {
        throw new IllegalStateException(
            "rank "
                + rank
                + " cannot enter its access into the table of the debug mode, which rank "
                + (Words.get(memory, base + LOCK) - 1)
                + " has held for seconds; that rank has probably died");
      }
    }
  }

  private void unlock() {
    // Pairs with the compareAndSet in lock.
    Words.setRelease(memory, base + LOCK, 0);
  }
}
