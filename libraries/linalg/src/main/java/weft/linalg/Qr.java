// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import java.lang.foreign.MemorySegment;
import java.util.List;
import weft.collective.Operator;
import weft.linalg.internal.ColumnScales;
import weft.linalg.internal.Condition;
import weft.linalg.internal.CyclicMatrix;
import weft.linalg.internal.Norms;
import weft.linalg.internal.ProcessGrid;
import weft.linalg.internal.QrElimination;
import weft.linalg.internal.Redistribution;
import weft.linalg.internal.Refinement;
import weft.linalg.internal.Spread;
import weft.linalg.internal.TriangularSolve;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.Triangles;

/// The factors A = Q·R of a matrix of any shape, by Householder reflections. [DistributedMatrix#qr]
/// creates them. Q is not stored as a matrix, but [#timesQ] multiplies by it.
public final class Qr implements AutoCloseable {
  /// A diagonal element of R of so many units of rounding, and one more for each row or column of
  /// the matrix, relative to the greatest element of its column, may come from rounding alone.
  private static final int FEW_ROUNDINGS = 16;

  private final DistributedMatrix factors;
  private final List<QrElimination.Reflections> reflections;
  private final double[] diagonal;

  /// The first column that depends on those before it, the number of columns if there is none, or
  /// −1 if it is not known yet.
  private long dependent = -1;

  private Qr(
      DistributedMatrix factors, List<QrElimination.Reflections> reflections, double[] diagonal) {
    this.factors = factors;
    this.reflections = reflections;
    this.diagonal = diagonal;
  }

  static Qr of(DistributedMatrix matrix, Blocking blocking) {
    CyclicMatrix a = matrix.cyclic();
    try {
      // The elimination first: its allocation notices ranks that factor in other ways.
      try (var elimination = new QrElimination(a, blocking)) {
        var scales = new ColumnScales(a, Norms.columnSumsOfFinite(a, "qr"));
        scales.apply();
        elimination.run();
        scales.undo();
        return new Qr(matrix, List.copyOf(elimination.reflections), diagonal(a));
      }
    } catch (RuntimeException e) {
      a.close();
      throw e;
    }
  }

  private static double[] diagonal(CyclicMatrix a) {
    double[] diagonal = new double[Math.toIntExact(Math.min(a.rows(), a.columns()))];
    for (int i = 0; i < a.local().rows(); i++) {
      long row = a.rowOf(i);
      if (row < diagonal.length && a.byColumn().owner(row) == a.grid().columnOfRank()) {
        diagonal[(int) row] = a.local().get(i, a.byColumn().local(row));
      }
    }
    if (diagonal.length > 0) {
      a.grid().all.allreduce(diagonal, Operator.SUM);
    }
    return diagonal;
  }

  /// R on and above the diagonal, and the vectors of the reflections below it. This object owns the
  /// matrix. Local.
  public DistributedMatrix factors() {
    return factors;
  }

  /// R as a new matrix, with min(m, n) rows.
  public DistributedMatrix r() {
    DistributedMatrix r = factors.part(0, 0, diagonal.length, factors.columns());
    for (int i = 0; i < r.local().rows(); i++) {
      r.local().part(i, 0, 1, r.cyclic().columnsBefore(r.rowOf(i))).fill(0);
    }
    return r;
  }

  /// Q·B or Qᵀ·B as a new matrix, in the layout of `b`, where Q is m × m.
  ///
  /// @throws IllegalArgumentException if B and A have different numbers of rows
  public DistributedMatrix timesQ(DistributedMatrix b, Op op) {
    try (CyclicMatrix c = apply(b.cyclic(), op)) {
      return new DistributedMatrix(b.grid(), Redistribution.onto(c, b.cyclic().grid(), b.block()));
    }
  }

  /// op(Q)·B in the layout of the factors.
  private CyclicMatrix apply(CyclicMatrix b, Op op) {
    if (b.rows() != factors.rows()) {
      throw new IllegalArgumentException(
          "Q of a matrix of %d × %d has %d rows; the matrix to multiply it with has %d"
              .formatted(factors.rows(), factors.columns(), factors.rows(), b.rows()));
    }
    CyclicMatrix qr = factors.cyclic();
    CyclicMatrix c = Redistribution.onto(b, qr.grid(), qr.block());
    int width = reflections.stream().mapToInt(QrElimination.Reflections::width).max().orElse(1);
    ProcessGrid grid = factors.cyclic().grid();
    Tile local = c.local();
    long columns = Math.max(local.columns(), width);
    long bytes = (long) width * (local.rows() + 2 * columns) * Double.BYTES;
    try (var spread = new Spread(qr, true, width)) {
      MemorySegment memory = grid.allocate(bytes, "the product with Q");
      for (int step = 0; step < reflections.size(); step++) {
        int which = op == Op.TRANSPOSED ? step : reflections.size() - 1 - step;
        QrElimination.Reflections panel = reflections.get(which);
        spread.begin(panel.start(), panel.width());
        reflect(c, panel, spread.finish(), op, memory, columns);
      }
      grid.free(memory);
    }
    return c;
  }

  /// C −= V·op(T)·VᵀC.
  private void reflect(
      CyclicMatrix c,
      QrElimination.Reflections panel,
      Tile source,
      Op op,
      MemorySegment memory,
      long columns) {
    int width = panel.width();
    int first = factors.cyclic().rowsBefore(panel.start());
    int rows = c.local().rows() - first;
    Tile v = Tile.packed(memory, 0, rows, width);
    v.copyFrom(source.rows(first, first + rows));
    for (int i = 0; i < rows; i++) {
      long row = factors.rowOf(first + i) - panel.start();
      for (int j = (int) Math.min(row, width); j < width; j++) {
        v.set(i, j, j == row ? 1 : 0);
      }
    }
    int count = c.local().columns();
    Tile products = Tile.packed(memory, (long) rows * width, width, count);
    Tile shares = Tile.packed(memory, (long) rows * width + width * columns, width, count);
    Tile rest = c.local().rows(first, first + rows);
    ProcessGrid grid = factors.cyclic().grid();
    grid.kernels().gemm(1, v, Op.TRANSPOSED, rest, Op.PLAIN, 0, products);
    grid.sum(grid.column, products);
    grid.kernels().gemm(1, panel.t(), op, products, Op.PLAIN, 0, shares);
    grid.kernels().gemm(-1, v, Op.PLAIN, shares, Op.PLAIN, 1, rest);
  }

  /// The X that minimises ‖A·X − B‖ in each column, in the blocks of `b`. If A is square, X is the
  /// solution of A·X = B.
  ///
  /// Column j depends on those before it, to the precision of doubles, if |r_jj| ≤ (16 + max(m, n))
  /// · 2⁻⁵² · max |r_ij| over its rows i. X would then consist of rounding errors.
  ///
  /// @throws IllegalArgumentException if A has more columns than rows, or B has another number of
  ///   rows
  /// @throws SingularMatrixException if a column of A depends on those before it; it names the
  ///   first
  public DistributedMatrix solve(DistributedMatrix b) {
    return new DistributedMatrix(b.grid(), solve(b.cyclic()));
  }

  private CyclicMatrix solve(CyclicMatrix b) {
    long n = factors.columns();
    checkNotWide("Qr.solve");
    long column = dependentColumn();
    if (column < n) {
      throw new SingularMatrixException(
          "the matrix of %d × %d has dependent columns: column %d (from 0) depends on those before it, to the precision of doubles; leave it out"
              .formatted(factors.rows(), n, column),
          column);
    }
    try (CyclicMatrix c = apply(b, Op.TRANSPOSED);
        CyclicMatrix x = Redistribution.part(c, 0, 0, n, b.columns());
        CyclicMatrix r = Redistribution.part(factors.cyclic(), 0, 0, n, n)) {
      TriangularSolve.run(Triangles.Shape.UPPER, r, Op.PLAIN, x);
      return Redistribution.onto(x, b.grid(), b.block());
    }
  }

  /// The first column that depends on those before it, or the number of columns. Collective.
  private long dependentColumn() {
    if (dependent < 0) {
      CyclicMatrix r = factors.cyclic();
      double[] greatest = Norms.greatestAbove(r);
      double limit = (FEW_ROUNDINGS + Math.max(r.rows(), r.columns())) * 0x1p-52;
      long first = r.columns();
      for (int j = 0; j < greatest.length && first == r.columns(); j++) {
        long column = r.columnOf(j);
        first = Math.abs(diagonal[(int) column]) <= limit * greatest[j] ? column : first;
      }
      dependent = r.grid().all.allreduce(first, Operator.MIN);
    }
    return dependent;
  }

  private void checkNotWide(String call) {
    if (factors.columns() > factors.rows()) {
      throw new IllegalArgumentException(
          "%s needs at least as many rows as columns; the matrix is %d × %d"
              .formatted(call, factors.rows(), factors.columns()));
    }
  }

  /// One step of iterative refinement: adds to `x` the least-squares solution of A·d = b − A·x.
  ///
  /// @param a the matrix that was factored
  public void refine(DistributedMatrix a, DistributedMatrix b, DistributedMatrix x) {
    Refinement.step(a.cyclic(), b.cyclic(), x.cyclic(), this::solve);
  }

  /// The logarithm of |det A| of a square matrix, or −∞ if A is singular. If A has more rows than
  /// columns, the logarithm of √det(AᵀA). Local.
  public double logDeterminant() {
    checkNotWide("Qr.logDeterminant");
    double sum = 0;
    for (double value : diagonal) {
      sum += Math.log(Math.abs(value));
    }
    return sum;
  }

  /// An estimate of R's condition number ‖R‖₁·‖R⁻¹‖₁. In the 2-norm, A has the same condition
  /// number as R. ∞ if the columns of A depend on each other.
  ///
  /// Source: Hager 1984, Higham 1988.
  public double condition() {
    checkNotWide("Qr.condition");
    for (double value : diagonal) {
      if (value == 0) {
        return Double.POSITIVE_INFINITY;
      }
    }
    if (diagonal.length == 0) {
      return 0;
    }
    try (DistributedMatrix whole = r()) {
      CyclicMatrix r = whole.cyclic();
      return Condition.of(
          Norms.one(r),
          r,
          (b, op) -> {
            CyclicMatrix x = b.copy();
            TriangularSolve.run(Triangles.Shape.UPPER, r, op, x);
            return x;
          });
    }
  }

  /// Closes the factors.
  @Override
  public void close() {
    factors.close();
  }
}
