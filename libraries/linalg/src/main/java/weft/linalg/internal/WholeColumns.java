// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import weft.linalg.kernel.Tile;

/// Loops over columns that a rank holds completely, as arrays.
final class WholeColumns {
  private WholeColumns() {}

  /// The index of the greatest absolute value from `from` on, except at `without`; the first of
  /// equal ones. −1 if there is none.
  static int greatest(double[] values, int from, int without) {
    int place = -1;
    double most = -1;
    for (int i = from; i < values.length; i++) {
      double value = Math.abs(values[i]);
      if (value > most && i != without) {
        most = value;
        place = i;
      }
    }
    return place;
  }

  static void swap(double[] values, int i, int k) {
    double kept = values[i];
    values[i] = values[k];
    values[k] = kept;
  }

  static void subtract(double[] from, int begin, int end, double[] column, double factor) {
    for (int i = begin; i < end; i++) {
      from[i] = Math.fma(-factor, column[i], from[i]);
    }
  }

  static void subtract(
      double[] from,
      int begin,
      int end,
      double[] a,
      double fa,
      double[] b,
      double fb,
      double[] c,
      double fc,
      double[] d,
      double fd) {
    for (int i = begin; i < end; i++) {
      double sum = Math.fma(-fa, a[i], from[i]);
      sum = Math.fma(-fb, b[i], sum);
      sum = Math.fma(-fc, c[i], sum);
      from[i] = Math.fma(-fd, d[i], sum);
    }
  }

  /// Copies this rank's part of a column to row `k` of `to`.
  static void pick(double[] all, Cyclic dealt, int part, int first, Tile to, int k) {
    for (int i = 0; i < to.columns(); ) {
      long index = dealt.global(part, first + i);
      int run = Math.min(to.columns() - i, dealt.run(index));
      to.write(k, i, all, (int) index, run);
      i += run;
    }
  }

  /// The other way round: this rank's part goes to where it is in the whole column.
  static void place(Tile from, int k, Cyclic dealt, int part, int first, double[] all) {
    for (int i = 0; i < from.columns(); ) {
      long index = dealt.global(part, first + i);
      int run = Math.min(from.columns() - i, dealt.run(index));
      from.read(k, i, all, (int) index, run);
      i += run;
    }
  }
}
