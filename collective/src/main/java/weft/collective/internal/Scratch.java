// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import org.jspecify.annotations.Nullable;

/// Two small arrays of each type and a longer one: a thread's own room for what is combined.
final class Scratch {
  /// The bytes of a piece: three of them stay in the first-level cache.
  static final int PIECE = 4096;

  /// How far the window of a type reaches, in bytes.
  static final int WINDOW = 4 << 20;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private final @Nullable Pair[] pairs = new Pair[Span.DOUBLES + 1];

  private Scratch() {}

  /// The calling thread's arrays of a kind.
  static Pair of(int kind) {
    @Nullable Pair[] pairs = OF_THREAD.get().pairs;
    Pair pair = pairs[kind];
    return pair != null ? pair : make(pairs, kind);
  }

  private static Pair make(@Nullable Pair[] pairs, int kind) {
    Pair pair = new Pair(kind);
    pairs[kind] = pair;
    return pair;
  }

  /// Two arrays of one type. The first is longer by half a page: elements of one index would
  /// otherwise be a page apart, where the processor mistakes a load for one of what was stored.
  static final class Pair {
    final Object left;
    final Object right;
    private final int kind;
    private Object window;
    private long reach = PIECE;

    Pair(int kind) {
      left = array(kind, PIECE + PIECE / 2);
      right = array(kind, PIECE);
      window = right;
      this.kind = kind;
    }

    /// An array that reaches to byte `end`, at most [#WINDOW]; the right one as long as that does.
    Object window(long end) {
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
