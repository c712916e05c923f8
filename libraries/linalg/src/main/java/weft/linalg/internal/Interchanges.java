// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import weft.collective.Operation;
import weft.collective.Parts;
import weft.linalg.kernel.Tile;

/// Carries out all row interchanges of a panel at once, in a range of columns. It computes their
/// permutation first, so that each row moves once, in one exchange within the grid column.
///
/// The rows that become the panel's own are sent to all ranks of the grid column, since each rank
/// solves with them (as in HPL). Displaced rows are sent to their new owners.
public final class Interchanges implements AutoCloseable {
  private final CyclicMatrix a;
  private final ProcessGrid grid;
  private final MemorySegment memory;
  private final int most;
  private final int columns;

  /// The moves: row `from[i]` becomes row `to[i]`. The first `width` become the panel's rows.
  private final long[] from;

  private final long[] to;
  private int moves;
  private int width;

  public Interchanges(CyclicMatrix a, int width) {
    this.a = a;
    this.grid = a.grid();
    this.most = width;
    this.columns = a.byColumn().most();
    this.from = new long[2 * width];
    this.to = new long[2 * width];
    // Room to send the panel's rows to each rank and the displaced rows, to receive both once, and
    // for U.
    long rows = (long) width * (grid.rows() + 1) + 2L * width + width;
    this.memory = grid.allocate(rows * columns * Double.BYTES, "the interchange of rows");
  }

  /// Computes the permutation of a panel, in which row `start + j` was exchanged with row
  /// `pivots(j)` for ascending j.
  public void follow(long start, Tile pivots) {
    follow(start, pivots, true);
  }

  /// Computes the permutation, or its inverse, which begins with the last interchange.
  public void follow(long start, Tile pivots, boolean forward) {
    width = pivots.columns();
    for (int j = 0; j < width; j++) {
      to[j] = start + j;
      from[j] = start + j;
    }
    moves = width;
    for (int step = 0; step < width; step++) {
      int j = forward ? step : width - 1 - step;
      int other = place((long) pivots.get(0, j));
      long row = from[j];
      from[j] = from[other];
      from[other] = row;
    }
  }

  private int place(long row) {
    for (int i = 0; i < moves; i++) {
      if (to[i] == row) {
        return i;
      }
    }
    to[moves] = row;
    from[moves] = row;
    return moves++;
  }

  /// Moves rows in the local columns `first` to `last` − 1.
  ///
  /// @param shared whether all ranks of the grid column need the panel's rows
  /// @return the panel's rows in these columns, if they are shared. They include this rank's own,
  ///   which [#keep] writes back. Valid until the next call
  public Tile run(int first, int last, boolean shared) {
    int count = last - first;
    Tile shares = Tile.packed(memory, memoryForU(), width, count);
    if (count == 0) {
      return shares;
    }
    int ranks = grid.rows();
    if (ranks == 1) {
      runAlone(first, count, shared, shares);
      return shares;
    }
    int[] sent = new int[ranks];
    int[] received = new int[ranks];
    int me = grid.rowOfRank();
    long at = 0;
    for (int rank = 0; rank < ranks; rank++) {
      long before = at;
      for (int i = 0; i < moves; i++) {
        if (a.byRow().owner(from[i]) == me && goesTo(i, rank, shared)) {
          Tile.packed(memory, at, 1, count)
              .copyFrom(a.local().part(a.byRow().local(from[i]), first, 1, count));
          at += count;
        }
      }
      sent[rank] = Math.toIntExact(at - before);
    }
    for (int i = 0; i < moves; i++) {
      if (goesTo(i, me, shared)) {
        received[a.byRow().owner(from[i])] += count;
      }
    }
    Parts in = Parts.of(sent);
    Parts out = Parts.of(received);
    long arriving = memoryForArrivals();
    grid.received(out.total() - received[me]);
    grid.column.run(
        Operation.alltoall(
            ProcessGrid.data(memory, 0, in.total()),
            in,
            ProcessGrid.data(memory, arriving, out.total()),
            out));
    for (int rank = 0; rank < ranks; rank++) {
      for (int i = 0; i < moves; i++) {
        if (a.byRow().owner(from[i]) == rank && goesTo(i, me, shared)) {
          Tile row = Tile.packed(memory, arriving, 1, count);
          if (shared && i < width) {
            shares.rows(i, i + 1).copyFrom(row);
          } else {
            a.local().part(a.byRow().local(to[i]), first, 1, count).copyFrom(row);
          }
          arriving += count;
        }
      }
    }
    return shares;
  }

  /// Moves rows if one rank has all of them. Displaced rows are buffered in memory, and the panel's
  /// rows go to `shares` if they are needed there.
  private void runAlone(int first, int count, boolean shared, Tile shares) {
    Tile local = a.local();
    Tile waiting = Tile.packed(memory, 0, moves, count);
    for (int i = 0; i < moves; i++) {
      if (shared && i < width) {
        shares.rows(i, i + 1).copyFrom(local.part((int) from[i], first, 1, count));
      } else if (from[i] != to[i]) {
        waiting.rows(i, i + 1).copyFrom(local.part((int) from[i], first, 1, count));
      }
    }
    for (int i = shared ? width : 0; i < moves; i++) {
      if (from[i] != to[i]) {
        local.part((int) to[i], first, 1, count).copyFrom(waiting.rows(i, i + 1));
      }
    }
  }

  private boolean goesTo(int move, int rank, boolean shared) {
    return shared && move < width || from[move] != to[move] && a.byRow().owner(to[move]) == rank;
  }

  private long memoryForArrivals() {
    return (long) most * (grid.rows() + 1) * columns;
  }

  private long memoryForU() {
    return memoryForArrivals() + 2L * most * columns;
  }

  /// Writes this rank's own rows of the panel, in the local columns from `first` on.
  public void keep(Tile shares, int first) {
    for (int i = 0; i < width; i++) {
      if (a.byRow().owner(to[i]) == grid.rowOfRank()) {
        a.local()
            .part(a.byRow().local(to[i]), first, 1, shares.columns())
            .copyFrom(shares.rows(i, i + 1));
      }
    }
  }

  @Override
  public void close() {
    grid.free(memory);
  }
}
