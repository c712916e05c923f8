// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import weft.bench.pair.Way;

/// The bare ring: the minimum of work that carries a word from one process to another through
/// mapped memory. It shares no code with Weft, and Weft's figures are compared with it.
///
/// It has one writer, one reader, and packed records of 16 bytes: a header that is never 0, and one
/// word. The reader sets a header to 0 after reading it, which alone marks the place as free. It
/// publishes its position every quarter of the ring.
///
/// ```
/// base         position up to which the reader has read
/// base + 128   capacity bytes of records
/// ```
public final class BareRing {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final int RECORD = 16;

  /// The number of messages that a reader takes at a time.
  private static final int BATCH = 256;

  private BareRing() {}

  /// A way with one ring in each direction.
  public static Way way(Writer out, Reader in) {
    return new Way(
        (size, i) -> {
          while (!out.offer(1, i)) {
            Thread.onSpinWait();
          }
        },
        () -> in.poll(BATCH));
  }

  /// The bytes that a ring of `capacity` occupies.
  static long bytes(long capacity) {
    return 128 + capacity;
  }

  /// The writing end.
  public static final class Writer {
    private final MemorySegment memory;
    private final long base;
    private final long capacity;
    private long tail;
    private long limit;

    public Writer(MemorySegment memory, long base, long capacity) {
      this.memory = memory;
      this.base = base;
      this.capacity = capacity;
      this.limit = capacity;
    }

    boolean offer(long header, long value) {
      long position = tail;
      if (position + RECORD > limit) {
        limit = (long) WORD.getAcquire(memory, base) + capacity;
        if (position + RECORD > limit) {
          return false;
        }
      }
      long at = base + 128 + (position & (capacity - 1));
      WORD.set(memory, at + 8, value);
      WORD.setRelease(memory, at, header);
      tail = position + RECORD;
      return true;
    }
  }

  /// The reading end.
  public static final class Reader {
    private final MemorySegment memory;
    private final long base;
    private final long capacity;
    private long head;
    private long published;

    /// The sum of all words read, so that the compiler cannot remove the reads.
    long sum;

    public Reader(MemorySegment memory, long base, long capacity) {
      this.memory = memory;
      this.base = base;
      this.capacity = capacity;
    }

    /// Reads the available records, at most `most`, and returns their number.
    int poll(int most) {
      long position = head;
      int taken = 0;
      while (taken < most) {
        long at = base + 128 + (position & (capacity - 1));
        if ((long) WORD.getAcquire(memory, at) == 0) {
          break;
        }
        sum += (long) WORD.get(memory, at + 8);
        WORD.set(memory, at, 0L);
        position += RECORD;
        taken++;
      }
      if (taken > 0) {
        head = position;
        if (position - published >= capacity / 4) {
          published = position;
          WORD.setRelease(memory, base, position);
        }
      }
      return taken;
    }
  }
}
