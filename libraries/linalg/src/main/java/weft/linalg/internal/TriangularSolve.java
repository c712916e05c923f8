// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.linalg.SingularMatrixException;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.Triangles;

/// Solves op(T)·X = B, block after block ("fan-in"). The matrix does not move. Each rank multiplies
/// its part by the known unknowns. The sums are reduced to the rank with the diagonal block when
/// that block is solved.
///
/// ```
///   T plain:       sums by rows;    row reduce to the diagonal, solve, column broadcast, multiply
///   T transposed:  sums by columns; column reduce to the diagonal, solve, row broadcast, multiply
/// ```
public final class TriangularSolve {
  private final Triangles.Shape shape;
  private final CyclicMatrix t;
  private final Op op;
  private final CyclicMatrix b;
  private final ProcessGrid grid;
  private final int sides;

  /// The sums to add to B: one row for each of this rank's rows or columns of T.
  private final Tile sums;

  /// A block of unknowns.
  private final MemorySegment memory;

  private TriangularSolve(
      Triangles.Shape shape, CyclicMatrix t, Op op, CyclicMatrix b, MemorySegment memory) {
    this.shape = shape;
    this.t = t;
    this.op = op;
    this.b = b;
    this.grid = t.grid();
    this.sides = Math.toIntExact(b.columns());
    this.memory = memory;
    this.sums = Tile.packed(memory, (long) t.block() * sides, along(t, op), sides);
  }

  /// The number of this rank's rows or columns of T, for which it has sums.
  private static int along(CyclicMatrix t, Op op) {
    return op == Op.PLAIN ? t.local().rows() : t.local().columns();
  }

  /// Replaces `b` by the solution. Its rows are distributed like those of `t`.
  public static void run(Triangles.Shape shape, CyclicMatrix t, Op op, CyclicMatrix b) {
    if (t.rows() == 0 || b.columns() == 0) {
      return;
    }
    ProcessGrid grid = t.grid();
    long rows = t.block() + (long) along(t, op);
    MemorySegment memory =
        grid.allocate(rows * b.columns() * Double.BYTES, "the sums of a triangular solve");
    new TriangularSolve(shape, t, op, b, memory).run();
    grid.free(memory);
  }

  /// The solution in the layout of `b`, after a check of the diagonal.
  public static CyclicMatrix solve(
      Triangles.Shape shape, CyclicMatrix t, Op op, CyclicMatrix b, String call) {
    t.checkSquare(call);
    if (b.rows() != t.rows()) {
      throw new IllegalArgumentException(
          "the right-hand sides have %d rows, but the matrix is %d × %d"
              .formatted(b.rows(), t.rows(), t.columns()));
    }
    long zero = Long.MAX_VALUE;
    for (int i = 0; shape.hasDiagonal() && i < t.local().rows(); i++) {
      long row = t.rowOf(i);
      if (t.byColumn().owner(row) == t.grid().columnOfRank()
          && t.local().get(i, t.byColumn().local(row)) == 0) {
        zero = row;
        break;
      }
    }
    zero = t.grid().all.allreduce(zero, Operator.MIN);
    if (zero != Long.MAX_VALUE) {
      throw new SingularMatrixException(
          "the triangle of %d × %d is singular: its diagonal is zero in row %d (from 0)"
              .formatted(t.rows(), t.columns(), zero),
          zero);
    }
    if (t.isView()) { // blocks on the diagonal must be whole
      try (CyclicMatrix copy = t.copy()) {
        return solve(shape, copy, op, b, call);
      }
    }
    try (CyclicMatrix x = Redistribution.onto(b, t.grid(), t.block())) {
      run(shape, t, op, x);
      return Redistribution.onto(x, b.grid(), b.block());
    }
  }

  private void run() {
    long n = t.rows();
    int block = t.block();
    long blocks = (n + block - 1) / block;
    boolean down = Triangles.goesDown(shape, op);
    sums.fill(0);
    for (long step = 0; step < blocks; step++) {
      long start = (down ? step : blocks - 1 - step) * block;
      solveBlock(start, (int) Math.min(block, n - start), down);
    }
  }

  private void solveBlock(long start, int width, boolean down) {
    boolean plain = op == Op.PLAIN;
    int ownerRow = t.byRow().owner(start);
    int ownerColumn = t.byColumn().owner(start);
    boolean inRow = grid.rowOfRank() == ownerRow;
    boolean inColumn = grid.columnOfRank() == ownerColumn;
    if (!inRow && !inColumn) {
      return;
    }
    Tile x = Tile.packed(memory, 0, width, sides);
    x.fill(0);
    if (inRow) {
      addMine(start, x);
    }
    if (plain && inRow) {
      add(x, t.byRow().local(start));
    }
    if (inRow) {
      reduce(grid.row, ownerColumn, x);
    }
    if (!plain && inColumn) {
      if (!inRow) {
        x.fill(0);
      }
      add(x, t.byColumn().local(start));
      reduce(grid.column, ownerRow, x);
    }
    if (inRow && inColumn) {
      Tile diagonal =
          t.local().part(t.byRow().local(start), t.byColumn().local(start), width, width);
      grid.kernels().solve(shape, diagonal, op, x);
    }
    // B's owners need the unknowns, and so do the ranks that multiply by them.
    if (inRow) {
      broadcast(grid.row, ownerColumn, x);
      keepMine(start, x);
    }
    if (plain && inColumn) {
      broadcast(grid.column, ownerRow, x);
    }
    if (plain ? inColumn : inRow) {
      multiply(start, width, x, down);
    }
  }

  private void addMine(long start, Tile x) {
    Tile rows = mine(start, x.rows());
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < rows.columns(); j++) {
        x.set(i, (int) b.columnOf(j), rows.get(i, j));
      }
    }
  }

  private void keepMine(long start, Tile x) {
    Tile rows = mine(start, x.rows());
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < rows.columns(); j++) {
        rows.set(i, j, x.get(i, (int) b.columnOf(j)));
      }
    }
  }

  private Tile mine(long start, int width) {
    int at = b.byRow().local(start);
    return b.local().rows(at, at + width);
  }

  private void add(Tile x, int at) {
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < sides; j++) {
        x.set(i, j, x.get(i, j) + sums.get(at + i, j));
      }
    }
  }

  private static void reduce(Group group, int root, Tile x) {
    if (group.size() > 1) {
      group.run(Operation.reduce(root, ProcessGrid.data(x), Operator.SUM));
    }
  }

  private static void broadcast(Group group, int root, Tile x) {
    if (group.size() > 1) {
      group.run(Operation.broadcast(root, ProcessGrid.data(x)));
    }
  }

  private void multiply(long start, int width, Tile x, boolean down) {
    boolean plain = op == Op.PLAIN;
    int after = plain ? t.rowsBefore(start + width) : t.columnsBefore(start + width);
    int before = plain ? t.rowsBefore(start) : t.columnsBefore(start);
    int from = down ? after : 0;
    int to = down ? sums.rows() : before;
    if (from >= to) {
      return;
    }
    Tile part =
        plain
            ? t.local().part(from, t.byColumn().local(start), to - from, width)
            : t.local().part(t.byRow().local(start), from, width, to - from);
    grid.kernels().gemm(-1, part, op, x, Op.PLAIN, 1, sums.rows(from, to));
  }
}
