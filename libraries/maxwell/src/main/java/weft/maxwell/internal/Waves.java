// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

/// Spherical waves e^{ikr}/r and their slopes for many distances at once, in loops that compilers
/// optimise better than calls of [Math#sin] and [Math#cos].
final class Waves {
  private static final double PER_TURN = 1 / (2 * Math.PI);

  /// 2π as a sum of two numbers; the first has 33 bits, so that its multiples are exact.
  private static final double TURN_HIGH = 6.2831853069365025;

  private static final double TURN_LOW = 2.430840202602477e-10;

  private Waves() {}

  /// Sets `re` and `im` to e^{ikr}/r, and `slopeRe` and `slopeIm` to (ikr − 1) e^{ikr}/r³.
  ///
  /// @param squares the squares of the distances; replaced by 1/r²
  static void at(
      double k,
      double[] squares,
      int count,
      double[] re,
      double[] im,
      double[] slopeRe,
      double[] slopeIm) {
    for (int i = 0; i < count; i++) {
      double r = Math.sqrt(squares[i]);
      double kr = k * r;
      double turns = Math.rint(kr * PER_TURN);
      // Half of what is left, between −π/2 and π/2.
      double x = 0.5 * (kr - turns * TURN_HIGH - turns * TURN_LOW);
      double z = x * x;
      double sine = x * sineOverX(z);
      double cosine = cosine(z);
      double over = 1 / r;
      double c = (1 - 2 * sine * sine) * over;
      double s = 2 * sine * cosine * over;
      double square = over * over;
      re[i] = c;
      im[i] = s;
      slopeRe[i] = square * (-c - kr * s);
      slopeIm[i] = square * (kr * c - s);
    }
  }

  /// The series of sin x / x in z = x² ≤ (π/2)², to the last digits.
  private static double sineOverX(double z) {
    double high =
        1.0 / 6227020800.0
            + z
                * (-1.0 / 1307674368000.0
                    + z * (1.0 / 355687428096000.0 - z / 121645100408832000.0));
    double low = 1.0 / 362880 + z * (-1.0 / 39916800 + z * high);
    return 1 + z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * low)));
  }

  /// The series of cos x in z = x² ≤ (π/2)².
  private static double cosine(double z) {
    double high =
        1.0 / 20922789888000.0 + z * (-1.0 / 6402373705728000.0 + z / 2432902008176640000.0);
    double low =
        1.0 / 40320
            + z * (-1.0 / 3628800 + z * (1.0 / 479001600 + z * (-1.0 / 87178291200.0 + z * high)));
    return 1 + z * (-1.0 / 2 + z * (1.0 / 24 + z * (-1.0 / 720 + z * low)));
  }
}
