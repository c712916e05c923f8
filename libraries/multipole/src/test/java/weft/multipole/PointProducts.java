// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import java.util.Arrays;
import weft.World;

/// Sums over points by a product on the ranks of a world, and directly.
final class PointProducts {
  private PointProducts() {}

  /// The results of all points in the order in which they are given: those of this rank's points;
  /// others are NaN.
  static double[] multiply(MultipoleProduct product, World world, Problem problem) {
    Octree tree = Octree.of(problem.points(), problem.levels());
    var plan =
        MultipolePlan.of(
            tree, problem.k(), problem.truncation(), PointKernel.COSTS, world.rank(), world.size());
    product.prepare(plan, new PointKernel(plan, problem.points()));
    int first = plan.firstPoint();
    int count = plan.endPoint() - first;
    var values = new double[2 * count];
    for (int i = 0; i < count; i++) {
      System.arraycopy(problem.values(), 2 * tree.point(first + i), values, 2 * i, 2);
    }
    var results = new double[2 * count];
    product.multiply(values, results);
    // The same again: a product leaves nothing behind.
    double[] again = new double[2 * count];
    product.multiply(values, again);
    var all = new double[2 * tree.size()];
    Arrays.fill(all, Double.NaN);
    for (int i = 0; i < count; i++) {
      System.arraycopy(again, 2 * i, all, 2 * tree.point(first + i), 2);
    }
    return all;
  }

  /// Points with values, and how to sum over them.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Problem(double[] points, double[] values, double k, int levels, Truncation truncation) {
    /// The sums at all points, directly and one by one with [Math#sin] and [Math#cos].
    double[] direct() {
      int count = points.length / 3;
      var sums = new double[2 * count];
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
          double x = points[3 * i] - points[3 * j];
          double y = points[3 * i + 1] - points[3 * j + 1];
          double z = points[3 * i + 2] - points[3 * j + 2];
          double r = Math.sqrt(x * x + y * y + z * z);
          if (r > 0) {
            double c = Math.cos(k * r) / (4 * Math.PI * r);
            double s = Math.sin(k * r) / (4 * Math.PI * r);
            sums[2 * i] += c * values[2 * j] - s * values[2 * j + 1];
            sums[2 * i + 1] += c * values[2 * j + 1] + s * values[2 * j];
          }
        }
      }
      return sums;
    }
  }

  /// The root of the mean square of the errors of those results that are there, relative to all.
  static double error(double[] results, double[] wanted) {
    double wrong = 0;
    double all = 0;
    for (int i = 0; i < wanted.length; i++) {
      if (!Double.isNaN(results[i])) {
        wrong += (results[i] - wanted[i]) * (results[i] - wanted[i]);
        all += wanted[i] * wanted[i];
      }
    }
    return all == 0 ? Math.sqrt(wrong) : Math.sqrt(wrong / all);
  }
}
