// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import org.jspecify.annotations.Nullable;

/// A thread's buffers for operands: two small ones of each type, a longer one, and one for rows.
public final class Scratch {
  /// The bytes of a piece; three pieces fit in the first-level cache.
  public static final int PIECE = 4096;

  /// The bytes of the rows that are packed at a time. They still fit in the first-level cache, and
  /// the copies to and from segments, of which each costs some 30 ns, are few.
  static final int ROWS = 16 << 10;

  /// The greatest length of the window of a type, in bytes.
  public static final int WINDOW = 4 << 20;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private final @Nullable Buffers[] all = new Buffers[Span.DOUBLES + 1];

  private Scratch() {}

  /// Returns the calling thread's buffers of a kind.
  public static Buffers of(int kind) {
    @Nullable Buffers[] all = OF_THREAD.get().all;
    Buffers buffers = all[kind];
    return buffers != null ? buffers : make(all, kind);
  }

  private static Buffers make(@Nullable Buffers[] all, int kind) {
    Buffers buffers = new Buffers(kind);
    all[kind] = buffers;
    return buffers;
  }

  /// Two buffers of one type. The first is longer by half a page. Otherwise elements with the same
  /// index would be a page apart, and the processor would mistake a load for one of a recent store.
  public static final class Buffers {
    public final Object left;
    public final Object right;
    private final int kind;
    private Object window;
    private long reach = PIECE;
    private @Nullable Object rows;

    public Buffers(int kind) {
      left = array(kind, PIECE + PIECE / 2);
      right = array(kind, PIECE);
      window = right;
      this.kind = kind;
    }

    /// Returns an array that extends to byte `end`, at most [#WINDOW]: the right buffer if it does.
    public Object window(long end) {
      return end <= reach ? window : widen(end);
    }

    /// Returns the array for rows, of [#ROWS] bytes.
    Object rows() {
      Object made = rows;
      if (made == null) {
        made = array(kind, ROWS);
        rows = made;
      }
      return made;
    }

    private Object widen(long end) {
      reach = Math.min(WINDOW, 2 * Long.highestOneBit(end));
      window = array(kind, (int) reach);
      return window;
    }

    private static Object array(int kind, int bytes) {
      return switch (kind) {
        case Span.INTS -> new int[bytes / 4];
        case Span.LONGS -> new long[bytes / 8];
        case Span.FLOATS -> new float[bytes / 4];
        case Span.DOUBLES -> new double[bytes / 8];
        default -> new byte[bytes];
      };
    }
  }
}
