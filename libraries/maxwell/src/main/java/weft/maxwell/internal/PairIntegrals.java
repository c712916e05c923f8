// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import weft.multipole.waves.Phases;

/// Integrals over pairs of triangles: of the kernel g = e^{ikr}/4πr with the functions (x − S)/2|T|
/// of all three corners S of either triangle, and of its gradient.
///
/// With one evaluation of the kernel for a pair of points it finds moments, from which the nine
/// pairs of functions of both operators follow.
///
/// Not for several threads.
final class PairIntegrals {
  private static final int POINTS = TriangleRule.SIX.count();
  private static final int PAIRS = POINTS * POINTS;

  /// Triangles whose kernels are evaluated together.
  private static final int BATCH = 16;

  private final double k;
  private final boolean gradients;
  private final double[] points;
  private final int[] triangles;
  private final double[] placed;
  private final double[] offsets;
  private final double[] centres;
  private final int[] batch = new int[BATCH];
  private final double[] pointPairs;
  private final double[] squares;
  private final double[] waveRe;
  private final double[] waveIm;
  private final double[] slopeRe;
  private final double[] slopeIm;
  private final TouchingRule same;
  private final TouchingRule edge;
  private final TouchingRule corner;

  /// Real and imaginary part of the integral of g (J·J′ − k⁻² div J div J′) for the functions of
  /// corner a of the first triangle and corner b of the second one, at 6a + 2b.
  final double[] potential = new double[18];

  /// Likewise of J · (∇g × J′).
  final double[] gradient = new double[18];

  private final Moments kernel = new Moments();
  private final Moments slope = new Moments();
  private final double[] toT = new double[3];
  private final double[] toS = new double[3];
  private final double[] between = new double[3];
  private final double[] u = new double[9];
  private final double[] v = new double[9];
  private final int[] orderT = new int[3];
  private final int[] orderS = new int[3];
  private final double[] inner = new double[8];

  /// @param gradients whether the integrals of the gradient are wanted
  PairIntegrals(double[] points, int[] triangles, double k, int perAxis, boolean gradients) {
    this.points = points;
    this.triangles = triangles;
    this.k = k;
    this.gradients = gradients;
    placed = TriangleRule.SIX.on(points, triangles);
    centres = new double[triangles.length];
    for (int i = 0; i < centres.length; i++) {
      int t = i / 3;
      centres[i] = (at(t, 0, i % 3) + at(t, 1, i % 3) + at(t, 2, i % 3)) / 3;
    }
    offsets = new double[placed.length];
    for (int i = 0; i < placed.length; i++) {
      offsets[i] = placed[i] - centres[3 * (i / (3 * POINTS)) + i % 3];
    }
    same = TouchingRule.same(perAxis);
    edge = TouchingRule.edge(perAxis);
    corner = TouchingRule.corner(perAxis);
    int most = Math.max(BATCH * PAIRS, same.count());
    pointPairs = new double[6 * same.count()];
    squares = new double[most];
    waveRe = new double[most];
    waveIm = new double[most];
    slopeRe = new double[most];
    slopeIm = new double[most];
  }

  private double at(int t, int c, int axis) {
    return points[3 * triangles[3 * t + c] + axis];
  }

  /// Hears that the integrals with one triangle are there.
  @FunctionalInterface
  interface Sink {
    /// The integrals for the first triangle and `s`.
    void take(int s);
  }

  /// Computes the integrals for the triangle `t` with each of some others, and tells `sink` of
  /// each.
  void run(int t, int[] others, Sink sink) {
    int waiting = 0;
    for (int s : others) {
      // In one order of both, so that the matrix is symmetric in spite of their unlike rules.
      int common = t == s ? 3 : alignCommonCorners(Math.min(t, s), Math.max(t, s));
      if (common > 0) {
        kernel.clear();
        slope.clear();
        boolean turns = gradients && t != s;
        TouchingRule rule = common == 3 ? same : common == 2 ? edge : corner;
        touching(rule, Math.min(t, s), Math.max(t, s), turns);
        combine(Math.min(t, s), Math.max(t, s), turns);
        if (t > s) {
          transpose(potential);
          transpose(gradient);
        }
        sink.take(s);
      } else {
        batch[waiting++] = s;
        if (waiting == BATCH) {
          separate(t, waiting, sink);
          waiting = 0;
        }
      }
    }
    separate(t, waiting, sink);
  }

  /// Exchanges the corners of the first and the second triangle.
  private static void transpose(double[] pairs) {
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < a; b++) {
        for (int part = 0; part < 2; part++) {
          double kept = pairs[6 * a + 2 * b + part];
          pairs[6 * a + 2 * b + part] = pairs[6 * b + 2 * a + part];
          pairs[6 * b + 2 * a + part] = kept;
        }
      }
    }
  }

  /// Orders the corners of both triangles so that common ones come first. Returns their number.
  private int alignCommonCorners(int t, int s) {
    int common = 0;
    int usedT = 0;
    int usedS = 0;
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        if (triangles[3 * t + a] == triangles[3 * s + b]) {
          orderT[common] = a;
          orderS[common++] = b;
          usedT |= 1 << a;
          usedS |= 1 << b;
        }
      }
    }
    if (common == 0) {
      return 0;
    }
    int nextT = common;
    int nextS = common;
    for (int c = 0; c < 3; c++) {
      if ((usedT & 1 << c) == 0) {
        orderT[nextT++] = c;
      }
      if ((usedS & 1 << c) == 0) {
        orderS[nextS++] = c;
      }
    }
    return common;
  }

  private void touching(TouchingRule rule, int t, int s, boolean turns) {
    if (t == s) {
      for (int c = 0; c < 3; c++) {
        orderT[c] = orderS[c] = c;
      }
    }
    corners(t, orderT, u);
    corners(s, orderS, v);
    double[] at = rule.points();
    double[] weights = rule.weights();
    // The difference of the centres is added to that of points relative to them.
    double ox = centres[3 * t] - centres[3 * s];
    double oy = centres[3 * t + 1] - centres[3 * s + 1];
    double oz = centres[3 * t + 2] - centres[3 * s + 2];
    for (int p = 0; p < weights.length; p++) {
      double x1 = at[4 * p];
      double x2 = at[4 * p + 1];
      double y1 = at[4 * p + 2];
      double y2 = at[4 * p + 3];
      double xx = u[0] + x1 * u[3] + x2 * u[6];
      double xy = u[1] + x1 * u[4] + x2 * u[7];
      double xz = u[2] + x1 * u[5] + x2 * u[8];
      double yx = v[0] + y1 * v[3] + y2 * v[6];
      double yy = v[1] + y1 * v[4] + y2 * v[7];
      double yz = v[2] + y1 * v[5] + y2 * v[8];
      double dx = xx - yx + ox;
      double dy = xy - yy + oy;
      double dz = xz - yz + oz;
      squares[p] = dx * dx + dy * dy + dz * dz;
      pointPairs[6 * p] = xx;
      pointPairs[6 * p + 1] = xy;
      pointPairs[6 * p + 2] = xz;
      pointPairs[6 * p + 3] = yx;
      pointPairs[6 * p + 4] = yy;
      pointPairs[6 * p + 5] = yz;
    }
    Phases.slopes(k, squares, weights.length, waveRe, waveIm, slopeRe, slopeIm);
    for (int p = 0; p < weights.length; p++) {
      double w = weights[p];
      kernel.add(w * waveRe[p], w * waveIm[p], pointPairs, 6 * p);
      if (turns) {
        slope.add(w * slopeRe[p], w * slopeIm[p], pointPairs, 6 * p);
      }
    }
  }

  /// The first corner relative to the centre, and the two sides of the parameters.
  private void corners(int t, int[] order, double[] to) {
    for (int axis = 0; axis < 3; axis++) {
      double p0 = at(t, order[0], axis);
      double p1 = at(t, order[1], axis);
      to[axis] = p0 - centres[3 * t + axis];
      to[3 + axis] = p1 - p0;
      to[6 + axis] = at(t, order[2], axis) - p1;
    }
  }

  /// Products of rules of six points on triangles that do not touch. Rules of three change the
  /// radar cross section no more than the mesh does, but the power that is radiated by 6e-5.
  private void separate(int t, int count, Sink sink) {
    for (int i = 0; i < count; i++) {
      int at = i * PAIRS;
      for (int p = 0; p < POINTS; p++) {
        int x = 3 * (POINTS * t + p);
        for (int q = 0; q < POINTS; q++) {
          int y = 3 * (POINTS * batch[i] + q);
          double dx = placed[x] - placed[y];
          double dy = placed[x + 1] - placed[y + 1];
          double dz = placed[x + 2] - placed[y + 2];
          squares[at++] = dx * dx + dy * dy + dz * dz;
        }
      }
    }
    Phases.slopes(k, squares, count * PAIRS, waveRe, waveIm, slopeRe, slopeIm);
    for (int i = 0; i < count; i++) {
      int s = batch[i];
      kernel.clear();
      slope.clear();
      for (int p = 0; p < POINTS; p++) {
        double w = TriangleRule.SIX.weights()[p];
        int at = 3 * (POINTS * t + p);
        sum(s, i * PAIRS + p * POINTS, w, waveRe, waveIm);
        kernel.add(inner, offsets[at], offsets[at + 1], offsets[at + 2]);
        if (gradients) {
          sum(s, i * PAIRS + p * POINTS, w, slopeRe, slopeIm);
          slope.add(inner, offsets[at], offsets[at + 1], offsets[at + 2]);
        }
      }
      combine(t, s, gradients);
      sink.take(s);
    }
  }

  /// Sums over the points of the second triangle: of the kernel, and of the kernel times η.
  private void sum(int s, int from, double w, double[] re, double[] im) {
    double a0 = 0;
    double b0 = 0;
    double ax = 0;
    double ay = 0;
    double az = 0;
    double bx = 0;
    double by = 0;
    double bz = 0;
    double[] weights = TriangleRule.SIX.weights();
    for (int q = 0; q < POINTS; q++) {
      double a = w * weights[q] * re[from + q];
      double b = w * weights[q] * im[from + q];
      int y = 3 * (POINTS * s + q);
      a0 += a;
      b0 += b;
      ax += a * offsets[y];
      ay += a * offsets[y + 1];
      az += a * offsets[y + 2];
      bx += b * offsets[y];
      by += b * offsets[y + 1];
      bz += b * offsets[y + 2];
    }
    inner[0] = ax;
    inner[1] = ay;
    inner[2] = az;
    inner[3] = bx;
    inner[4] = by;
    inner[5] = bz;
    inner[6] = a0;
    inner[7] = b0;
  }

  /// With a = centre − S and b = centre − S′, x − S is ξ + a and y − S′ is η + b; and J·(∇g × J′)
  /// is h (S − S′)·((η + b) × (ξ + a)) /4|T||T′|, h = (ikr − 1) e^{ikr}/4πr³.
  private void combine(int t, int s, boolean turns) {
    double scale = 1 / (16 * Math.PI);
    double charges = 4 / (k * k);
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        for (int axis = 0; axis < 3; axis++) {
          toT[axis] = centres[3 * t + axis] - at(t, a, axis);
          toS[axis] = centres[3 * s + axis] - at(s, b, axis);
          between[axis] = at(t, a, axis) - at(s, b, axis);
        }
        int i = 6 * a + 2 * b;
        potential[i] = scale * (kernel.product(0, toT, toS) - charges * kernel.re);
        potential[i + 1] = scale * (kernel.product(3, toT, toS) - charges * kernel.im);
        gradient[i] = turns ? scale * slope.triple(0, between, toT, toS) : 0;
        gradient[i + 1] = turns ? scale * slope.triple(3, between, toT, toS) : 0;
      }
    }
  }
}
