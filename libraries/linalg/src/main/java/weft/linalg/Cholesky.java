// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.linalg.internal.CholeskyElimination;
import weft.linalg.internal.Condition;
import weft.linalg.internal.CyclicMatrix;
import weft.linalg.internal.Norms;
import weft.linalg.internal.Redistribution;
import weft.linalg.internal.Refinement;
import weft.linalg.internal.TriangularSolve;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Triangles;

/// The factor of A = L·Lᵀ, for a symmetric positive definite matrix. [DistributedMatrix#cholesky]
/// creates it.
public final class Cholesky implements AutoCloseable {
  private final DistributedMatrix factor;
  private final double[] diagonal;
  private final double oneNorm;
  private boolean isCleared;

  private Cholesky(DistributedMatrix factor, double[] diagonal, double oneNorm) {
    this.factor = factor;
    this.diagonal = diagonal;
    this.oneNorm = oneNorm;
  }

  static Cholesky of(DistributedMatrix matrix, Blocking blocking) {
    CyclicMatrix a = matrix.cyclic();
    try {
      // The elimination first: its allocation notices ranks that factor in other ways.
      try (var elimination = new CholeskyElimination(a, blocking)) {
        double norm = Norms.symmetricOne(a);
        if (!Double.isFinite(norm)) { // perhaps only a sum overflowed
          a.clearUpper();
          a.checkFinite("cholesky");
        }
        elimination.run();
        long failed = elimination.failed();
        if (failed >= 0) {
          throw new NotDefiniteException(
              "the matrix of order %d is not positive definite: pivot %d (from 0) of its Cholesky factorisation is not positive"
                  .formatted(a.rows(), failed),
              failed);
        }
        return new Cholesky(matrix, elimination.diagonal(), norm);
      }
    } catch (RuntimeException e) {
      a.close();
      throw e;
    }
  }

  /// L, with zeros above the diagonal. This object owns it. Local.
  public DistributedMatrix factor() {
    if (!isCleared) { // solving does not read it
      factor.cyclic().clearUpper();
      isCleared = true;
    }
    return factor;
  }

  /// The solution X of A·X = B, in the layout of `b`.
  ///
  /// @throws IllegalArgumentException if B has another number of rows
  public DistributedMatrix solve(DistributedMatrix b) {
    return new DistributedMatrix(b.grid(), solve(b.cyclic()));
  }

  private CyclicMatrix solve(CyclicMatrix b) {
    if (b.rows() != factor.rows()) {
      throw new IllegalArgumentException(
          "the right-hand sides have %d rows, but the matrix is %d × %d"
              .formatted(b.rows(), factor.rows(), factor.columns()));
    }
    CyclicMatrix l = factor.cyclic();
    try (CyclicMatrix x = Redistribution.onto(b, l.grid(), l.block())) {
      TriangularSolve.run(Triangles.Shape.LOWER, l, Op.PLAIN, x);
      TriangularSolve.run(Triangles.Shape.LOWER, l, Op.TRANSPOSED, x);
      return Redistribution.onto(x, b.grid(), b.block());
    }
  }

  /// One step of iterative refinement: adds to `x` the solution of A·d = b − A·x.
  ///
  /// @param a the matrix that was factored, with both of its triangles
  public void refine(DistributedMatrix a, DistributedMatrix b, DistributedMatrix x) {
    Refinement.step(a.cyclic(), b.cyclic(), x.cyclic(), this::solve);
  }

  /// The logarithm of det A. Local.
  public double logDeterminant() {
    double sum = 0;
    for (double pivot : diagonal) {
      sum += 2 * Math.log(pivot);
    }
    return sum;
  }

  /// An estimate of the condition number ‖A‖₁·‖A⁻¹‖₁.
  ///
  /// Source: Hager 1984, Higham 1988.
  public double condition() {
    return factor.rows() == 0 ? 0 : Condition.of(oneNorm, factor.cyclic(), (b, op) -> solve(b));
  }

  /// Closes the factor.
  @Override
  public void close() {
    factor.close();
  }
}
