// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import weft.multipole.waves.Phases;

/// Sums of waves over points, u_i = Σ q_j e^{ikr}/4πr: the kernel of Helmholtz's equation. Points
/// at the same place do not contribute to each other.
///
/// Not for several threads.
public final class PointKernel implements LeafKernel {
  /// One component; a pair takes about as long as 24 operations of a transfer, and a sample as long
  /// as 16.
  public static final LeafCosts COSTS = new LeafCosts(1, 24, 16);

  private final MultipolePlan plan;
  private final Octree tree;
  private final double[] points;
  private final PointSums sums;
  private final float[] a;
  private final float[] b;
  private final float[] c;
  private final float[] cos;
  private final float[] sin;

  /// The kernel for a plan.
  ///
  /// @param given the points of the plan's tree, in the order in which the tree got them
  public PointKernel(MultipolePlan plan, double[] given) {
    this.plan = plan;
    this.tree = plan.tree();
    points = new double[given.length];
    for (int i = 0; i < tree.size(); i++) {
      System.arraycopy(given, 3 * tree.point(i), points, 3 * i, 3);
    }
    sums = new PointSums(plan.k(), points);
    int samples = plan.leafGrid().samples();
    double[] directions = plan.leafGrid().directions();
    a = new float[samples];
    b = new float[samples];
    c = new float[samples];
    for (int i = 0; i < samples; i++) {
      a[i] = (float) (plan.k() * directions[3 * i]);
      b[i] = (float) (plan.k() * directions[3 * i + 1]);
      c[i] = (float) (plan.k() * directions[3 * i + 2]);
    }
    cos = new float[samples];
    sin = new float[samples];
  }

  @Override
  public int components() {
    return 1;
  }

  @Override
  public int results() {
    return 1;
  }

  /// Sets cosines and sines of k s·(y − C) for a point y.
  private void phases(int point, double[] centre) {
    Phases.along(
        a,
        b,
        c,
        (float) (points[3 * point] - centre[0]),
        (float) (points[3 * point + 1] - centre[1]),
        (float) (points[3 * point + 2] - centre[2]),
        cos,
        sin);
  }

  @Override
  public void radiate(int leaf, double[] values, int at, GridField field) {
    double[] centre = tree.centre(tree.levels(), leaf);
    int first = tree.begin(leaf);
    for (int point = first; point < tree.begin(leaf + 1); point++) {
      phases(point, centre);
      int value = at + 2 * (point - first);
      add((float) values[value], (float) values[value + 1], cos, sin, field.re(), field.im());
    }
  }

  private static void add(
      float re, float im, float[] cos, float[] sin, float[] toRe, float[] toIm) {
    for (int i = 0; i < cos.length; i++) {
      toRe[i] += re * cos[i] + im * sin[i];
      toIm[i] += im * cos[i] - re * sin[i];
    }
  }

  @Override
  public void receive(int leaf, GridField field, double[] results, int at) {
    double[] centre = tree.centre(tree.levels(), leaf);
    double factor = plan.k() / (4 * Math.PI);
    float[] re = field.re();
    float[] im = field.im();
    int first = tree.begin(leaf);
    for (int point = first; point < tree.begin(leaf + 1); point++) {
      phases(point, centre);
      double sumRe = 0;
      double sumIm = 0;
      for (int i = 0; i < re.length; i++) {
        sumRe += cos[i] * re[i] - sin[i] * im[i];
        sumIm += cos[i] * im[i] + sin[i] * re[i];
      }
      int result = at + 2 * (point - first);
      results[result] -= factor * sumIm;
      results[result + 1] += factor * sumRe;
    }
  }

  @Override
  public void near(int target, int source, double[] values, int from, double[] results, int at) {
    int first = tree.begin(target);
    for (int point = first; point < tree.begin(target + 1); point++) {
      sums.add(
          point,
          tree.begin(source),
          tree.begin(source + 1),
          values,
          from,
          results,
          at + 2 * (point - first));
    }
  }
}
