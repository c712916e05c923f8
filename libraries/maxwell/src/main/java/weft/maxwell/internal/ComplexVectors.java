// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

/// Arithmetic of complex vectors: real and imaginary parts in turn.
final class ComplexVectors {
  private ComplexVectors() {}

  /// Sets the product of the conjugate of `a` and `b`, of this rank's parts.
  static void dot(double[] a, double[] b, double[] to, int at) {
    double re = 0;
    double im = 0;
    for (int i = 0; i < a.length; i += 2) {
      re += a[i] * b[i] + a[i + 1] * b[i + 1];
      im += a[i] * b[i + 1] - a[i + 1] * b[i];
    }
    to[at] = re;
    to[at + 1] = im;
  }

  /// Adds a complex factor times `x` to `y`.
  static void addTimes(double re, double im, double[] x, double[] y) {
    for (int i = 0; i < x.length; i += 2) {
      y[i] += re * x[i] - im * x[i + 1];
      y[i + 1] += re * x[i + 1] + im * x[i];
    }
  }

  /// The sum of squares of this rank's part.
  static double square(double[] x) {
    double sum = 0;
    for (double each : x) {
      sum += each * each;
    }
    return sum;
  }

  static void scale(double by, double[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] *= by;
    }
  }

  static double[] difference(double[] a, double[] b) {
    double[] c = a.clone();
    for (int i = 0; i < c.length; i++) {
      c[i] -= b[i];
    }
    return c;
  }
}
