// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.data;

import org.jspecify.annotations.Nullable;

/// Two small buffers of each type and a longer one: a thread's own room for what is combined.
public final class Scratch {
  /// The bytes of a piece: three of them stay in the first-level cache.
  public static final int PIECE = 4096;

  /// How far the window of a type reaches, in bytes.
  public static final int WINDOW = 4 << 20;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private final @Nullable Buffers[] all = new Buffers[Span.DOUBLES + 1];

  private Scratch() {}

  /// The calling thread's buffers of a kind.
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

  /// Two buffers of one type. The first is longer by half a page: elements of one index would
  /// otherwise be a page apart, where the processor mistakes a load for one of what was stored.
  public static final class Buffers {
    public final Object left;
    public final Object right;
    private final int kind;
    private Object window;
    private long reach = PIECE;

    public Buffers(int kind) {
      left = array(kind, PIECE + PIECE / 2);
      right = array(kind, PIECE);
      window = right;
      this.kind = kind;
    }

    /// An array that reaches to byte `end`, at most [#WINDOW]; the right one as long as that does.
    public Object window(long end) {
      return end <= reach ? window : widen(end);
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
