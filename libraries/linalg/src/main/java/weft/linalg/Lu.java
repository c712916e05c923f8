// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.linalg.internal.Condition;
import weft.linalg.internal.CyclicMatrix;
import weft.linalg.internal.LuElimination;
import weft.linalg.internal.Norms;
import weft.linalg.internal.Permutation;
import weft.linalg.internal.Redistribution;
import weft.linalg.internal.Refinement;
import weft.linalg.internal.TriangularSolve;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Triangles;

/// The factors P·A = L·U of a matrix of any shape, by Gaussian elimination with partial pivoting.
/// [DistributedMatrix#lu] creates them. A singular matrix has factors too, but `solve` throws.
public final class Lu implements AutoCloseable {
  private final DistributedMatrix factors;
  private final long[] pivots;
  private final double[] diagonal;
  private final double oneNorm;

  private Lu(DistributedMatrix factors, long[] pivots, double[] diagonal, double oneNorm) {
    this.factors = factors;
    this.pivots = pivots;
    this.diagonal = diagonal;
    this.oneNorm = oneNorm;
  }

  static Lu of(DistributedMatrix a, Blocking blocking) {
    try {
      // The elimination first: its allocation notices ranks that factor in other ways.
      try (var elimination = new LuElimination(a.cyclic(), blocking)) {
        double norm = Norms.oneOfFinite(a.cyclic(), "lu");
        elimination.run();
        return new Lu(a, elimination.pivots(), elimination.diagonal(), norm);
      }
    } catch (RuntimeException e) {
      a.close();
      throw e;
    }
  }

  /// U on and above the diagonal, and L below it, without its ones. This object owns the matrix.
  /// Local.
  public DistributedMatrix factors() {
    return factors;
  }

  /// The interchanges: step i exchanged row i with row `pivots[i]`. The same on every rank. Local.
  public long[] pivots() {
    return pivots.clone();
  }

  /// Whether U has no zero on its diagonal. Local.
  public boolean isNonsingular() {
    return zeroPivot() < 0;
  }

  private long zeroPivot() {
    for (int i = 0; i < diagonal.length; i++) {
      if (diagonal[i] == 0) {
        return i;
      }
    }
    return -1;
  }

  /// The solution X of A·X = B, in the layout of `b`.
  ///
  /// @throws SingularMatrixException if A is singular
  /// @throws IllegalArgumentException if A is not square, or B has another number of rows
  public DistributedMatrix solve(DistributedMatrix b) {
    return solve(b, Op.PLAIN);
  }

  /// The solution X of op(A)·X = B.
  public DistributedMatrix solve(DistributedMatrix b, Op op) {
    return new DistributedMatrix(b.grid(), solve(b.cyclic(), op));
  }

  private CyclicMatrix solve(CyclicMatrix b, Op op) {
    checkSolvable(b);
    CyclicMatrix lu = factors.cyclic();
    try (CyclicMatrix x = Redistribution.onto(b, lu.grid(), lu.block())) {
      if (op == Op.PLAIN) {
        Permutation.apply(x, pivots, true);
        TriangularSolve.run(Triangles.Shape.UNIT_LOWER, lu, Op.PLAIN, x);
        TriangularSolve.run(Triangles.Shape.UPPER, lu, Op.PLAIN, x);
      } else {
        TriangularSolve.run(Triangles.Shape.UPPER, lu, Op.TRANSPOSED, x);
        TriangularSolve.run(Triangles.Shape.UNIT_LOWER, lu, Op.TRANSPOSED, x);
        Permutation.apply(x, pivots, false);
      }
      return Redistribution.onto(x, b.grid(), b.block());
    }
  }

  private void checkSolvable(CyclicMatrix b) {
    factors.cyclic().checkSquare("Lu.solve");
    if (b.rows() != factors.rows()) {
      throw new IllegalArgumentException(
          "the right-hand sides have %d rows, but the matrix is %d × %d"
              .formatted(b.rows(), factors.rows(), factors.columns()));
    }
    long zero = zeroPivot();
    if (zero >= 0) {
      throw new SingularMatrixException(
          "the matrix of %d × %d is singular: its column %d (from 0) depends on those before it, so no system with it has a unique solution"
              .formatted(factors.rows(), factors.columns(), zero),
          zero);
    }
  }

  /// One step of iterative refinement: adds to `x` the solution of A·d = b − A·x.
  ///
  /// @param a the matrix that was factored
  public void refine(DistributedMatrix a, DistributedMatrix b, DistributedMatrix x) {
    Refinement.step(a.cyclic(), b.cyclic(), x.cyclic(), rest -> solve(rest, Op.PLAIN));
  }

  /// The logarithm of |det A|, or −∞ if A is singular. Local.
  public double logDeterminant() {
    factors.cyclic().checkSquare("Lu.logDeterminant");
    double sum = 0;
    for (double pivot : diagonal) {
      sum += Math.log(Math.abs(pivot));
    }
    return sum;
  }

  /// The sign of det A: −1, 0 or 1. Local.
  public int determinantSign() {
    factors.cyclic().checkSquare("Lu.determinantSign");
    int sign = 1;
    for (int i = 0; i < diagonal.length; i++) {
      sign *= pivots[i] == i ? 1 : -1;
      sign *= diagonal[i] == 0 ? 0 : diagonal[i] < 0 ? -1 : 1;
    }
    return sign;
  }

  /// An estimate of the condition number ‖A‖₁·‖A⁻¹‖₁, seldom more than three times too small. ∞ if
  /// A is singular. As a rule of thumb, a solution has about 16 − log₁₀ of the condition number
  /// correct decimal digits.
  ///
  /// Source: Hager 1984, Higham 1988.
  public double condition() {
    factors.cyclic().checkSquare("Lu.condition");
    if (!isNonsingular()) {
      return Double.POSITIVE_INFINITY;
    }
    return factors.rows() == 0 ? 0 : Condition.of(oneNorm, factors.cyclic(), this::solve);
  }

  /// Closes the factors.
  @Override
  public void close() {
    factors.close();
  }
}
