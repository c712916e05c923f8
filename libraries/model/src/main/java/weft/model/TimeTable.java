// SPDX-License-Identifier: Apache-2.0
package weft.model;

import java.util.Arrays;

/// Measured times, in microseconds, by bytes and by the number τ of movements at once: `L(m, τ)` of
/// τ-Lop, or with one column an overhead `o(m)`.
///
/// Between rows and columns it is linear. Below the first row the time is that of the first row; of
/// no bytes it is 0 unless the table has a row for them. Above the last row it goes on with the
/// last slope, and above the last column by `L(m, τmax) + (τ − τmax) · max(0, L(m, τmax) − L(m,
/// τmax/2)) / (τmax/2)`. Times never fall with bytes or τ: [#smoothed] sees to it.
public final class TimeTable {
  private final long[] sizes;
  private final int[] counts;

  /// By row and column.
  private final double[][] times;

  /// Creates a table of `times[row][column]` for rising sizes in bytes and rising counts from 1.
  ///
  /// @throws ModelException if a time is negative or not a number, or sizes or counts do not rise
  public TimeTable(long[] sizes, int[] counts, double[][] times) {
    this.sizes = sizes.clone();
    this.counts = counts.clone();
    this.times = new double[sizes.length][];
    if (sizes.length == 0 || counts.length == 0 || counts[0] != 1 || times.length != sizes.length) {
      throw new ModelException(
          "a table of times needs a row for each size, and columns that begin with τ = 1");
    }
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] < 0 || (i > 0 && sizes[i] <= sizes[i - 1])) {
        throw new ModelException("the sizes of a table do not rise at " + sizes[i] + " bytes");
      }
      if (times[i].length != counts.length) {
        throw new ModelException(
            "the row of %d bytes has %d times for %d columns"
                .formatted(sizes[i], times[i].length, counts.length));
      }
      this.times[i] = times[i].clone();
      for (int k = 0; k < counts.length; k++) {
        if (!(times[i][k] >= 0) || Double.isInfinite(times[i][k])) {
          throw new ModelException(
              "the time of %d bytes at τ = %d is %s; times are numbers from 0 on"
                  .formatted(sizes[i], counts[k], times[i][k]));
        }
      }
    }
    for (int k = 1; k < counts.length; k++) {
      if (counts[k] <= counts[k - 1]) {
        throw new ModelException("the columns of a table do not rise at τ = " + counts[k]);
      }
    }
  }

  /// A table of `start + bytes · perByte` for any τ.
  public static TimeTable linear(double start, double perByte) {
    return new TimeTable(
        new long[] {0, 1 << 20},
        new int[] {1},
        new double[][] {{start}, {start + perByte * (1 << 20)}});
  }

  /// A table of `bytes · perByte · τ`: a channel whose bandwidth is shared.
  public static TimeTable shared(double perByte) {
    return new TimeTable(
        new long[] {0, 1 << 20},
        new int[] {1, 2},
        new double[][] {{0, 0}, {perByte * (1 << 20), 2 * perByte * (1 << 20)}});
  }

  /// The time of `bytes` bytes when `count` movements run at once, in microseconds.
  public double at(double bytes, double count) {
    if (bytes <= 0 && sizes[0] > 0) {
      return 0;
    }
    int last = sizes.length - 1;
    if (bytes <= sizes[0] || last == 0) {
      return inRow(0, count);
    }
    int row = 1;
    if (bytes >= sizes[last]) {
      row = last;
    } else {
      int found = Arrays.binarySearch(sizes, (long) Math.ceil(bytes));
      row = Math.max(1, found >= 0 ? found : -found - 1);
    }
    double low = inRow(row - 1, count);
    double high = inRow(row, count);
    double part = (bytes - sizes[row - 1]) / (sizes[row] - sizes[row - 1]);
    double rise = Math.max(0, high - low);
    if (part > 1) {
      // Beyond the last row, the slope must not fall with τ either.
      for (int column = 0; column <= counts.length - 1 && counts[column] <= count; column++) {
        rise = Math.max(rise, times[last][column] - times[last - 1][column]);
      }
      return high + rise * (part - 1);
    }
    return low + rise * part;
  }

  private double inRow(int row, double count) {
    double[] of = times[row];
    int last = counts.length - 1;
    if (last == 0 || count <= counts[0]) {
      return of[0];
    }
    if (count <= counts[last]) {
      return between(of, count);
    }
    // The slopes of rows differ, and a row must not fall below one of fewer bytes.
    double most = 0;
    for (int below = 0; below <= row; below++) {
      most = Math.max(most, beyond(times[below], count));
    }
    return most;
  }

  private double beyond(double[] of, double count) {
    int last = counts.length - 1;
    double half = counts[last] / 2.0;
    double slope = Math.max(0, of[last] - between(of, half)) / half;
    return of[last] + (count - counts[last]) * slope;
  }

  private double between(double[] of, double count) {
    if (count <= counts[0]) {
      return of[0];
    }
    int column = 1;
    while (counts[column] < count) {
      column++;
    }
    double part = (count - counts[column - 1]) / (counts[column] - counts[column - 1]);
    return of[column - 1] + (of[column] - of[column - 1]) * part;
  }

  /// The same times multiplied by `factor`.
  public TimeTable times(double factor) {
    double[][] scaled = new double[times.length][];
    for (int i = 0; i < times.length; i++) {
      scaled[i] = Arrays.stream(times[i]).map(time -> time * factor).toArray();
    }
    return new TimeTable(sizes, counts, scaled);
  }

  /// The nearest table whose times never fall with bytes, nor with τ: isotonic regression of each
  /// column and then of each row.
  public TimeTable smoothed() {
    double[][] fitted = new double[sizes.length][counts.length];
    for (int k = 0; k < counts.length; k++) {
      int column = k;
      double[] fit = Isotonic.fit(Arrays.stream(times).mapToDouble(row -> row[column]).toArray());
      for (int i = 0; i < sizes.length; i++) {
        fitted[i][k] = fit[i];
      }
    }
    // The regression of rows keeps the order of columns: pooled means of ordered rows are ordered.
    for (int i = 0; i < sizes.length; i++) {
      fitted[i] = Isotonic.fit(fitted[i]);
    }
    for (int i = 1; i < sizes.length; i++) {
      for (int k = 0; k < counts.length; k++) {
        fitted[i][k] = Math.max(fitted[i][k], fitted[i - 1][k]);
      }
    }
    return new TimeTable(sizes, counts, fitted);
  }

  /// The greatest relative difference between the times of this table and of `other`, which has the
  /// same rows and columns.
  public double difference(TimeTable other) {
    double most = 0;
    for (int i = 0; i < sizes.length; i++) {
      for (int k = 0; k < counts.length; k++) {
        double scale = Math.max(times[i][k], other.times[i][k]);
        if (scale > 0) {
          most = Math.max(most, Math.abs(times[i][k] - other.times[i][k]) / scale);
        }
      }
    }
    return most;
  }

  /// The sizes of the rows in bytes.
  public long[] sizes() {
    return sizes.clone();
  }

  /// The numbers of movements of the columns.
  public int[] counts() {
    return counts.clone();
  }

  /// The largest measured size in bytes.
  public long mostBytes() {
    return sizes[sizes.length - 1];
  }

  /// The largest measured number of movements at once.
  public int mostCount() {
    return counts[counts.length - 1];
  }

  /// The time in a row and a column, as measured.
  public double time(int row, int column) {
    return times[row][column];
  }
}
