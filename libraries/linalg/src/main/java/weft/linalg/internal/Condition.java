// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import weft.linalg.kernel.Op;

/// Estimates condition numbers from a few solutions (Hager 1984; Higham, *FORTRAN codes for
/// estimating the one-norm*, 1988).
public final class Condition {
  private static final int MOST_STEPS = 5;

  private Condition() {}

  /// Solves op(A)·X = B.
  @FunctionalInterface
  public interface Solver {
    CyclicMatrix solve(CyclicMatrix b, Op op);
  }

  /// An estimate of ‖A‖₁·‖A⁻¹‖₁, which is never NaN: ∞ if an intermediate result overflows.
  ///
  /// @param norm ‖A‖₁
  /// @param like has the layout of A, which is not empty
  public static double of(double norm, CyclicMatrix like, Solver solver) {
    double condition = norm * ofInverse(like, solver);
    return Double.isNaN(condition) ? Double.POSITIVE_INFINITY : condition;
  }

  /// An estimate of ‖A⁻¹‖₁ that is never too large, unless an intermediate result overflows.
  private static double ofInverse(CyclicMatrix like, Solver solver) {
    int n = Math.toIntExact(like.rows());
    double[] x = new double[n];
    java.util.Arrays.fill(x, 1.0 / n);
    double[] y = solve(like, solver, x, Op.PLAIN);
    double estimate = sum(y);
    int last = -1;
    for (int step = 0; step < MOST_STEPS && n > 1; step++) {
      double[] signs = new double[n];
      for (int i = 0; i < n; i++) {
        signs[i] = y[i] < 0 ? -1 : 1;
      }
      double[] z = solve(like, solver, signs, Op.TRANSPOSED);
      int best = 0;
      for (int i = 1; i < n; i++) {
        best = Math.abs(z[i]) > Math.abs(z[best]) ? i : best;
      }
      if (best == last) {
        break;
      }
      last = best;
      x = new double[n];
      x[best] = 1;
      y = solve(like, solver, x, Op.PLAIN);
      if (sum(y) <= estimate) {
        break;
      }
      estimate = sum(y);
    }
    // An alternating vector finds large inverses that the steps miss by cancellation.
    for (int i = 0; i < n; i++) {
      x[i] = (i % 2 == 0 ? 1 : -1) * (1 + (n == 1 ? 0 : (double) i / (n - 1)));
    }
    return Math.max(estimate, 2 * sum(solve(like, solver, x, Op.PLAIN)) / (3 * n));
  }

  private static double[] solve(CyclicMatrix like, Solver solver, double[] b, Op op) {
    try (CyclicMatrix right =
            new CyclicMatrix(like.grid(), b.length, 1, like.block()).fill((i, j) -> b[(int) i]);
        CyclicMatrix x = solver.solve(right, op)) {
      return Redistribution.gatherAll(x);
    }
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += Math.abs(value);
    }
    return sum;
  }
}
