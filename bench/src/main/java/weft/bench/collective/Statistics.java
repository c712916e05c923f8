// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.Arrays;

/// Means of a few numbers.
public final class Statistics {
  private Statistics() {}

  /// The median, or NaN of nothing. What is not a number does not count.
  public static double median(double... values) {
    double[] sorted =
        Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /// The geometric mean, or NaN of nothing. What is not a number does not count.
  public static double geometricMean(double... values) {
    return Math.exp(
        Arrays.stream(values)
            .filter(value -> !Double.isNaN(value))
            .map(Math::log)
            .average()
            .orElse(Double.NaN));
  }

  /// The value below which the share `share` of the values is (the nearest one), or NaN of nothing.
  public static double quantile(double share, double... values) {
    double[] sorted =
        Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
    return sorted.length == 0
        ? Double.NaN
        : sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))];
  }
}
