// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.collective.Operator;
import weft.linalg.Elements;
import weft.linalg.NotFiniteException;
import weft.linalg.kernel.Tile;

/// A matrix of doubles that is distributed block-cyclically over the ranks of a grid, in registered
/// memory.
///
/// Element (i, j) belongs to the rank in grid row ⌊i/r⌋ mod P and grid column ⌊j/r⌋ mod Q, for
/// blocks of r × r. A rank may own nothing. Calls are collective unless documented as local.
/// `close` frees only this rank's part, so every rank must call it.
public final class CyclicMatrix implements AutoCloseable {
  /// Doubles of a cache line, at which rows begin.
  private static final int LINE = 8;

  /// Rows at a multiple of this distance, in doubles, would compete for a few lines of a cache.
  private static final int BAD_STRIDE = 512;

  /// The greatest number of rows or columns of a rank, with room for the longest stride.
  private static final int MOST = Integer.MAX_VALUE - 2 * BAD_STRIDE;

  /// The greatest number of elements of a rank: 2 PiB.
  private static final long MOST_ELEMENTS = 1L << 48;

  private final ProcessGrid grid;
  private final Cyclic byRow;
  private final Cyclic byColumn;
  private final MemorySegment memory;
  private final Tile local;

  /// The matrix of which this one is a view, or null; and the position in it at which the view
  /// begins.
  private final @Nullable CyclicMatrix whole;

  private final long firstRow;
  private final long firstColumn;
  private boolean closed;

  /// The call that took over the memory; null if there was none.
  private @Nullable String takenOverBy;

  public CyclicMatrix(ProcessGrid grid, long rows, long columns, int block) {
    checkShape(grid, rows, columns, block);
    this(
        grid,
        new Cyclic(rows, block, grid.rows()),
        new Cyclic(columns, block, grid.columns()),
        rows,
        columns);
  }

  /// A matrix whose rows and columns are distributed like those of other matrices, which may be
  /// views.
  CyclicMatrix(ProcessGrid grid, Cyclic byRow, Cyclic byColumn) {
    this(grid, byRow, byColumn, byRow.n(), byColumn.n());
  }

  private CyclicMatrix(ProcessGrid grid, Cyclic byRow, Cyclic byColumn, long rows, long columns) {
    this.grid = grid;
    this.byRow = byRow;
    this.byColumn = byColumn;
    this.whole = null;
    this.firstRow = 0;
    this.firstColumn = 0;
    int myRows = byRow.count(grid.rowOfRank());
    int myColumns = byColumn.count(grid.columnOfRank());
    int stride = (myColumns + LINE - 1) / LINE * LINE;
    stride += stride > 0 && stride % BAD_STRIDE == 0 ? LINE : 0;
    this.memory =
        grid.allocate(
            Math.multiplyExact((long) myRows * stride, Double.BYTES),
            "a matrix of %d × %d in blocks of %d".formatted(rows, columns, byRow.block()));
    this.local = new Tile(memory, 0, myRows, myColumns, Math.max(stride, 1));
  }

  /// The same elements. The memory belongs to the new object.
  private CyclicMatrix(CyclicMatrix of) {
    this.grid = of.grid;
    this.byRow = of.byRow;
    this.byColumn = of.byColumn;
    this.memory = of.memory;
    this.local = of.local;
    this.whole = null;
    this.firstRow = 0;
    this.firstColumn = 0;
  }

  private static void checkShape(ProcessGrid grid, long rows, long columns, int block) {
    if (rows < 0 || columns < 0 || block < 1) {
      throw new IllegalArgumentException(
          "a matrix of %d × %d in blocks of %d: rows and columns are at least 0, blocks at least 1"
              .formatted(rows, columns, block));
    }
    long mostRows = most(rows, grid.rows(), block);
    long mostColumns = most(columns, grid.columns(), block);
    if (mostRows > MOST || mostColumns > MOST) {
      throw new IllegalArgumentException(
          "a matrix of %d × %d in blocks of %d on a %s: a rank would have %d rows and %d columns, more than %d; give more ranks, or smaller blocks"
              .formatted(rows, columns, block, grid, mostRows, mostColumns, MOST));
    }
    if (mostRows > 0 && mostColumns > MOST_ELEMENTS / mostRows) {
      throw new IllegalArgumentException(
          "a matrix of %d × %d on a %s: a rank would have %d × %d elements, more than any memory holds"
              .formatted(rows, columns, grid, mostRows, mostColumns));
    }
  }

  /// The indices of the first part, which has most.
  private static long most(long n, int parts, int block) {
    long rounds = n / parts / block;
    return rounds * block + Math.min(block, n - rounds * block * parts);
  }

  private CyclicMatrix(CyclicMatrix of, long row, long column, long rows, long columns) {
    this.grid = of.grid;
    this.byRow = of.byRow.view(row, rows);
    this.byColumn = of.byColumn.view(column, columns);
    this.memory = of.memory;
    this.whole = of.whole == null ? of : of.whole;
    this.firstRow = of.firstRow + row;
    this.firstColumn = of.firstColumn + column;
    this.local =
        of.local.part(
            of.rowsBefore(row),
            of.columnsBefore(column),
            byRow.count(grid.rowOfRank()),
            byColumn.count(grid.columnOfRank()));
  }

  /// A view of the `rows` × `columns` elements from (`row`, `column`) on. A change of the view is a
  /// change of this matrix. Local.
  public CyclicMatrix view(long row, long column, long rows, long columns) {
    checkOpen();
    return new CyclicMatrix(this, row, column, rows, columns);
  }

  /// Whether this is a view.
  public boolean isView() {
    return whole != null;
  }

  /// Whether an element of this matrix is also one of `other`.
  public boolean overlaps(CyclicMatrix other) {
    return memory.equals(other.memory) // also of a matrix that was taken over
        && firstRow < other.firstRow + other.rows()
        && other.firstRow < firstRow + rows()
        && firstColumn < other.firstColumn + other.columns()
        && other.firstColumn < firstColumn + columns();
  }

  /// The grid over which the matrix is distributed. Local.
  public ProcessGrid grid() {
    return grid;
  }

  /// The number of rows. Local.
  public long rows() {
    return byRow.n();
  }

  /// The number of columns. Local.
  public long columns() {
    return byColumn.n();
  }

  /// The number of rows and of columns of a storage block. Local.
  public int block() {
    return byRow.block();
  }

  /// This rank's elements, for programs that compute on them directly. Local.
  public Tile local() {
    checkOpen();
    return local;
  }

  /// The matrix row of a row of [#local]. Local.
  public long rowOf(int localRow) {
    return byRow.global(grid.rowOfRank(), localRow);
  }

  /// The matrix column of a column of [#local]. Local.
  public long columnOf(int localColumn) {
    return byColumn.global(grid.columnOfRank(), localColumn);
  }

  /// Sets every element to the value of a function. Nothing is sent.
  public CyclicMatrix fill(Elements elements) {
    Tile mine = local();
    for (int i = 0; i < mine.rows(); i++) {
      long row = rowOf(i);
      for (int j = 0; j < mine.columns(); j++) {
        mine.set(i, j, elements.at(row, columnOf(j)));
      }
    }
    return this;
  }

  /// A new matrix with the same elements, on the same grid and in the same blocks.
  public CyclicMatrix copy() {
    return Redistribution.onto(this, grid, block());
  }

  /// Adds α times another matrix of the same shape to this one.
  public CyclicMatrix add(double alpha, CyclicMatrix other) {
    if (other.rows() != rows() || other.columns() != columns()) {
      throw new IllegalArgumentException(
          "a matrix of %d × %d cannot be added to one of %d × %d"
              .formatted(other.rows(), other.columns(), rows(), columns()));
    }
    if (other.isLaidOutAs(this)) {
      addLocal(alpha, other.local());
    } else {
      try (var copy = new CyclicMatrix(grid, byRow, byColumn)) {
        Redistribution.onto(other, copy);
        addLocal(alpha, copy.local());
      }
    }
    return this;
  }

  private void addLocal(double alpha, Tile other) {
    Tile mine = local();
    for (int i = 0; i < mine.rows(); i++) {
      for (int j = 0; j < mine.columns(); j++) {
        mine.set(i, j, Math.fma(alpha, other.get(i, j), mine.get(i, j)));
      }
    }
  }

  /// Multiplies every element by a number.
  public CyclicMatrix scale(double factor) {
    for (int i = 0; i < local().rows(); i++) {
      for (int j = 0; j < local.columns(); j++) {
        local.set(i, j, factor * local.get(i, j));
      }
    }
    return this;
  }

  /// Frees this rank's part, unless this is a view. Does not wait for other ranks. A second call
  /// does nothing.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (whole == null && takenOverBy == null) {
        grid.free(memory);
      }
    }
  }

  private void checkOpen() {
    String taker = whole == null ? takenOverBy : whole.takenOverBy;
    if (taker != null) {
      throw new IllegalStateException(
          "a matrix of %d × %d is used after it was closed: %s took it over, and its memory belongs to the factors"
              .formatted(rows(), columns(), taker));
    }
    if (closed || whole != null && whole.closed) {
      throw new IllegalStateException(
          "a matrix of %d × %d is used after it was closed".formatted(rows(), columns()));
    }
  }

  /// The same matrix as another object, which owns the memory from now on. This object and its
  /// views cannot be used any more, and closing them does nothing. Local.
  ///
  /// @param call the call that takes the matrix over, for messages
  public CyclicMatrix takeOver(String call) {
    checkOwn(call);
    checkOpen();
    var taken = new CyclicMatrix(this);
    takenOverBy = call;
    return taken;
  }

  /// A hash of the grid, the shape, the distribution, and the position of a view.
  long layoutHash() {
    long hash = grid.hash();
    hash = 31 * hash + byRow.hashCode();
    hash = 31 * hash + byColumn.hashCode();
    hash = 31 * hash + firstRow;
    return 31 * hash + firstColumn;
  }

  /// The same as a text, for messages.
  String layout() {
    CyclicMatrix whole = this.whole;
    return whole == null
        ? "%s (%s)".formatted(this, grid.all)
        : "view from (%d, %d) of %d × %d of a %s"
            .formatted(firstRow, firstColumn, rows(), columns(), whole.layout());
  }

  /// Sets all elements above the diagonal to zero.
  public void clearUpper() {
    for (int i = 0; i < local.rows(); i++) {
      int from = columnsBefore(rowOf(i) + 1);
      local.part(i, from, 1, local.columns() - from).fill(0);
    }
  }

  /// Throws if an element is not finite. The exception names the first such element in row-major
  /// order.
  public void checkFinite(String call) {
    Tile mine = local();
    long first = Long.MAX_VALUE;
    for (int i = 0; i < mine.rows() && first == Long.MAX_VALUE; i++) {
      for (int j = 0; j < mine.columns(); j++) {
        if (!Double.isFinite(mine.get(i, j))) {
          first = rowOf(i) * columns() + columnOf(j);
          break;
        }
      }
    }
    first = grid.all.allreduce(first, Operator.MIN);
    if (first != Long.MAX_VALUE) {
      long row = first / columns();
      long column = first % columns();
      throw new NotFiniteException(
          "%s of a matrix of %d × %d: the element in row %d, column %d (from 0) is NaN or infinite"
              .formatted(call, rows(), columns(), row, column),
          row,
          column);
    }
  }

  /// Throws if this is a view: factors take over the memory of a matrix.
  public void checkOwn(String call) {
    if (whole != null) {
      throw new IllegalArgumentException(
          "%s cannot take over a view, whose memory belongs to a matrix of %d × %d; give %s, which copies"
              .formatted(call, whole.rows(), whole.columns(), call.replace("InPlace", "")));
    }
  }

  public void checkSquare(String call) {
    if (rows() != columns()) {
      throw new IllegalArgumentException(
          "%s needs a square matrix; this one is %d × %d".formatted(call, rows(), columns()));
    }
  }

  /// Whether rows and columns are distributed like those of another matrix, on the same grid.
  @SuppressWarnings("ReferenceEquality") // grids are themselves
  public boolean isLaidOutAs(CyclicMatrix other) {
    return hasRowsOf(other) && hasColumnsOf(other);
  }

  /// Whether rows are distributed like those of another matrix, on the same grid.
  @SuppressWarnings("ReferenceEquality") // grids are themselves
  boolean hasRowsOf(CyclicMatrix other) {
    return grid == other.grid && block() == other.block() && byRow.origin() == other.byRow.origin();
  }

  /// Whether columns are distributed like those of another matrix, on the same grid.
  @SuppressWarnings("ReferenceEquality") // grids are themselves
  boolean hasColumnsOf(CyclicMatrix other) {
    return grid == other.grid
        && block() == other.block()
        && byColumn.origin() == other.byColumn.origin();
  }

  public Cyclic byRow() {
    return byRow;
  }

  public Cyclic byColumn() {
    return byColumn;
  }

  /// The number of this rank's rows above a row of the matrix. Local.
  public int rowsBefore(long row) {
    return byRow.before(grid.rowOfRank(), row);
  }

  /// The number of this rank's columns left of a column of the matrix. Local.
  public int columnsBefore(long column) {
    return byColumn.before(grid.columnOfRank(), column);
  }

  @Override
  public String toString() {
    return "matrix of %d × %d in blocks of %d on a %s".formatted(rows(), columns(), block(), grid);
  }
}
