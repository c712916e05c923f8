// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// The exact radar cross section of a perfectly conducting sphere, by Mie's series: what numerical
/// results are compared with. Source: C. F. Bohren, D. R. Huffman, "Absorption and Scattering of
/// Light by Small Particles", 1983, chapter 4, for infinite conductivity.
public final class MieSphere {
  private final double ka;
  private final double radius;
  private final double[] aRe;
  private final double[] aIm;
  private final double[] bRe;
  private final double[] bIm;

  /// A sphere.
  ///
  /// @param radius in metres
  /// @param frequency in hertz
  public MieSphere(double radius, double frequency) {
    if (!(radius > 0 && radius < 1e6)) {
      throw new IllegalArgumentException("a sphere of radius " + radius + " is not possible");
    }
    this.radius = radius;
    ka = Wave.number(frequency) * radius;
    int terms = (int) Math.ceil(ka + 4.05 * Math.cbrt(ka) + 8);
    aRe = new double[terms + 1];
    aIm = new double[terms + 1];
    bRe = new double[terms + 1];
    bIm = new double[terms + 1];
    double[] psi = psi(terms);
    // χ(n) = x y(n), by recurrence upwards.
    double[] chi = new double[terms + 1];
    chi[0] = -Math.cos(ka);
    chi[1] = -Math.cos(ka) / ka - Math.sin(ka);
    for (int n = 1; n < terms; n++) {
      chi[n + 1] = (2 * n + 1) / ka * chi[n] - chi[n - 1];
    }
    for (int n = 1; n <= terms; n++) {
      double slopePsi = psi[n - 1] - n / ka * psi[n];
      double slopeChi = chi[n - 1] - n / ka * chi[n];
      quotient(slopePsi, slopeChi, aRe, aIm, n);
      quotient(psi[n], chi[n], bRe, bIm, n);
    }
  }

  /// ψ(n) = x j(n), by recurrence downwards.
  private double[] psi(int terms) {
    int begin = terms + 40 + (int) (2 * ka);
    double[] psi = new double[terms + 1];
    double after = 0;
    double value = 1e-280;
    double first = 0;
    for (int n = begin; n > 0; n--) {
      double before = (2 * n + 1) / ka * value - after;
      after = value;
      value = before;
      if (n - 1 <= terms) {
        psi[n - 1] = value;
      }
      if (Math.abs(value) > 1e200) {
        value *= 1e-250;
        after *= 1e-250;
        for (int m = n - 1; m <= terms; m++) {
          psi[m] *= 1e-250;
        }
      }
      first = value;
    }
    // x j(0) = sin x and x j(1): the larger one gives the scale.
    double one = Math.sin(ka) / ka - Math.cos(ka);
    double scale = Math.abs(Math.sin(ka)) > Math.abs(one) ? Math.sin(ka) / first : one / psi[1];
    for (int n = 0; n <= terms; n++) {
      psi[n] *= scale;
    }
    return psi;
  }

  /// p / (p + iq).
  private static void quotient(double p, double q, double[] re, double[] im, int n) {
    double square = p * p + q * q;
    re[n] = p * p / square;
    im[n] = -p * q / square;
  }

  /// The radar cross section in m².
  ///
  /// @param angle between the directions of the incident and the scattered wave, in degrees; 180 is
  ///   back to the source
  /// @param electricPlane whether the scattered direction lies in the plane of the electric field;
  ///   otherwise in that of the magnetic field
  public double crossSection(double angle, boolean electricPlane) {
    double mu = Math.cos(Math.toRadians(angle));
    double before = 0;
    double pi = 1;
    double re = 0;
    double im = 0;
    for (int n = 1; n < aRe.length; n++) {
      double tau = n * mu * pi - (n + 1) * before;
      double factor = (2.0 * n + 1) / (n * (n + 1.0));
      double u = electricPlane ? tau : pi;
      double v = electricPlane ? pi : tau;
      re += factor * (aRe[n] * u + bRe[n] * v);
      im += factor * (aIm[n] * u + bIm[n] * v);
      double next = ((2 * n + 1) * mu * pi - (n + 1) * before) / n;
      before = pi;
      pi = next;
    }
    double scale = 2 * radius / ka;
    return Math.PI * scale * scale * (re * re + im * im);
  }
}
