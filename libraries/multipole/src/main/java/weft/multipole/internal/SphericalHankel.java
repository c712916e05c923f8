// SPDX-License-Identifier: Apache-2.0
package weft.multipole.internal;

/// Spherical Bessel functions j and y, of which h = j + iy consists.
///
/// Source: M. Abramowitz, I. A. Stegun, "Handbook of mathematical functions", 1964, section 10.
public final class SphericalHankel {
  private SphericalHankel() {}

  /// Sets j_m(x) and y_m(x) for m from 0 to `terms`, for x > 0.
  public static void fill(int terms, double x, double[] j, double[] y) {
    y[0] = -Math.cos(x) / x;
    if (terms > 0) {
      y[1] = (y[0] - Math.sin(x)) / x;
    }
    for (int m = 1; m < terms; m++) {
      y[m + 1] = (2 * m + 1) / x * y[m] - y[m - 1];
    }
    downward(terms, x, j);
  }

  /// j falls with m beyond x, where only the downward recurrence is stable (J. C. P. Miller, 1952).
  private static void downward(int terms, double x, double[] j) {
    int start = (int) (Math.max(terms, x) + 30 + 4 * Math.cbrt(x));
    double above = 0;
    double here = 1e-290;
    for (int m = start; m >= 0; m--) {
      if (m <= terms) {
        j[m] = here;
      }
      double below = (2 * m + 1) / x * here - above;
      above = here;
      here = below;
      if (Math.abs(here) > 1e200) {
        here *= 1e-250;
        above *= 1e-250;
        for (int i = m; i <= terms; i++) {
          j[i] *= 1e-250;
        }
      }
    }
    // Now `above` stands for j_0 and `here` for cos x / x, which would be j of −1.
    double j0 = Math.sin(x) / x;
    double before = Math.cos(x) / x;
    double scale = Math.abs(j0) > Math.abs(before) ? j0 / above : before / here;
    for (int m = 0; m <= terms; m++) {
      j[m] *= scale;
    }
  }
}
