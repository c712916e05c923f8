// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import java.nio.file.Path;
import weft.linalg.internal.CyclicMatrix;
import weft.linalg.internal.Multiplication;
import weft.linalg.internal.Norms;
import weft.linalg.internal.NpyFiles;
import weft.linalg.internal.Redistribution;
import weft.linalg.internal.TriangularSolve;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.Triangles;

/// A matrix of doubles that the ranks of a grid share: block-cyclic, in registered memory.
///
/// Element (i, j) belongs to the rank in grid row ⌊i/r⌋ mod P and grid column ⌊j/r⌋ mod Q, for
/// blocks of r × r. A rank may own nothing. Calls are collective unless they say otherwise. Closing
/// frees this rank's part: every rank closes its own.
public final class DistributedMatrix implements AutoCloseable {
  private final Grid grid;
  private final CyclicMatrix matrix;

  DistributedMatrix(Grid grid, CyclicMatrix matrix) {
    this.grid = grid;
    this.matrix = matrix;
  }

  /// The grid that it is distributed over. Local.
  public Grid grid() {
    return grid;
  }

  /// How many rows it has. Local.
  public long rows() {
    return matrix.rows();
  }

  /// How many columns it has. Local.
  public long columns() {
    return matrix.columns();
  }

  /// Rows and columns of a storage block. Local.
  public int block() {
    return matrix.block();
  }

  /// This rank's elements, for programs that compute on them themselves. Local.
  public Tile local() {
    return matrix.local();
  }

  /// The row in the matrix of a row of [#local]. Local.
  public long rowOf(int localRow) {
    return matrix.rowOf(localRow);
  }

  /// The column in the matrix of a column of [#local]. Local.
  public long columnOf(int localColumn) {
    return matrix.columnOf(localColumn);
  }

  /// Makes every element what the function says. Nothing is sent.
  public DistributedMatrix fill(Elements elements) {
    matrix.fill(elements);
    return this;
  }

  /// Another matrix with the same elements, on the same grid in the same blocks.
  public DistributedMatrix copy() {
    return new DistributedMatrix(grid, matrix.copy());
  }

  /// Another matrix with the same elements, on another grid of the same ranks, or in other blocks.
  ///
  /// @throws IllegalArgumentException when the grid has other ranks
  public DistributedMatrix redistribute(Grid grid, int block) {
    return new DistributedMatrix(grid, Redistribution.onto(matrix, grid.ranks(), block));
  }

  /// The transposed matrix, in blocks of the same size.
  public DistributedMatrix transpose() {
    DistributedMatrix copy = grid.matrix(columns(), rows(), block());
    Redistribution.copy(matrix, 0, 0, Op.TRANSPOSED, copy.matrix);
    return copy;
  }

  /// The `rows` × `columns` elements from (`row`, `column`) on where they are: nothing is copied,
  /// and a change of the view is a change of this matrix. It can begin anywhere. A view may be a
  /// factor or the result of a product, and anything else but what factors take over (`luInPlace`
  /// and the like). Closing it frees nothing; after this matrix is closed it cannot be used. Local.
  ///
  /// @throws IllegalArgumentException when the elements are not within this matrix
  public DistributedMatrix view(long row, long column, long rows, long columns) {
    checkWithin(row, column, rows, columns);
    return new DistributedMatrix(grid, matrix.view(row, column, rows, columns));
  }

  private void checkWithin(long row, long column, long rows, long columns) {
    if ((row | column | rows | columns) < 0
        || row > rows() - rows
        || column > columns() - columns) {
      throw new IllegalArgumentException(
          "%d × %d elements from (%d, %d) on are not within a matrix of %d × %d"
              .formatted(rows, columns, row, column, rows(), columns()));
    }
  }

  /// A copy of the `rows` × `columns` elements from (`row`, `column`) on, as a matrix of its own.
  public DistributedMatrix part(long row, long column, long rows, long columns) {
    checkWithin(row, column, rows, columns);
    return new DistributedMatrix(grid, Redistribution.part(matrix, row, column, rows, columns));
  }

  /// The elements from (`row`, `column`) on become those of `part`: the way back of [#part].
  public DistributedMatrix put(long row, long column, DistributedMatrix part) {
    checkWithin(row, column, part.rows(), part.columns());
    Redistribution.put(part.matrix, matrix, row, column);
    return this;
  }

  /// All elements, row after row, at the rank `root`; an empty array elsewhere.
  public double[] gather(int root) {
    return Redistribution.gather(matrix, root);
  }

  /// All elements, row after row, at every rank.
  public double[] gatherAll() {
    return Redistribution.gatherAll(matrix);
  }

  /// Writes an .npy file of doubles, row after row. All ranks see its folder; each writes its own
  /// parts.
  ///
  /// @throws MatrixFileException when it cannot be written
  public void write(Path npy) {
    NpyFiles.write(matrix, npy);
  }

  /// This matrix becomes α·op(A)·op(B) + β·this.
  ///
  /// @throws IllegalArgumentException when the shapes do not fit, or a matrix is on another grid
  public void gemm(
      double alpha, DistributedMatrix a, Op opA, DistributedMatrix b, Op opB, double beta) {
    Multiplication.run(alpha, a.matrix, opA, b.matrix, opB, beta, matrix);
  }

  /// The product with another matrix, as a new one.
  public DistributedMatrix times(DistributedMatrix other) {
    DistributedMatrix product = grid.matrix(rows(), other.columns(), block());
    try {
      product.gemm(1, this, Op.PLAIN, other, Op.PLAIN, 0);
    } catch (IllegalArgumentException e) {
      product.close();
      throw e;
    }
    return product;
  }

  /// Adds α times another matrix of the same shape to this one.
  public DistributedMatrix add(double alpha, DistributedMatrix other) {
    matrix.add(alpha, other.matrix);
    return this;
  }

  /// Multiplies every element with a number.
  public DistributedMatrix scale(double factor) {
    matrix.scale(factor);
    return this;
  }

  /// The greatest sum of absolute values in a column.
  public double oneNorm() {
    return Norms.one(matrix);
  }

  /// The greatest sum of absolute values in a row.
  public double infinityNorm() {
    return Norms.infinity(matrix);
  }

  /// The square root of the sum of all squares, without overflow on the way.
  public double frobeniusNorm() {
    return Norms.frobenius(matrix);
  }

  /// The greatest absolute value; NaN when there is one.
  public double greatest() {
    return Norms.greatest(matrix);
  }

  /// Solves op(T)·X = B for a triangle T of this square matrix; the other one is not read. X has
  /// the layout of `b`.
  ///
  /// @throws SingularMatrixException when the diagonal has a zero
  /// @throws IllegalArgumentException when this is not square, or B has another number of rows
  public DistributedMatrix solveTriangular(Triangles.Shape shape, Op op, DistributedMatrix b) {
    return new DistributedMatrix(
        b.grid, TriangularSolve.solve(shape, matrix, op, b.matrix, "solveTriangular"));
  }

  /// How well `x` solves this·X = B: ‖A·X − B‖∞ / (ε·(‖A‖∞·‖X‖∞ + ‖B‖∞)·n), with ε = 2⁻⁵³. The
  /// benchmark HPL takes anything below 16 for right; good solutions have less than 0.1.
  public double residual(DistributedMatrix x, DistributedMatrix b) {
    return Norms.residual(matrix, x.matrix, b.matrix);
  }

  /// The factors P·A = L·U of a copy of this matrix.
  public Lu lu() {
    return lu(Blocking.AUTO);
  }

  /// The factors P·A = L·U of a copy of this matrix, with a blocking of the caller's.
  public Lu lu(Blocking blocking) {
    return Lu.of(copy(), blocking);
  }

  /// The factors P·A = L·U in the place of this matrix, which they own from now on: closing them
  /// closes it.
  public Lu luInPlace() {
    return luInPlace(Blocking.AUTO);
  }

  /// The same with a blocking of the caller's.
  public Lu luInPlace(Blocking blocking) {
    matrix.checkOwn("luInPlace");
    return Lu.of(this, blocking);
  }

  /// The factors A = L·Lᵀ of a copy of this symmetric positive definite matrix. Only what is on and
  /// below the diagonal is read.
  ///
  /// @throws NotDefiniteException when it is not positive definite
  public Cholesky cholesky() {
    return cholesky(Blocking.AUTO);
  }

  /// The factors A = L·Lᵀ of a copy, with a blocking of the caller's.
  public Cholesky cholesky(Blocking blocking) {
    return Cholesky.of(copy(), blocking);
  }

  /// The factors A = L·Lᵀ in the place of this matrix, which they own from now on.
  public Cholesky choleskyInPlace() {
    return choleskyInPlace(Blocking.AUTO);
  }

  /// The same with a blocking of the caller's.
  public Cholesky choleskyInPlace(Blocking blocking) {
    matrix.checkOwn("choleskyInPlace");
    return Cholesky.of(this, blocking);
  }

  /// The factors P·A·Pᵀ = L·D·Lᵀ of a copy of this symmetric matrix, which need not be definite,
  /// with the pivoting of Bunch and Kaufman. Only what is on and below the diagonal is read.
  public Ldlt ldlt() {
    return ldlt(Blocking.AUTO);
  }

  /// The factors P·A·Pᵀ = L·D·Lᵀ of a copy, with a blocking of the caller's.
  public Ldlt ldlt(Blocking blocking) {
    return Ldlt.of(copy(), blocking, false);
  }

  /// The same with rook pivoting: it searches more, and no element of L is greater than 2.8.
  public Ldlt ldltRook() {
    return Ldlt.of(copy(), Blocking.AUTO, true);
  }

  /// The same with a blocking of the caller's.
  public Ldlt ldltRook(Blocking blocking) {
    return Ldlt.of(copy(), blocking, true);
  }

  /// The factors P·A·Pᵀ = L·D·Lᵀ in the place of this matrix, which they own from now on.
  public Ldlt ldltInPlace() {
    return ldltInPlace(Blocking.AUTO);
  }

  /// The same with a blocking of the caller's.
  public Ldlt ldltInPlace(Blocking blocking) {
    matrix.checkOwn("ldltInPlace");
    return Ldlt.of(this, blocking, false);
  }

  /// The factors A = Q·R of a copy of this matrix, of any shape.
  public Qr qr() {
    return qr(Blocking.AUTO);
  }

  /// The factors A = Q·R of a copy, with a blocking of the caller's.
  public Qr qr(Blocking blocking) {
    return Qr.of(copy(), blocking);
  }

  /// The factors A = Q·R in the place of this matrix, which they own from now on.
  public Qr qrInPlace() {
    return qrInPlace(Blocking.AUTO);
  }

  /// The same with a blocking of the caller's.
  public Qr qrInPlace(Blocking blocking) {
    matrix.checkOwn("qrInPlace");
    return Qr.of(this, blocking);
  }

  /// Frees this rank's part. Waits for nobody; a second call does nothing.
  @Override
  public void close() {
    matrix.close();
  }

  CyclicMatrix cyclic() {
    return matrix;
  }

  @Override
  public String toString() {
    return matrix.toString();
  }
}
