// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.util.Arrays;

/// A least-squares parabola y = a·d² + b·d + c through the last samples, where d is the distance of
/// x from a centre. Old samples, outliers and samples far from the centre have less weight.
final class Parabola {
  private static final int KEPT = 32;
  private static final double AGE = 0.97;

  /// The smallest deviation that is used. If all costs were equal, any other cost would look like a
  /// change.
  private static final double LEAST_DEVIATION = 0.008;

  /// The smallest and the largest logarithm of a cost.
  static final double LEAST_Y = -746;

  private static final double MOST_Y = 710;

  private final double[] xs = new double[KEPT];
  private final double[] ys = new double[KEPT];
  private int samples;
  private double centre;
  private double a;
  private double b;
  private double c;
  private double deviation;

  /// Reads the state that [#save] has written. Positions are from 0 to `mostX`.
  void load(SavedState saved, double mostX) {
    centre = saved.number("centre of the parabola", 0, mostX);
    double most = Double.MAX_VALUE;
    a = saved.number("curvature", -most, most);
    b = saved.number("slope", -most, most);
    c = saved.number("height", -most, most);
    deviation = saved.number("deviation", 0, most);
    samples = saved.integer("number of samples", 0, KEPT);
    for (int i = 0; i < samples; i++) {
      xs[i] = saved.number("position of a sample", 0, mostX);
      ys[i] = saved.number("cost of a sample", LEAST_Y, MOST_Y);
    }
  }

  /// The state as text, with a blank before it.
  String save() {
    return SavedState.text("", centre, a, b, c, deviation, samples, pairs());
  }

  private double[] pairs() {
    var pairs = new double[2 * samples];
    for (int i = 0; i < samples; i++) {
      pairs[2 * i] = xs[i];
      pairs[2 * i + 1] = ys[i];
    }
    return pairs;
  }

  void add(double x, double y) {
    if (samples == KEPT) {
      System.arraycopy(xs, 1, xs, 0, KEPT - 1);
      System.arraycopy(ys, 1, ys, 0, KEPT - 1);
      samples--;
    }
    xs[samples] = x;
    ys[samples] = y;
    samples++;
  }

  /// Discards all but the last `count` samples.
  void keepLast(int count) {
    int kept = Math.min(samples, count);
    System.arraycopy(xs, samples - kept, xs, 0, kept);
    System.arraycopy(ys, samples - kept, ys, 0, kept);
    samples = kept;
  }

  int samples() {
    return samples;
  }

  private int best() {
    int best = 0;
    for (int i = 1; i < samples; i++) {
      best = ys[i] < ys[best] ? i : best;
    }
    return best;
  }

  /// The x of the lowest sample.
  double bestX() {
    return xs[best()];
  }

  /// The y of the lowest sample.
  double bestY() {
    return ys[best()];
  }

  /// Fits by weighted least squares in three rounds. Each round reduces the weights of samples far
  /// from the previous parabola (Huber).
  void fit(double centre) {
    this.centre = centre;
    var weights = new double[samples];
    double age = 1;
    for (int i = samples - 1; i >= 0; i--) {
      // The cost need not be a parabola far from the centre.
      double d = (xs[i] - centre) / 2.5;
      weights[i] = age / (1 + d * d * d * d);
      age *= AGE;
    }
    var used = weights.clone();
    for (int round = 0; round < 3; round++) {
      solve(used);
      deviation = deviation(weights);
      for (int i = 0; i < samples; i++) {
        double r = Math.abs(residual(xs[i], ys[i]));
        used[i] = weights[i] * (r <= 1.3 * deviation ? 1 : 1.3 * deviation / r);
      }
    }
  }

  private void solve(double[] w) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double t0 = 0;
    double t1 = 0;
    double t2 = 0;
    for (int i = 0; i < samples; i++) {
      double d = xs[i] - centre;
      double y = ys[i];
      double wd = w[i] * d;
      s0 += w[i];
      s1 += wd;
      s2 += wd * d;
      s3 += wd * d * d;
      s4 += wd * d * d * d;
      t0 += w[i] * y;
      t1 += wd * y;
      t2 += wd * d * y;
    }
    // Ridge terms pull the curvature to a small positive value, and the slope to 0.
    double ridge = 0.15;
    double expected = 0.02;
    s4 += ridge;
    t2 += ridge * expected;
    s2 += 1e-9;
    double det = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2);
    if (Math.abs(det) < 1e-12) {
      a = 0;
      b = 0;
      c = s0 == 0 ? 0 : t0 / s0;
      return;
    }
    c = (t0 * (s2 * s4 - s3 * s3) - s1 * (t1 * s4 - s3 * t2) + s2 * (t1 * s3 - s2 * t2)) / det;
    b = (s0 * (t1 * s4 - t2 * s3) - t0 * (s1 * s4 - s3 * s2) + s2 * (s1 * t2 - s2 * t1)) / det;
    a = (s0 * (s2 * t2 - s3 * t1) - s1 * (s1 * t2 - s2 * t1) + t0 * (s1 * s3 - s2 * s2)) / det;
  }

  private double residual(double x, double y) {
    double d = x - centre;
    return y - (a * d * d + b * d + c);
  }

  /// Returns the deviation of the samples near the centre, estimated by the median.
  private double deviation(double[] weights) {
    var residuals = new double[samples];
    int count = 0;
    for (int i = 0; i < samples; i++) {
      if (weights[i] > 0.05) {
        residuals[count++] = Math.abs(residual(xs[i], ys[i]));
      }
    }
    if (count == 0) {
      return LEAST_DEVIATION;
    }
    Arrays.sort(residuals, 0, count);
    return Math.max(LEAST_DEVIATION, 1.4826 * residuals[count / 2]);
  }

  /// The coefficient a.
  double curvature() {
    return a;
  }

  /// The deviation of the samples from the parabola.
  double deviation() {
    return deviation;
  }

  /// Returns the distance from the centre to the minimum. If the parabola has no minimum, returns
  /// `step` in the downhill direction.
  double toMinimum(double step) {
    if (a > 1e-6) {
      return -b / (2 * a);
    }
    return b == 0 ? 0 : -Math.copySign(step, b);
  }

  /// Returns by how many deviations a new sample is above the parabola.
  double surprise(double x, double y) {
    var weights = new double[samples];
    Arrays.fill(weights, 1);
    return residual(x, y) / deviation(weights);
  }

  /// Returns the decrease of y as x grows: the negative slope, scaled by the spread of x.
  double fall() {
    double sxy = 0;
    double sxx = 0;
    double meanX = mean(xs);
    double meanY = mean(ys);
    for (int i = 0; i < samples; i++) {
      sxy += (xs[i] - meanX) * (ys[i] - meanY);
      sxx += (xs[i] - meanX) * (xs[i] - meanX);
    }
    return sxx == 0 ? 0 : -sxy / StrictMath.sqrt(sxx);
  }

  private double mean(double[] values) {
    double sum = 0;
    for (int i = 0; i < samples; i++) {
      sum += values[i];
    }
    return samples == 0 ? 0 : sum / samples;
  }
}
