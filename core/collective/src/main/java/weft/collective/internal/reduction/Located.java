// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

/// The minimum or maximum and its location, as pairs of words: value, location. Of equal values the
/// smallest location wins.
final class Located {
  private Located() {}

  private static boolean isLater(long[] a, long[] b, int i) {
    return b[i + 1] < a[i + 1];
  }

  private static void take(long[] to, long[] from, int i) {
    long value = from[i];
    long location = from[i + 1];
    to[i] = value;
    to[i + 1] = location;
  }

  /// Longs.
  static final class Longs extends Kernel {
    private final boolean least;

    Longs(boolean least) {
      this.least = least;
    }

    @Override
    void combine(long[] to, long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i += 2) {
        int order = least ? Long.compare(b[i], a[i]) : Long.compare(a[i], b[i]);
        take(to, order < 0 || (order == 0 && isLater(a, b, i)) ? b : a, i);
      }
    }
  }

  /// Doubles, as their bits. NaN wins, as in [Math#min(double, double)]; −0.0 is less than 0.0.
  static final class Doubles extends Kernel {
    private final boolean least;

    Doubles(boolean least) {
      this.least = least;
    }

    @Override
    void combine(long[] to, long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i += 2) {
        int order = compare(Double.longBitsToDouble(a[i]), Double.longBitsToDouble(b[i]));
        take(to, order > 0 || (order == 0 && isLater(a, b, i)) ? b : a, i);
      }
    }

    /// Negative if `a` is chosen.
    private int compare(double a, double b) {
      if (Double.isNaN(a) || Double.isNaN(b)) {
        return Boolean.compare(Double.isNaN(b), Double.isNaN(a));
      }
      return least ? Double.compare(a, b) : Double.compare(b, a);
    }
  }
}
