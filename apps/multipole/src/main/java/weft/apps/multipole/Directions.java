// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

/// The directions on the unit sphere at which functions of one level are sampled, and the number of
/// terms of the level's transfer functions.
final class Directions {
  /// The digits of the truncation rule.
  private static final double DIGITS = 3;

  private final int terms;
  private final double[] s;

  /// Directions for boxes of side `side` at wave number `kappa`.
  Directions(double side, double kappa) {
    double kd = kappa * side * Math.sqrt(3);
    this.terms = (int) Math.ceil(kd + DIGITS * Math.log10(kd + Math.PI));
    int rings = terms + 1;
    int round = 2 * rings;
    this.s = new double[3 * rings * round];
    for (int i = 0; i < rings; i++) {
      double theta = Math.PI * (i + 0.5) / rings;
      for (int j = 0; j < round; j++) {
        int at = 3 * (i * round + j);
        double phi = 2 * Math.PI * j / round;
        s[at] = Math.sin(theta) * Math.cos(phi);
        s[at + 1] = Math.sin(theta) * Math.sin(phi);
        s[at + 2] = Math.cos(theta);
      }
    }
  }

  /// The number of directions.
  int count() {
    return s.length / 3;
  }

  /// The floats of a function with two complex components in each direction.
  int floats() {
    return 4 * count();
  }

  /// The transfer function for the vector (x, y, z), with its real and imaginary part in each
  /// direction. It is the sum over m of (2m+1) iᵐ hₘ(κ|P|) Pₘ(cos(s, P)) / 4π (EasyMSG, section
  /// 1.2).
  float[] transfer(double kappa, double x, double y, double z) {
    double distance = Math.sqrt(x * x + y * y + z * z);
    double kr = kappa * distance;
    var re = new double[terms + 1];
    var im = new double[terms + 1];
    hankel(kr, re, im);
    var result = new float[2 * count()];
    for (int d = 0; d < count(); d++) {
      double cos = (s[3 * d] * x + s[3 * d + 1] * y + s[3 * d + 2] * z) / distance;
      double p0 = 1;
      double p1 = cos;
      double sumRe = 0;
      double sumIm = 0;
      for (int m = 0; m <= terms; m++) {
        double p = m == 0 ? 1 : p1;
        sumRe += re[m] * p;
        sumIm += im[m] * p;
        if (m > 0) {
          double p2 = ((2 * m + 1) * cos * p1 - m * p0) / (m + 1);
          p0 = p1;
          p1 = p2;
        }
      }
      result[2 * d] = (float) (sumRe / (4 * Math.PI));
      result[2 * d + 1] = (float) (sumIm / (4 * Math.PI));
    }
    return result;
  }

  /// (2m+1) iᵐ hₘ(x) for all m, by the upward recurrence, which is stable for the growing part.
  private void hankel(double x, double[] re, double[] im) {
    double aRe = Math.sin(x) / x;
    double aIm = -Math.cos(x) / x;
    double bRe = aRe / x + aIm;
    double bIm = aIm / x - aRe;
    for (int m = 0; m <= terms; m++) {
      double hRe = aRe;
      double hIm = aIm;
      double f = 2 * m + 1;
      switch (m & 3) {
        case 0 -> set(re, im, m, f * hRe, f * hIm);
        case 1 -> set(re, im, m, -f * hIm, f * hRe);
        case 2 -> set(re, im, m, -f * hRe, -f * hIm);
        default -> set(re, im, m, f * hIm, -f * hRe);
      }
      double cRe = (2 * m + 3) / x * bRe - aRe;
      double cIm = (2 * m + 3) / x * bIm - aIm;
      aRe = bRe;
      aIm = bIm;
      bRe = cRe;
      bIm = cIm;
    }
  }

  private static void set(double[] re, double[] im, int m, double real, double imaginary) {
    re[m] = real;
    im[m] = imaginary;
  }
}
