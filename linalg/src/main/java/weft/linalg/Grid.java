// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.HeapExhaustedException;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Type;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// The ranks of a group as P rows and Q columns, over which matrices are distributed. Rank r of the
/// group is in row r / Q and in column r mod Q.
///
/// All calls of a grid and its matrices are collective, unless they say otherwise: every rank of
/// the group makes them in the same order with the same arguments. Exceptions are the same on every
/// rank.
public final class Grid implements AutoCloseable {
  /// Rows and columns of a storage block, unless said otherwise.
  public static final int BLOCK = 64;

  /// About how many operations a slice of a product has, between two polls.
  private static final double SLICE_FLOPS = 3e7;

  private static final int LEAST_SLICE = 128;

  private final World world;
  private final int rows;
  private final int columns;

  /// Of the members of this grid, of this rank's row, and of its column. A rank's number in a row
  /// is its column, and the other way round.
  final Group all;

  final Group row;
  final Group column;

  private Kernels kernels = Kernels.of("auto");

  private Grid(World world, Group group, int rows, int columns) {
    this.world = world;
    this.rows = rows;
    this.columns = columns;
    this.all = group.dup();
    this.row = all.split(all.rank() / columns, all.rank());
    this.column = all.split(all.rank() % columns, all.rank());
  }

  /// All ranks of a job, as nearly square as possible and not higher than wide. Call [Group#world]
  /// before `start`, and this after it.
  public static Grid of(World world) {
    return of(world, Group.world(world));
  }

  /// The ranks of a group, as nearly square as possible and not higher than wide.
  public static Grid of(World world, Group group) {
    int rows = (int) Math.sqrt(group.size());
    while (group.size() % rows != 0) {
      rows--;
    }
    return of(world, group, rows, group.size() / rows);
  }

  /// The ranks of a group as `rows` × `columns`.
  ///
  /// @throws IllegalArgumentException when the group does not have so many ranks
  public static Grid of(World world, Group group, int rows, int columns) {
    if (rows < 1 || columns < 1 || (long) rows * columns != group.size()) {
      throw new IllegalArgumentException(
          "a grid of %d × %d ranks needs %d; the group has %d: give two factors of that, or a subgroup"
              .formatted(rows, columns, (long) rows * columns, group.size()));
    }
    return new Grid(world, group, rows, columns);
  }

  /// How many rows of ranks there are.
  public int rows() {
    return rows;
  }

  /// How many columns of ranks there are.
  public int columns() {
    return columns;
  }

  /// The row of this rank. Local.
  public int rowOfRank() {
    return column.rank();
  }

  /// The column of this rank. Local.
  public int columnOfRank() {
    return row.rank();
  }

  /// Whether this rank is the first of the grid: the one that prints. Local.
  public boolean isFirst() {
    return all.rank() == 0;
  }

  /// Computes with `kernels` from now on, instead of the best that were found. They are this rank's
  /// own; give all ranks the same kind, so that they round alike.
  public Grid using(Kernels kernels) {
    this.kernels = kernels;
    return this;
  }

  /// What this rank computes with. Local.
  public Kernels kernels() {
    return kernels;
  }

  /// A matrix of zeros, in storage blocks of [#BLOCK].
  public DistributedMatrix matrix(long rows, long columns) {
    return matrix(rows, columns, BLOCK);
  }

  /// A matrix of zeros.
  ///
  /// @param block rows and columns of a storage block
  /// @throws HeapExhaustedException when the registered heap of a rank has no room for its part
  public DistributedMatrix matrix(long rows, long columns, int block) {
    return new DistributedMatrix(this, rows, columns, block);
  }

  /// A matrix from a function, in storage blocks of [#BLOCK].
  public DistributedMatrix matrix(long rows, long columns, Elements elements) {
    return matrix(rows, columns, BLOCK).fill(elements);
  }

  /// A matrix from a function.
  public DistributedMatrix matrix(long rows, long columns, int block, Elements elements) {
    return matrix(rows, columns, block).fill(elements);
  }

  /// A matrix from the array of one rank.
  ///
  /// @param root the rank whose array counts
  /// @param values row after row; what the other ranks give is not looked at
  public DistributedMatrix matrix(
      int root, double @Nullable [] values, long rows, long columns, int block) {
    DistributedMatrix matrix = matrix(rows, columns, block);
    Redistribution.scatter(matrix, root, values);
    return matrix;
  }

  /// Ends the grid. Close its matrices before. When the job has failed it does nothing.
  @Override
  public void close() {
    column.free();
    row.free();
    all.free();
  }

  World world() {
    return world;
  }

  Completion completion() {
    return world.completion();
  }

  /// Registered memory on every rank, `bytes` on this one; filled with zeros.
  ///
  /// @throws HeapExhaustedException on every rank, when one has no room
  MemorySegment allocate(long bytes, String what) {
    MemorySegment memory = null;
    try {
      memory = world.heap().allocate(Math.max(bytes, Long.BYTES));
    } catch (HeapExhaustedException e) {
      // The others must hear of it: see below.
    }
    long[] most = {memory == null ? 1 : 0, bytes, world.heap().used() + bytes};
    all.allreduce(most, Operator.MAX);
    if (most[0] == 0 && memory != null) {
      return memory;
    }
    if (memory != null) {
      world.heap().free(memory);
    }
    throw new HeapExhaustedException(
        "%s takes %d MiB of registered memory on a rank, and there is less; give weft run --heap %dm"
            .formatted(what, mebibytes(most[1]), mebibytes(most[2] + most[2] / 4)));
  }

  private static long mebibytes(long bytes) {
    return Math.ceilDiv(bytes, 1L << 20);
  }

  void free(MemorySegment memory) {
    world.heap().free(memory);
  }

  /// Whether two grids have the same ranks in the same order.
  boolean hasRanksOf(Grid other) {
    if (all.size() != other.all.size()) {
      return false;
    }
    for (int i = 0; i < all.size(); i++) {
      if (all.member(i) != other.all.member(i)) {
        return false;
      }
    }
    return true;
  }

  /// C += α·op(A)·B in slices of columns, between which operations that are under way move on. The
  /// cuts depend on the shapes alone, so that the same bits come each time.
  void gemmInSlices(double alpha, Tile a, Op opA, Tile b, Tile c) {
    if (c.rows() == 0 || b.rows() == 0) {
      return;
    }
    double each = 2.0 * c.rows() * b.rows();
    int slice = (int) Math.max(LEAST_SLICE, Math.min(SLICE_FLOPS / each, 1 << 24)) / 8 * 8;
    for (int from = 0; from < c.columns(); from += slice) {
      int to = Math.min(c.columns(), from + slice);
      kernels.gemm(alpha, a, opA, b.columns(from, to), Op.PLAIN, 1, c.columns(from, to));
      world.poll();
    }
  }

  /// The elements of a tile as data.
  static Data data(Tile tile) {
    if (tile.rows() == 0 || tile.columns() == 0) {
      return Data.of(tile.memory().asSlice(0, 0), Type.DOUBLE);
    }
    return Data.matrix(
        tile.memory(),
        Type.DOUBLE,
        tile.at() * Double.BYTES,
        tile.rows(),
        tile.columns(),
        Math.max(tile.columns(), tile.stride()));
  }

  /// `count` doubles from one on as data.
  static Data data(MemorySegment memory, long from, long count) {
    long begin = count == 0 ? 0 : from * Double.BYTES;
    return Data.of(memory.asSlice(begin, count * Double.BYTES), Type.DOUBLE);
  }

  /// The sum over the ranks of a group in place of each rank's tile.
  static void sum(Group group, Tile tile) {
    if (group.size() > 1 && tile.rows() > 0 && tile.columns() > 0) {
      group.run(Operation.allreduce(data(tile), Operator.SUM));
    }
  }

  @Override
  public String toString() {
    return "grid of " + rows + " × " + columns + " ranks";
  }
}
