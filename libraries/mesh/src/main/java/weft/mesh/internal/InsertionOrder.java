// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// The order in which points are inserted: random rounds, each eight times as large as the one
/// before, and a Hilbert curve within each.
///
/// Random rounds keep the expected number of tets small for every input; N. Amenta, S. Choi and G.
/// Rote, "Incremental constructions con BRIO", Symposium on Computational Geometry 2003. The curve
/// makes walks short, and keeps tets that are used together close in memory; its code is that of J.
/// Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707 (2004).
public final class InsertionOrder {
  private static final int FIRST_ROUND = 2000;
  private static final int GROWTH = 8;

  /// Points with equal keys are ordered anew, in a box of their own, if they are more than these.
  private static final int RUN = 64;

  /// Bits of a key that are the index of a point, and bits of one digit of the sort.
  private static final int INDEX_BITS = 27;

  private static final int DIGIT = 11;

  /// More points than the indices of keys can name.
  static final int MOST_POINTS = (1 << INDEX_BITS) - 1;

  private final double[] xyz;
  private final int[] order;
  private final long[] keys;
  private final long[] sorted;
  private final int[] copied;

  private InsertionOrder(double[] xyz) {
    this.xyz = xyz;
    int count = xyz.length / 3;
    order = new int[count];
    keys = new long[count];
    sorted = new long[count];
    copied = new int[count];
  }

  /// Returns the points, whose coordinates are at `3 * point` in `xyz`, in the order of insertion.
  public static int[] of(double[] xyz) {
    var made = new InsertionOrder(xyz);
    int[] ends = made.divide();
    int start = 0;
    for (int end : ends) {
      made.sort(start, end);
      start = end;
    }
    return made.order;
  }

  /// Puts the points into `order` by their rounds, and returns the ends of the rounds.
  private int[] divide() {
    int rounds = 1;
    for (int rest = order.length; rest > FIRST_ROUND; rest /= GROWTH) {
      rounds++;
    }
    int[] places = new int[rounds + 1];
    for (int i = 0; i < order.length; i++) {
      places[round(i, rounds) + 1]++;
    }
    for (int r = 0; r < rounds; r++) {
      places[r + 1] += places[r];
    }
    for (int i = 0; i < order.length; i++) {
      order[places[round(i, rounds)]++] = i;
    }
    return Arrays.copyOf(places, rounds);
  }

  /// The round of a point, at random but the same each time: seven of eight points are in the last
  /// one, and so on of the rest.
  private static int round(int point, int rounds) {
    long mixed = (point + 1) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    int eighths = Long.numberOfTrailingZeros(mixed ^ mixed >>> 31) / 3;
    return Math.max(0, rounds - 1 - eighths);
  }

  /// Orders a range of `order` along the curve through the box of its points.
  private void sort(int start, int end) {
    int count = end - start;
    double[] low = new double[3];
    double width = box(start, end, low);
    if (!(width > 0)) {
      return;
    }
    int bits = count < 4096 ? 8 : count < 300_000 ? 10 : 12;
    double scale = ((1 << bits) - 1) / width;
    for (int i = 0; i < count; i++) {
      int v = 3 * order[start + i];
      long key =
          hilbert(
              (int) ((xyz[v] - low[0]) * scale),
              (int) ((xyz[v + 1] - low[1]) * scale),
              (int) ((xyz[v + 2] - low[2]) * scale),
              bits);
      keys[i] = key << INDEX_BITS | i;
    }
    long[] result = radix(count, 3 * bits);
    for (int i = 0; i < count; i++) {
      copied[i] = order[start + (int) (result[i] & MOST_POINTS)];
    }
    System.arraycopy(copied, 0, order, start, count);
    sortRuns(start, runs(result, count));
  }

  /// Puts the lowest corner of the box of these points into `low`, and returns its largest width.
  private double box(int start, int end, double[] low) {
    double lowX = Double.POSITIVE_INFINITY;
    double lowY = Double.POSITIVE_INFINITY;
    double lowZ = Double.POSITIVE_INFINITY;
    double highX = Double.NEGATIVE_INFINITY;
    double highY = Double.NEGATIVE_INFINITY;
    double highZ = Double.NEGATIVE_INFINITY;
    for (int i = start; i < end; i++) {
      int v = 3 * order[i];
      lowX = Math.min(lowX, xyz[v]);
      lowY = Math.min(lowY, xyz[v + 1]);
      lowZ = Math.min(lowZ, xyz[v + 2]);
      highX = Math.max(highX, xyz[v]);
      highY = Math.max(highY, xyz[v + 1]);
      highZ = Math.max(highZ, xyz[v + 2]);
    }
    low[0] = lowX;
    low[1] = lowY;
    low[2] = lowZ;
    return Math.max(highX - lowX, Math.max(highY - lowY, highZ - lowZ));
  }

  /// The ends of the runs of equal keys that are longer than [#RUN], as start and end by turns.
  private static int[] runs(long[] result, int count) {
    int[] found = new int[0];
    int used = 0;
    int first = 0;
    for (int i = 1; i <= count; i++) {
      if (i == count || result[i] >>> INDEX_BITS != result[first] >>> INDEX_BITS) {
        if (i - first > RUN) {
          if (used == found.length) {
            found = Arrays.copyOf(found, 2 * used + 8);
          }
          found[used++] = first;
          found[used++] = i;
        }
        first = i;
      }
    }
    return Arrays.copyOf(found, used);
  }

  /// The box of such a run is at most a cell of the grid, so this ends.
  private void sortRuns(int start, int[] runs) {
    for (int i = 0; i < runs.length; i += 2) {
      sort(start + runs[i], start + runs[i + 1]);
    }
  }

  /// Sorts `keys` by this many bits above the index, from the lowest digit up.
  private long[] radix(int count, int bits) {
    long[] from = keys;
    long[] to = sorted;
    int[] places = new int[(1 << DIGIT) + 1];
    for (int shift = INDEX_BITS; shift < INDEX_BITS + bits; shift += DIGIT) {
      Arrays.fill(places, 0);
      for (int i = 0; i < count; i++) {
        places[(int) (from[i] >>> shift & ((1 << DIGIT) - 1)) + 1]++;
      }
      for (int d = 0; d < 1 << DIGIT; d++) {
        places[d + 1] += places[d];
      }
      for (int i = 0; i < count; i++) {
        long key = from[i];
        to[places[(int) (key >>> shift & ((1 << DIGIT) - 1))]++] = key;
      }
      long[] other = from;
      from = to;
      to = other;
    }
    return from;
  }

  /// The place on the curve of a cell with these coordinates of `bits` bits.
  public static long hilbert(int x, int y, int z, int bits) {
    for (int q = 1 << (bits - 1); q > 1; q >>= 1) {
      int p = q - 1;
      if ((x & q) != 0) {
        x ^= p;
      }
      if ((y & q) != 0) {
        x ^= p;
      } else {
        int t = (x ^ y) & p;
        x ^= t;
        y ^= t;
      }
      if ((z & q) != 0) {
        x ^= p;
      } else {
        int t = (x ^ z) & p;
        x ^= t;
        z ^= t;
      }
    }
    y ^= x;
    z ^= y;
    int t = 0;
    for (int q = 1 << (bits - 1); q > 1; q >>= 1) {
      if ((z & q) != 0) {
        t ^= q - 1;
      }
    }
    return spread(x ^ t) << 2 | spread(y ^ t) << 1 | spread(z ^ t);
  }

  /// Puts two zero bits in front of each bit.
  private static long spread(int bits) {
    long s = bits;
    s = (s | s << 16) & 0xff0000ffL;
    s = (s | s << 8) & 0xf00f00fL;
    s = (s | s << 4) & 0xc30c30c3L;
    return (s | s << 2) & 0x249249249L;
  }
}
