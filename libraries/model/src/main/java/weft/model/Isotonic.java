// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// Isotonic regression: the non-decreasing numbers that are nearest to given ones, by the sum of
/// squares. The method is that of pooled adjacent violators (Barlow and others, "Statistical
/// inference under order restrictions", 1972).
public final class Isotonic {
  private Isotonic() {}

  /// Returns the non-decreasing numbers nearest to `values`.
  public static double[] fit(double[] values) {
    double[] mean = new double[values.length];
    int[] weight = new int[values.length];
    int blocks = 0;
    for (double value : values) {
      mean[blocks] = value;
      weight[blocks++] = 1;
      while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
        int sum = weight[blocks - 2] + weight[blocks - 1];
        mean[blocks - 2] =
            (mean[blocks - 2] * weight[blocks - 2] + mean[blocks - 1] * weight[blocks - 1]) / sum;
        weight[blocks - 2] = sum;
        blocks--;
      }
    }
    double[] fitted = new double[values.length];
    for (int block = 0, i = 0; block < blocks; block++) {
      for (int k = 0; k < weight[block]; k++) {
        fitted[i++] = mean[block];
      }
    }
    return fitted;
  }
}
