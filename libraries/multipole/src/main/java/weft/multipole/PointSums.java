// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import weft.multipole.waves.Phases;

/// Sums of waves over points, directly: u(x) = Σ q e^{ikr}/4πr over all points at a distance r > 0
/// from x. A point itself, and others at the same place, are left out.
///
/// Not for several threads.
public final class PointSums {
  private static final int BATCH = 512;

  private final double k;
  private final double[] x;
  private final double[] y;
  private final double[] z;
  private final double[] squares = new double[BATCH];
  private final double[] re = new double[BATCH];
  private final double[] im = new double[BATCH];

  /// Sums over some points.
  ///
  /// @param k the wave number, from 0 up
  /// @param points x, y and z of each
  public PointSums(double k, double[] points) {
    this.k = k;
    int count = points.length / 3;
    x = new double[count];
    y = new double[count];
    z = new double[count];
    for (int i = 0; i < count; i++) {
      x[i] = points[3 * i];
      y[i] = points[3 * i + 1];
      z[i] = points[3 * i + 2];
    }
  }

  /// Adds to a result what some points contribute at one of the points.
  ///
  /// @param point the point of the result
  /// @param from the first point that contributes
  /// @param end the first one beyond
  /// @param values real and imaginary part of each contributing point, from the place `first` on
  /// @param results the place `at` and the next one are added to
  public void add(
      int point, int from, int end, double[] values, int first, double[] results, int at) {
    double px = x[point];
    double py = y[point];
    double pz = z[point];
    double sumRe = 0;
    double sumIm = 0;
    for (int begin = from; begin < end; begin += BATCH) {
      int count = Math.min(BATCH, end - begin);
      for (int i = 0; i < count; i++) {
        double dx = px - x[begin + i];
        double dy = py - y[begin + i];
        double dz = pz - z[begin + i];
        squares[i] = dx * dx + dy * dy + dz * dz;
      }
      Phases.waves(k, squares, count, re, im);
      int value = first + 2 * (begin - from);
      for (int i = 0; i < count; i++) {
        double a = values[value + 2 * i];
        double b = values[value + 2 * i + 1];
        sumRe += re[i] * a - im[i] * b;
        sumIm += re[i] * b + im[i] * a;
      }
    }
    results[at] += sumRe;
    results[at + 1] += sumIm;
  }
}
