// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.HeapExhaustedException;
import weft.World;
import weft.collective.Group;
import weft.linalg.internal.CyclicMatrix;
import weft.linalg.internal.DefaultBlocking;
import weft.linalg.internal.NpyFiles;
import weft.linalg.internal.ProcessGrid;
import weft.linalg.internal.Redistribution;
import weft.linalg.kernel.Kernels;

/// The ranks of a group, arranged as P rows and Q columns, over which matrices are distributed.
/// Rank r of the group is in row r / Q and in column r mod Q.
///
/// All calls of a grid and its matrices are collective, unless documented as local. Every rank of
/// the group must make them in the same order with the same arguments. Exceptions are the same on
/// every rank.
public final class Grid implements AutoCloseable {
  private final ProcessGrid ranks;

  private Grid(ProcessGrid ranks) {
    this.ranks = ranks;
  }

  /// All ranks of a job. The grid is as square as possible, and never has more rows than columns.
  /// Call [Group#world] before `start`, and this method after it.
  public static Grid of(World world) {
    return of(world, Group.world(world));
  }

  /// The ranks of a group. The grid is as square as possible, and never has more rows than columns.
  public static Grid of(World world, Group group) {
    return new Grid(ProcessGrid.of(world, group));
  }

  /// The ranks of a group. The grid is as square as possible, and never has more columns than rows.
  /// Products and [DistributedMatrix#ldlt] are faster on such a grid. Other factorisations are
  /// faster on the grid of [#of(World, Group)].
  public static Grid tall(World world, Group group) {
    return new Grid(ProcessGrid.tall(world, group));
  }

  /// The ranks of a group as `rows` × `columns`.
  ///
  /// @throws IllegalArgumentException if the group has another number of ranks
  public static Grid of(World world, Group group, int rows, int columns) {
    return new Grid(ProcessGrid.of(world, group, rows, columns));
  }

  /// The number of grid rows. Local.
  public int rows() {
    return ranks.rows();
  }

  /// The number of grid columns. Local.
  public int columns() {
    return ranks.columns();
  }

  /// The row of this rank. Local.
  public int rowOfRank() {
    return ranks.rowOfRank();
  }

  /// The column of this rank. Local.
  public int columnOfRank() {
    return ranks.columnOfRank();
  }

  /// Whether this rank is the first of the grid, which prints by convention. Local.
  public boolean isFirst() {
    return ranks.isFirst();
  }

  /// Uses `kernels` from now on, instead of the best that were found. Each rank needs an instance
  /// of its own. Give all ranks the same kind, so that they round alike.
  public Grid using(Kernels kernels) {
    ranks.using(kernels);
    return this;
  }

  /// Records the phases of this rank in later factorisations in `log`. Null ends the recording.
  /// Local.
  public void record(@Nullable PhaseLog log) {
    ranks.record(log);
  }

  /// Calls `progress` on this rank after each panel of a factorisation, and after each step of a
  /// product. Local.
  public Grid onProgress(ColumnProgress progress) {
    ranks.onProgress(progress);
    return this;
  }

  /// The words that this rank has received in factorisations and products since the last call.
  /// Local.
  public ReceivedWords traffic() {
    return ranks.traffic();
  }

  /// The kernels of this rank. Local.
  public Kernels kernels() {
    return ranks.kernels();
  }

  /// The default storage block of a matrix on this grid. It is 64, or less if a rank would get
  /// fewer than four blocks along the longer side, but at least 16. Local.
  public int defaultBlock(long rows, long columns) {
    return DefaultBlocking.block(rows, columns, rows(), columns());
  }

  /// A matrix of zeros, in blocks of the [default size][#defaultBlock].
  public DistributedMatrix matrix(long rows, long columns) {
    return matrix(rows, columns, defaultBlock(rows, columns));
  }

  /// A matrix of zeros.
  ///
  /// @param block rows and columns of a storage block
  /// @throws HeapExhaustedException if the registered heap of a rank has no room for its part
  public DistributedMatrix matrix(long rows, long columns, int block) {
    return new DistributedMatrix(this, new CyclicMatrix(ranks, rows, columns, block));
  }

  /// A matrix from a function, in blocks of the [default size][#defaultBlock].
  public DistributedMatrix matrix(long rows, long columns, Elements elements) {
    return matrix(rows, columns, defaultBlock(rows, columns), elements);
  }

  /// A matrix from a function.
  public DistributedMatrix matrix(long rows, long columns, int block, Elements elements) {
    DistributedMatrix matrix = matrix(rows, columns, block);
    try {
      return matrix.fill(elements);
    } catch (RuntimeException | Error e) {
      matrix.close();
      throw e;
    }
  }

  /// A matrix from the array of one rank.
  ///
  /// @param root the rank whose array is used
  /// @param values the elements, row after row; ignored on the other ranks
  public DistributedMatrix matrix(
      int root, double @Nullable [] values, long rows, long columns, int block) {
    Redistribution.checkArray(ranks, root, values, rows, columns);
    DistributedMatrix matrix = matrix(rows, columns, block);
    Redistribution.scatter(matrix.cyclic(), root, values);
    return matrix;
  }

  /// The matrix of an .npy file, in blocks of the [default size][#defaultBlock]. Each rank reads
  /// its own parts, so all ranks must have access to the file. Elements are f4, f8, i4 or i8, in
  /// row-major or column-major order. An array of one dimension becomes a matrix of one column.
  ///
  /// @throws MatrixFileException if the file is missing or broken, or holds anything else
  public DistributedMatrix read(Path npy) {
    return new DistributedMatrix(this, NpyFiles.read(ranks, npy));
  }

  /// Like [#read(Path)], in storage blocks of `block`.
  public DistributedMatrix read(Path npy, int block) {
    return new DistributedMatrix(this, NpyFiles.read(ranks, npy, block));
  }

  /// Ends the grid on this rank. Close its matrices first. Every rank must call this. It does not
  /// wait for the others, so it hides no exception that is under way. A second call does nothing.
  @Override
  public void close() {
    ranks.close();
  }

  ProcessGrid ranks() {
    return ranks;
  }

  @Override
  public String toString() {
    return ranks.toString();
  }
}
