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

/// A matrix of doubles that is distributed block-cyclically over the ranks of a grid, in registered
/// memory.
///
/// Element (i, j) belongs to the rank in grid row ⌊i/r⌋ mod P and grid column ⌊j/r⌋ mod Q, for
/// blocks of r × r. A rank may own nothing. Calls are collective unless documented as local.
/// `close` frees only this rank's part, so every rank must call it.
public final class DistributedMatrix implements AutoCloseable {
  private final Grid grid;
  private final CyclicMatrix matrix;

  DistributedMatrix(Grid grid, CyclicMatrix matrix) {
    this.grid = grid;
    this.matrix = matrix;
  }

  /// The grid over which the matrix is distributed. Local.
  public Grid grid() {
    return grid;
  }

  /// The number of rows. Local.
  public long rows() {
    return matrix.rows();
  }

  /// The number of columns. Local.
  public long columns() {
    return matrix.columns();
  }

  /// The number of rows and of columns of a storage block. Local.
  public int block() {
    return matrix.block();
  }

  /// This rank's elements, for programs that compute on them directly. Local.
  public Tile local() {
    return matrix.local();
  }

  /// The matrix row of a row of [#local]. Local.
  public long rowOf(int localRow) {
    return matrix.rowOf(localRow);
  }

  /// The matrix column of a column of [#local]. Local.
  public long columnOf(int localColumn) {
    return matrix.columnOf(localColumn);
  }

  /// Sets every element to the value of a function. Nothing is sent.
  public DistributedMatrix fill(Elements elements) {
    matrix.fill(elements);
    return this;
  }

  /// A new matrix with the same elements, on the same grid and in the same blocks.
  public DistributedMatrix copy() {
    return new DistributedMatrix(grid, matrix.copy());
  }

  /// A new matrix with the same elements, on another grid of the same ranks, or in other blocks.
  ///
  /// @throws IllegalArgumentException if the grid has other ranks
  public DistributedMatrix redistribute(Grid grid, int block) {
    return new DistributedMatrix(grid, Redistribution.onto(matrix, grid.ranks(), block));
  }

  /// The transposed matrix, in blocks of the same size.
  public DistributedMatrix transpose() {
    DistributedMatrix copy = grid.matrix(columns(), rows(), block());
    Redistribution.copy(matrix, 0, 0, Op.TRANSPOSED, copy.matrix);
    return copy;
  }

  /// A view of the `rows` × `columns` elements from (`row`, `column`) on. Nothing is copied: a
  /// change of the view is a change of this matrix.
  ///
  /// A view may begin anywhere. It may be a factor or the result of a product. Only factorisations
  /// in place (`luInPlace` and the like) refuse views. Closing a view frees nothing, and a view
  /// cannot be used after this matrix is closed. Local.
  ///
  /// @throws IllegalArgumentException if the elements are not within this matrix
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

  /// A copy of the `rows` × `columns` elements from (`row`, `column`) on, as a new matrix.
  public DistributedMatrix part(long row, long column, long rows, long columns) {
    checkWithin(row, column, rows, columns);
    return new DistributedMatrix(grid, Redistribution.part(matrix, row, column, rows, columns));
  }

  /// Overwrites the elements from (`row`, `column`) on with those of `part`: the inverse of
  /// [#part].
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

  /// Writes an .npy file of doubles, row after row. Each rank writes its own parts, so all ranks
  /// must have access to the folder.
  ///
  /// @throws MatrixFileException if the file cannot be written
  public void write(Path npy) {
    NpyFiles.write(matrix, npy);
  }

  /// This matrix becomes α·op(A)·op(B) + β·this.
  ///
  /// @throws IllegalArgumentException if the shapes do not fit, or the grid of a factor has other
  ///   ranks
  public void gemm(
      double alpha, DistributedMatrix a, Op opA, DistributedMatrix b, Op opB, double beta) {
    Multiplication.run(alpha, a.matrix, opA, b.matrix, opB, beta, matrix);
  }

  /// The product with another matrix, as a new matrix.
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

  /// Multiplies every element by a number.
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

  /// The square root of the sum of all squares. No intermediate result overflows.
  public double frobeniusNorm() {
    return Norms.frobenius(matrix);
  }

  /// The greatest absolute value, or NaN if an element is NaN.
  public double greatest() {
    return Norms.greatest(matrix);
  }

  /// Solves op(T)·X = B for a triangle T of this square matrix. The other triangle is not read. X
  /// has the layout of `b`.
  ///
  /// @throws SingularMatrixException if the diagonal contains a zero
  /// @throws IllegalArgumentException if this matrix is not square, or B has another number of rows
  public DistributedMatrix solveTriangular(Triangles.Shape shape, Op op, DistributedMatrix b) {
    return new DistributedMatrix(
        b.grid, TriangularSolve.solve(shape, matrix, op, b.matrix, "solveTriangular"));
  }

  /// The residual of `x` as a solution of this·X = B: ‖A·X − B‖∞ / (ε·(‖A‖∞·‖X‖∞ + ‖B‖∞)·n), with ε
  /// = 2⁻⁵³. The HPL benchmark accepts values below 16. Good solutions are below 0.1.
  public double residual(DistributedMatrix x, DistributedMatrix b) {
    return Norms.residual(matrix, x.matrix, b.matrix);
  }

  /// The factors P·A = L·U of a copy of this matrix.
  public Lu lu() {
    return lu(Blocking.AUTO);
  }

  /// The factors P·A = L·U of a copy of this matrix, with the given blocking.
  public Lu lu(Blocking blocking) {
    return Lu.of(copy(), blocking);
  }

  /// Factors this matrix in place: P·A = L·U. The factors own its memory from now on, and closing
  /// them frees it. This matrix and its views cannot be used any more, and closing them does
  /// nothing. That also holds if the factorisation throws.
  public Lu luInPlace() {
    return luInPlace(Blocking.AUTO);
  }

  /// Factors this matrix in place, with the given blocking.
  public Lu luInPlace(Blocking blocking) {
    return Lu.of(takeOver("luInPlace"), blocking);
  }

  /// The factors A = L·Lᵀ of a copy of this symmetric positive definite matrix. Only elements on
  /// and below the diagonal are read.
  ///
  /// @throws NotDefiniteException if the matrix is not positive definite
  public Cholesky cholesky() {
    return cholesky(Blocking.AUTO);
  }

  /// The factors A = L·Lᵀ of a copy, with the given blocking.
  public Cholesky cholesky(Blocking blocking) {
    matrix.checkSquare("cholesky");
    return Cholesky.of(copy(), blocking);
  }

  /// Factors this matrix in place: A = L·Lᵀ. The factor owns its memory, as with [#luInPlace].
  public Cholesky choleskyInPlace() {
    return choleskyInPlace(Blocking.AUTO);
  }

  /// Factors this matrix in place, with the given blocking.
  public Cholesky choleskyInPlace(Blocking blocking) {
    matrix.checkSquare("cholesky");
    return Cholesky.of(takeOver("choleskyInPlace"), blocking);
  }

  /// The factors P·A·Pᵀ = L·D·Lᵀ of a copy of this symmetric matrix, which need not be definite,
  /// with the pivoting of Bunch and Kaufman. Only elements on and below the diagonal are read.
  public Ldlt ldlt() {
    return ldlt(Blocking.AUTO);
  }

  /// The factors P·A·Pᵀ = L·D·Lᵀ of a copy, with the given blocking.
  public Ldlt ldlt(Blocking blocking) {
    matrix.checkSquare("ldlt");
    return Ldlt.of(copy(), blocking, false);
  }

  /// Like [#ldlt()] with rook pivoting. It searches longer, and no element of L exceeds 2.8 in
  /// absolute value.
  public Ldlt ldltRook() {
    return ldltRook(Blocking.AUTO);
  }

  /// Like [#ldltRook()] with the given blocking.
  public Ldlt ldltRook(Blocking blocking) {
    matrix.checkSquare("ldlt");
    return Ldlt.of(copy(), blocking, true);
  }

  /// Factors this matrix in place: P·A·Pᵀ = L·D·Lᵀ. The factors own its memory, as with
  /// [#luInPlace].
  public Ldlt ldltInPlace() {
    return ldltInPlace(Blocking.AUTO);
  }

  /// Factors this matrix in place, with the given blocking.
  public Ldlt ldltInPlace(Blocking blocking) {
    matrix.checkSquare("ldlt");
    return Ldlt.of(takeOver("ldltInPlace"), blocking, false);
  }

  /// The factors A = Q·R of a copy of this matrix, of any shape.
  public Qr qr() {
    return qr(Blocking.AUTO);
  }

  /// The factors A = Q·R of a copy, with the given blocking.
  public Qr qr(Blocking blocking) {
    return Qr.of(copy(), blocking);
  }

  /// Factors this matrix in place: A = Q·R. The factors own its memory, as with [#luInPlace].
  public Qr qrInPlace() {
    return qrInPlace(Blocking.AUTO);
  }

  /// Factors this matrix in place, with the given blocking.
  public Qr qrInPlace(Blocking blocking) {
    return Qr.of(takeOver("qrInPlace"), blocking);
  }

  /// Frees this rank's part. Does not wait for other ranks. A second call does nothing.
  @Override
  public void close() {
    matrix.close();
  }

  private DistributedMatrix takeOver(String call) {
    return new DistributedMatrix(grid, matrix.takeOver(call));
  }

  CyclicMatrix cyclic() {
    return matrix;
  }

  @Override
  public String toString() {
    return matrix.toString();
  }
}
