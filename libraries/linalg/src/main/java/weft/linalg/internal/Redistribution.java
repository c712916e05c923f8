// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.collective.Data;
import weft.collective.Operation;
import weft.collective.Parts;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// Moves the elements of a matrix to another distribution, in one all-to-all exchange. The elements
/// for one rank are sent in the row-major order of the target.
public final class Redistribution {
  private Redistribution() {}

  /// Copies op(the elements of `source` from (`row`, `column`) on) to `target`.
  public static void copy(CyclicMatrix source, long row, long column, Op op, CyclicMatrix target) {
    boolean plain = op == Op.PLAIN;
    long rows = plain ? target.rows() : target.columns();
    long columns = plain ? target.columns() : target.rows();
    copy(source, row, column, rows, columns, op, target, 0, 0);
  }

  /// Overwrites the elements of `target` from (`row`, `column`) on with those of `source`.
  public static void put(CyclicMatrix source, CyclicMatrix target, long row, long column) {
    copy(source, 0, 0, source.rows(), source.columns(), Op.PLAIN, target, row, column);
  }

  /// Copies a block of `source` to `target`, transposed if `op` says so. The block has `rowCount` ×
  /// `columnCount` elements and begins at (`row`, `column`), and its copy at (`toRow`, `toColumn`).
  private static void copy(
      CyclicMatrix source,
      long row,
      long column,
      long rowCount,
      long columnCount,
      Op op,
      CyclicMatrix target,
      long toRow,
      long toColumn) {
    ProcessGrid from = source.grid();
    ProcessGrid to = target.grid();
    int ranks = from.all.size();
    boolean plain = op == Op.PLAIN;
    // This rank's elements by the part of the target that receives them, along rows and along
    // columns.
    Cyclic rowsGo = plain ? target.byRow() : target.byColumn();
    Cyclic columnsGo = plain ? target.byColumn() : target.byRow();
    long rowsTo = plain ? toRow : toColumn;
    long columnsTo = plain ? toColumn : toRow;
    int[][] myRows = sorted(source.byRow(), from.rowOfRank(), row, rowCount, rowsGo, rowsTo);
    int[][] myColumns =
        sorted(source.byColumn(), from.columnOfRank(), column, columnCount, columnsGo, columnsTo);
    int[] sent = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      int r = rank / to.columns();
      int c = rank % to.columns();
      sent[rank] =
          Math.multiplyExact(myRows[plain ? r : c].length, myColumns[plain ? c : r].length);
    }
    // The elements that this rank receives, by their sender.
    int[][] theirRows =
        sorted(
            rowsGo,
            plain ? to.rowOfRank() : to.columnOfRank(),
            rowsTo,
            rowCount,
            source.byRow(),
            row);
    int[][] theirColumns =
        sorted(
            columnsGo,
            plain ? to.columnOfRank() : to.rowOfRank(),
            columnsTo,
            columnCount,
            source.byColumn(),
            column);
    int[] received = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      received[rank] =
          Math.multiplyExact(
              theirRows[rank / from.columns()].length, theirColumns[rank % from.columns()].length);
    }
    long outgoing = Parts.of(sent).total();
    long incoming = Parts.of(received).total();
    MemorySegment buffer =
        from.allocate(
            (outgoing + incoming) * Double.BYTES, "the buffer that redistributes a matrix");
    long at = 0;
    for (int rank = 0; rank < ranks; rank++) {
      int r = rank / to.columns();
      int c = rank % to.columns();
      at = pack(source.local(), myRows[plain ? r : c], myColumns[plain ? c : r], plain, buffer, at);
    }
    from.all.run(
        Operation.alltoall(
            ProcessGrid.data(buffer, 0, outgoing),
            Parts.of(sent),
            ProcessGrid.data(buffer, outgoing, incoming),
            Parts.of(received)));
    at = outgoing;
    for (int rank = 0; rank < ranks; rank++) {
      int[] rows = theirRows[rank / from.columns()];
      int[] columns = theirColumns[rank % from.columns()];
      at = unpack(target.local(), plain ? rows : columns, plain ? columns : rows, buffer, at);
    }
    from.free(buffer);
  }

  /// A new matrix with the same elements, on another grid of the same ranks, or in other blocks.
  ///
  /// @throws IllegalArgumentException if the grid has other ranks
  public static CyclicMatrix onto(CyclicMatrix source, ProcessGrid grid, int block) {
    checkRanks(source, grid);
    CyclicMatrix copy = new CyclicMatrix(grid, source.rows(), source.columns(), block);
    onto(source, copy);
    return copy;
  }

  /// Copies the elements of `source` to `target`, which has the same shape.
  ///
  /// @throws IllegalArgumentException if their grids have different ranks
  static void onto(CyclicMatrix source, CyclicMatrix target) {
    checkRanks(source, target.grid());
    if (source.isLaidOutAs(target)) {
      target.local().copyFrom(source.local());
    } else {
      copy(source, 0, 0, Op.PLAIN, target);
    }
  }

  private static void checkRanks(CyclicMatrix source, ProcessGrid grid) {
    if (!source.grid().hasRanksOf(grid)) {
      throw new IllegalArgumentException(
          "a matrix on a %s cannot be redistributed to a %s of other ranks, or in another order"
              .formatted(source.grid(), grid));
    }
  }

  /// A new matrix with the `rows` × `columns` elements from (`row`, `column`) on.
  public static CyclicMatrix part(
      CyclicMatrix source, long row, long column, long rows, long columns) {
    CyclicMatrix part = new CyclicMatrix(source.grid(), rows, columns, source.block());
    copy(source, row, column, Op.PLAIN, part);
    return part;
  }

  /// The positions of `part`'s indices in [start, start + count). They are grouped by the part of
  /// `other` that owns the index at the same distance from `otherStart`.
  private static int[][] sorted(
      Cyclic of, int part, long start, long count, Cyclic other, long otherStart) {
    int[][] places = new int[other.parts()][];
    int begin = of.before(part, start);
    int end = of.before(part, start + count);
    int[] counts = new int[other.parts()];
    for (int i = begin; i < end; i++) {
      counts[other.owner(of.global(part, i) - start + otherStart)]++;
    }
    for (int to = 0; to < places.length; to++) {
      places[to] = new int[counts[to]];
    }
    Arrays.fill(counts, 0);
    for (int i = begin; i < end; i++) {
      int to = other.owner(of.global(part, i) - start + otherStart);
      places[to][counts[to]++] = i;
    }
    return places;
  }

  /// Packs in the row-major order of the target, so a transposition reads columns here.
  private static long pack(
      Tile source, int[] rows, int[] columns, boolean plain, MemorySegment buffer, long at) {
    int outer = plain ? rows.length : columns.length;
    int inner = plain ? columns.length : rows.length;
    Tile to = Tile.packed(buffer, at, outer, inner);
    for (int i = 0; i < outer; i++) {
      for (int j = 0; j < inner; j++) {
        to.set(i, j, plain ? source.get(rows[i], columns[j]) : source.get(rows[j], columns[i]));
      }
    }
    return at + (long) outer * inner;
  }

  private static long unpack(
      Tile target, int[] rows, int[] columns, MemorySegment buffer, long at) {
    Tile from = Tile.packed(buffer, at, rows.length, columns.length);
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        target.set(rows[i], columns[j], from.get(i, j));
      }
    }
    return at + (long) rows.length * columns.length;
  }

  /// The number of elements of each rank.
  private static int[] counts(CyclicMatrix a) {
    ProcessGrid grid = a.grid();
    int[] counts = new int[grid.all.size()];
    for (int rank = 0; rank < counts.length; rank++) {
      counts[rank] =
          Math.multiplyExact(
              a.byRow().count(rank / grid.columns()), a.byColumn().count(rank % grid.columns()));
    }
    return counts;
  }

  private static int length(CyclicMatrix a) {
    return length(a.rows(), a.columns());
  }

  private static int length(long rows, long columns) {
    if (rows > 0 && columns > Integer.MAX_VALUE / rows) {
      throw new IllegalArgumentException(
          "a matrix of %d × %d does not fit one array; gather parts of it"
              .formatted(rows, columns));
    }
    return (int) (rows * columns);
  }

  public static double[] gather(CyclicMatrix a, int root) {
    checkRoot(a.grid(), root);
    int length = length(a);
    ProcessGrid grid = a.grid();
    double[] packed = new double[grid.all.rank() == root ? length : 0];
    grid.all.run(Operation.gather(root, mine(a), Data.of(packed), Parts.of(counts(a))));
    return packed.length == 0 ? packed : inOrder(a, packed);
  }

  public static double[] gatherAll(CyclicMatrix a) {
    double[] packed = new double[length(a)];
    a.grid().all.run(Operation.allgather(mine(a), Data.of(packed), Parts.of(counts(a))));
    return inOrder(a, packed);
  }

  /// Checks that the root's array has an element for each of the matrix. All ranks throw together.
  public static void checkArray(
      ProcessGrid grid, int root, double @Nullable [] values, long rows, long columns) {
    checkRoot(grid, root);
    int length = length(rows, columns);
    boolean isRoot = grid.all.rank() == root;
    long given = isRoot ? Objects.requireNonNull(values, "the root gives an array").length : 0;
    given = grid.all.broadcast(root, given);
    if (given != length) {
      throw new IllegalArgumentException(
          "the array of rank %d has %d elements; a matrix of %d × %d has %d"
              .formatted(root, given, rows, columns, length));
    }
  }

  /// Distributes the root's array, which [#checkArray] has accepted.
  public static void scatter(CyclicMatrix a, int root, double @Nullable [] values) {
    ProcessGrid grid = a.grid();
    boolean isRoot = grid.all.rank() == root;
    int length = length(a);
    double[] packed = new double[isRoot ? length : 0];
    if (isRoot && values != null) {
      reorder(a, packed, values, true);
    }
    grid.all.run(Operation.scatter(root, Data.of(packed), mine(a), Parts.of(counts(a))));
  }

  private static void checkRoot(ProcessGrid grid, int root) {
    if (root < 0 || root >= grid.all.size()) {
      throw new IllegalArgumentException(
          "the root is rank %d of the grid, but its ranks are 0 to %d"
              .formatted(root, grid.all.size() - 1));
    }
  }

  private static Data mine(CyclicMatrix a) {
    return ProcessGrid.data(a.local());
  }

  private static double[] inOrder(CyclicMatrix a, double[] packed) {
    double[] values = new double[packed.length];
    reorder(a, packed, values, false);
    return values;
  }

  /// Converts between the order of ranks and row-major order.
  private static void reorder(CyclicMatrix a, double[] packed, double[] values, boolean pack) {
    ProcessGrid grid = a.grid();
    int at = 0;
    for (int rank = 0; rank < grid.all.size(); rank++) {
      int r = rank / grid.columns();
      int c = rank % grid.columns();
      int rows = a.byRow().count(r);
      int columns = a.byColumn().count(c);
      for (int i = 0; i < rows; i++) {
        long row = a.byRow().global(r, i) * a.columns();
        for (int j = 0; j < columns; j++, at++) {
          int place = (int) (row + a.byColumn().global(c, j));
          if (pack) {
            packed[at] = values[place];
          } else {
            values[place] = packed[at];
          }
        }
      }
    }
  }
}
