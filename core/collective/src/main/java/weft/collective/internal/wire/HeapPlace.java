// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

/// A world rank and an offset in its registered heap, in one word; 0 is no place. The highest bit
/// says that the rank rewrites the memory repeatedly.
public final class HeapPlace {
  private static final int SHIFT = 44;
  private static final int MOST_RANKS = 1 << 19;
  private static final long REWRITTEN = 1L << 63;

  private HeapPlace() {}

  public static long of(int rank, long offset) {
    return rank + 1L << SHIFT | offset;
  }

  public static long rewritten(long place) {
    return place | REWRITTEN;
  }

  public static boolean isRewritten(long place) {
    return (place & REWRITTEN) != 0;
  }

  public static int rank(long place) {
    return ((int) (place >>> SHIFT) & MOST_RANKS - 1) - 1;
  }

  public static long offset(long place) {
    return place & ((1L << SHIFT) - 1);
  }
}
