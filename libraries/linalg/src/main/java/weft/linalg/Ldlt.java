// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.linalg.internal.BlockDiagonal;
import weft.linalg.internal.Condition;
import weft.linalg.internal.CyclicMatrix;
import weft.linalg.internal.LdltElimination;
import weft.linalg.internal.Norms;
import weft.linalg.internal.Permutation;
import weft.linalg.internal.Redistribution;
import weft.linalg.internal.Refinement;
import weft.linalg.internal.TriangularSolve;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Triangles;

/// The factors P·A·Pᵀ = L·D·Lᵀ of a symmetric matrix, which need not be definite.
/// [DistributedMatrix#ldlt] creates them. L has ones on its diagonal. D consists of blocks of 1 × 1
/// and 2 × 2. A singular matrix has factors too, but `solve` throws.
public final class Ldlt implements AutoCloseable {
  private final DistributedMatrix factor;
  private final long[] pivots;
  private final double[] diagonal;
  private final double[] below;
  private final double oneNorm;
  private boolean isCleared;

  private Ldlt(DistributedMatrix factor, LdltElimination done, double oneNorm) {
    this.factor = factor;
    this.pivots = done.pivots();
    this.diagonal = done.diagonal();
    this.below = done.below();
    this.oneNorm = oneNorm;
  }

  static Ldlt of(DistributedMatrix matrix, Blocking blocking, boolean rook) {
    CyclicMatrix a = matrix.cyclic();
    try {
      // The elimination first: its allocation notices ranks that factor in other ways.
      try (var elimination = new LdltElimination(a, blocking.widthFor(a.block()), rook)) {
        double norm = Norms.symmetricOne(a);
        if (!Double.isFinite(norm)) { // perhaps only a sum overflowed
          a.clearUpper();
          a.checkFinite("ldlt");
        }
        elimination.run();
        return new Ldlt(matrix, elimination, norm);
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

  /// The interchanges: step i exchanged row and column i with `pivots[i]`. The same on every rank.
  /// Local.
  public long[] pivots() {
    return pivots.clone();
  }

  /// The diagonal of D. Local.
  public double[] diagonal() {
    return diagonal.clone();
  }

  /// The elements of D below its diagonal. Element i is not 0 if rows i and i + 1 form a block of 2
  /// × 2. Local.
  public double[] belowDiagonal() {
    return below.clone();
  }

  /// The numbers of positive, negative and zero eigenvalues (Sylvester's law). Local.
  public Inertia inertia() {
    long positive = 0;
    long negative = 0;
    for (int i = 0; i < diagonal.length; i++) {
      if (below[i] == 0) {
        positive += diagonal[i] > 0 ? 1 : 0;
        negative += diagonal[i] < 0 ? 1 : 0;
      } else { // the determinant of every block of 2 × 2 is negative
        positive++;
        negative++;
        i++;
      }
    }
    return new Inertia(positive, negative, diagonal.length - positive - negative);
  }

  /// The logarithm of |det A|, or −∞ if A is singular. Local.
  public double logDeterminant() {
    double sum = 0;
    for (int i = 0; i < diagonal.length; i++) {
      if (below[i] == 0) {
        sum += Math.log(Math.abs(diagonal[i]));
      } else {
        double ratio = diagonal[i] / below[i] * (diagonal[i + 1] / below[i]);
        sum += 2 * Math.log(Math.abs(below[i])) + Math.log(Math.abs(ratio - 1));
        i++;
      }
    }
    return sum;
  }

  /// The sign of det A: −1, 0 or 1. Local.
  public int determinantSign() {
    Inertia inertia = inertia();
    return inertia.zero() > 0 ? 0 : inertia.negative() % 2 == 0 ? 1 : -1;
  }

  /// The solution X of A·X = B, in the layout of `b`.
  ///
  /// @throws SingularMatrixException if A is singular
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
    int zero = zeroPivot();
    if (zero >= 0) {
      throw new SingularMatrixException(
          "the symmetric matrix of order %d is singular: pivot %d (from 0) is zero, so no system with it has a unique solution"
              .formatted(factor.rows(), zero),
          zero);
    }
    CyclicMatrix l = factor.cyclic();
    try (CyclicMatrix x = Redistribution.onto(b, l.grid(), l.block())) {
      Permutation.apply(x, pivots, true);
      TriangularSolve.run(Triangles.Shape.UNIT_LOWER, l, Op.PLAIN, x);
      BlockDiagonal.solve(x, diagonal, below);
      TriangularSolve.run(Triangles.Shape.UNIT_LOWER, l, Op.TRANSPOSED, x);
      Permutation.apply(x, pivots, false);
      return Redistribution.onto(x, b.grid(), b.block());
    }
  }

  private int zeroPivot() {
    for (int i = 0; i < diagonal.length; i++) {
      if (below[i] != 0) {
        i++;
      } else if (diagonal[i] == 0) {
        return i;
      }
    }
    return -1;
  }

  /// One step of iterative refinement: adds to `x` the solution of A·d = b − A·x.
  ///
  /// @param a the matrix that was factored, with both of its triangles
  public void refine(DistributedMatrix a, DistributedMatrix b, DistributedMatrix x) {
    Refinement.step(a.cyclic(), b.cyclic(), x.cyclic(), this::solve);
  }

  /// An estimate of the condition number ‖A‖₁·‖A⁻¹‖₁, or ∞ if A is singular.
  ///
  /// Source: Hager 1984, Higham 1988.
  public double condition() {
    if (zeroPivot() >= 0) {
      return Double.POSITIVE_INFINITY;
    }
    return factor.rows() == 0 ? 0 : Condition.of(oneNorm, factor.cyclic(), (b, op) -> solve(b));
  }

  /// Closes the factor.
  @Override
  public void close() {
    factor.close();
  }
}
