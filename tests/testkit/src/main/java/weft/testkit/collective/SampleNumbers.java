// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.collective.Operator;

/// The contributions of ranks in tests, and the expected results.
public final class SampleNumbers {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  /// Composes functions `x → p x + q` given as pairs of longs: associative, but not commutative.
  public static final Operator COMPOSE =
      Operator.ofBlocks("compose", 16, SampleNumbers::compose, false);

  private SampleNumbers() {}

  private static void compose(MemorySegment left, MemorySegment right, long count) {
    for (long at = 0; at < 16 * count; at += 16) {
      long p = left.get(WORD, at);
      long q = left.get(WORD, at + 8);
      long r = right.get(WORD, at);
      long s = right.get(WORD, at + 8);
      left.set(WORD, at, p * r);
      left.set(WORD, at + 8, q * r + s);
    }
  }

  /// The contribution of `rank` to the operation named by `key`: odd numbers, so that products do
  /// not become 0.
  public static long[] of(long key, int rank, int length) {
    var numbers = new long[length];
    long state = key * 0x9E3779B97F4A7C15L + rank;
    for (int i = 0; i < length; i++) {
      state = state * 0x5851F42D4C957F2DL + 0x14057B7EF767814FL;
      numbers[i] = (state ^ state >>> 29) | 1;
    }
    return numbers;
  }

  /// The sum over ranks `from` to `to` − 1.
  public static long[] sum(long key, int from, int to, int length) {
    var sum = new long[length];
    for (int rank = from; rank < to; rank++) {
      long[] theirs = of(key, rank, length);
      for (int i = 0; i < length; i++) {
        sum[i] += theirs[i];
      }
    }
    return sum;
  }

  /// The composition over ranks `from` to `to` − 1, in their order.
  public static long[] composed(long key, int from, int to, int length) {
    long[] all = of(key, from, length);
    for (int rank = from + 1; rank < to; rank++) {
      compose(MemorySegment.ofArray(all), MemorySegment.ofArray(of(key, rank, length)), length / 2);
    }
    return all;
  }

  /// Fills the columns of a matrix whose rows begin `lead` apart, starting at the third element.
  public static void fill(double[] matrix, int rows, int columns, int lead, int rank) {
    for (int i = 0; i < rows * columns; i++) {
      matrix[2 + i / columns * lead + i % columns] = rank * 1e6 + i;
    }
  }
}
