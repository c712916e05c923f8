// SPDX-License-Identifier: Apache-2.0
package weft.model.measured;

import java.util.Arrays;

/// Medians, means and quantiles. NaN values are ignored; without other values the result is NaN.
public final class Statistics {
  /// Medians of distances beyond which a value is an outlier.
  private static final double FAR = 5;

  private Statistics() {}

  private static double[] sorted(double... values) {
    return Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
  }

  /// The median.
  public static double median(double... values) {
    double[] sorted = sorted(values);
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /// Two of the values, between which the true median lies with a probability of 95 % or more,
  /// whatever the distribution is (sign test). Fewer than six values do not suffice for that: then
  /// these are the least and the greatest.
  ///
  /// @param values at most 1,000
  public static double[] medianInterval(double... values) {
    double[] sorted = sorted(values);
    int count = sorted.length;
    if (count == 0) {
      return new double[] {Double.NaN, Double.NaN};
    }
    // The chance that exactly, and that at most, `outside` of all values lie below the median.
    double exactly = Math.pow(0.5, count);
    double atMost = exactly;
    int outside = 0;
    while (outside < (count - 1) / 2) {
      exactly *= (double) (count - outside) / (outside + 1);
      atMost += exactly;
      if (atMost > 0.025) {
        break;
      }
      outside++;
    }
    return new double[] {sorted[outside], sorted[count - 1 - outside]};
  }

  /// The number of values that are further from the median than five times the median of all such
  /// distances.
  public static int outliers(double... values) {
    double median = median(values);
    double[] distances = Arrays.stream(values).map(it -> Math.abs(it - median)).toArray();
    double usual = median(distances);
    return (int) Arrays.stream(distances).filter(it -> it > FAR * usual).count();
  }

  /// The geometric mean.
  public static double geometricMean(double... values) {
    return Math.exp(Arrays.stream(sorted(values)).map(Math::log).average().orElse(Double.NaN));
  }

  /// The quantile at `share` (0 to 1): the nearest of the values, without interpolation.
  public static double quantile(double share, double... values) {
    double[] sorted = sorted(values);
    return sorted.length == 0
        ? Double.NaN
        : sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))];
  }
}
