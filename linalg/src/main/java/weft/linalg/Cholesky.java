// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.linalg.kernel.Op;
import weft.linalg.kernel.Triangles;

/// The factor of A = L·Lᵀ, for a symmetric positive definite matrix: from
/// [DistributedMatrix#cholesky].
public final class Cholesky implements AutoCloseable {
  private final DistributedMatrix factor;
  private final double[] diagonal;
  private final double oneNorm;

  private Cholesky(DistributedMatrix factor, double[] diagonal, double oneNorm) {
    this.factor = factor;
    this.diagonal = diagonal;
    this.oneNorm = oneNorm;
  }

  static Cholesky of(DistributedMatrix a, Blocking blocking) {
    try {
      a.checkSquare("cholesky");
      clearUpper(a);
      a.checkFinite("cholesky");
      double norm = Norms.symmetricOne(a);
      try (var elimination = new CholeskyElimination(a, blocking)) {
        elimination.run();
        long failed = elimination.failed();
        if (failed >= 0) {
          throw new NotDefiniteException(
              "the matrix of order %d is not positive definite: pivot %d (from 0) of its Cholesky factorisation is not positive"
                  .formatted(a.rows(), failed),
              failed);
        }
        clearUpper(a);
        return new Cholesky(a, elimination.diagonal, norm);
      }
    } catch (IllegalArgumentException | NotFiniteException | NotDefiniteException e) {
      a.close();
      throw e;
    }
  }

  private static void clearUpper(DistributedMatrix a) {
    for (int i = 0; i < a.local().rows(); i++) {
      int from = a.columnsBefore(a.rowOf(i) + 1);
      a.local().part(i, from, 1, a.local().columns() - from).fill(0);
    }
  }

  /// L, with zeros above the diagonal: this object's own. Local.
  public DistributedMatrix factor() {
    return factor;
  }

  /// The solution X of A·X = B, in the layout of `b`.
  ///
  /// @throws IllegalArgumentException when B has another number of rows
  public DistributedMatrix solve(DistributedMatrix b) {
    if (b.rows() != factor.rows()) {
      throw new IllegalArgumentException(
          "the right-hand sides have %d rows, but the matrix is %d × %d"
              .formatted(b.rows(), factor.rows(), factor.columns()));
    }
    try (DistributedMatrix x = b.redistribute(factor.grid(), factor.block())) {
      TriangularSolve.run(Triangles.Shape.LOWER, factor, Op.PLAIN, x);
      TriangularSolve.run(Triangles.Shape.LOWER, factor, Op.TRANSPOSED, x);
      return x.redistribute(b.grid(), b.block());
    }
  }

  /// One step of iterative refinement: adds to `x` the solution of A·d = b − A·x.
  ///
  /// @param a the matrix that was factored, with both its triangles
  public void refine(DistributedMatrix a, DistributedMatrix b, DistributedMatrix x) {
    Refinement.step(a, b, x, this::solve);
  }

  /// The logarithm of det A. Local.
  public double logDeterminant() {
    double sum = 0;
    for (double pivot : diagonal) {
      sum += 2 * Math.log(pivot);
    }
    return sum;
  }

  /// An estimate of the condition number ‖A‖₁·‖A⁻¹‖₁ (Hager 1984, Higham 1988).
  public double condition() {
    return factor.rows() == 0 ? 0 : oneNorm * Condition.ofInverse(factor, (b, op) -> solve(b));
  }

  /// Closes the factor.
  @Override
  public void close() {
    factor.close();
  }
}
