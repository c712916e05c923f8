// SPDX-License-Identifier: Apache-2.0
package weft.multipole.waves;

/// Sines and cosines of many angles at once, in loops that compilers turn into vector instructions;
/// calls of [Math#sin] and [Math#cos] prevent that.
public final class Phases {
  private static final float PER_TURN = (float) (1 / (2 * Math.PI));
  private static final float TURN_HIGH = 6.28125f;
  private static final float TURN_LOW = (float) (2 * Math.PI - 6.28125);

  /// Added and subtracted, it rounds a number below 2²² to a whole one.
  private static final float ROUND = 12_582_912f;

  private static final double PER_TURN_DOUBLE = 1 / (2 * Math.PI);

  /// 2π as a sum of two numbers; the first has 33 bits, so that its multiples are exact.
  private static final double TURN_HIGH_DOUBLE = 6.2831853069365025;

  private static final double TURN_LOW_DOUBLE = 2.430840202602477e-10;

  /// Less than the square of any distance; with it no distance is 0.
  private static final double NOTHING = 1e-150;

  private Phases() {}

  /// Sets `cos` and `sin` to those of the angles x·a + y·b + z·c, each below 10⁵, to 3·10⁻⁷.
  public static void along(
      float[] a, float[] b, float[] c, float x, float y, float z, float[] cos, float[] sin) {
    for (int i = 0; i < cos.length; i++) {
      float angle = x * a[i] + y * b[i] + z * c[i];
      float turns = angle * PER_TURN + ROUND - ROUND;
      // Half of what is left, between −π/2 and π/2.
      float h = 0.5f * (angle - turns * TURN_HIGH - turns * TURN_LOW);
      float q = h * h;
      float sine =
          h
              * (1
                  + q
                      * (-1f / 6
                          + q
                              * (1f / 120
                                  + q * (-1f / 5040 + q * (1f / 362880 - q * (1f / 39916800))))));
      float cosine =
          1
              + q
                  * (-0.5f
                      + q
                          * (1f / 24
                              + q
                                  * (-1f / 720
                                      + q
                                          * (1f / 40320
                                              + q * (-1f / 3628800 + q * (1f / 479001600))))));
      cos[i] = 1 - 2 * sine * sine;
      sin[i] = 2 * sine * cosine;
    }
  }

  /// Sets `re` and `im` to e^{ikr}/4πr for squares of distances; to 0 where the distance is 0.
  public static void waves(double k, double[] squares, int count, double[] re, double[] im) {
    for (int i = 0; i < count; i++) {
      double square = squares[i] + NOTHING;
      double r = Math.sqrt(square);
      double kr = k * r;
      double turns = Math.rint(kr * PER_TURN_DOUBLE);
      double h = 0.5 * (kr - turns * TURN_HIGH_DOUBLE - turns * TURN_LOW_DOUBLE);
      double q = h * h;
      double sine = h * sineOver(q);
      double cosine = cosine(q);
      double over = squares[i] / (4 * Math.PI * r * square);
      re[i] = (1 - 2 * sine * sine) * over;
      im[i] = 2 * sine * cosine * over;
    }
  }

  /// Sets `re` and `im` to e^{ikr}/r, and `slopeRe` and `slopeIm` to (ikr − 1) e^{ikr}/r³, for
  /// squares of distances above 0.
  public static void slopes(
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
      double turns = Math.rint(kr * PER_TURN_DOUBLE);
      double h = 0.5 * (kr - turns * TURN_HIGH_DOUBLE - turns * TURN_LOW_DOUBLE);
      double q = h * h;
      double sine = h * sineOver(q);
      double cosine = cosine(q);
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

  /// The series of sin h / h in q = h² ≤ (π/2)², to the last digits.
  private static double sineOver(double q) {
    double high =
        1.0 / 6227020800.0
            + q
                * (-1.0 / 1307674368000.0
                    + q * (1.0 / 355687428096000.0 - q / 121645100408832000.0));
    double low = 1.0 / 362880 + q * (-1.0 / 39916800 + q * high);
    return 1 + q * (-1.0 / 6 + q * (1.0 / 120 + q * (-1.0 / 5040 + q * low)));
  }

  /// The series of cos h in q = h² ≤ (π/2)².
  private static double cosine(double q) {
    double high =
        1.0 / 20922789888000.0 + q * (-1.0 / 6402373705728000.0 + q / 2432902008176640000.0);
    double low =
        1.0 / 40320
            + q * (-1.0 / 3628800 + q * (1.0 / 479001600 + q * (-1.0 / 87178291200.0 + q * high)));
    return 1 + q * (-1.0 / 2 + q * (1.0 / 24 + q * (-1.0 / 720 + q * low)));
  }
}
