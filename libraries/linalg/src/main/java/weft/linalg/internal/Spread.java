// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import weft.Completion;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Parts;
import weft.linalg.kernel.Tile;

/// Collects some columns of a matrix on all ranks of a grid row, or some rows on all ranks of a
/// grid column. If one rank has them all, this is a broadcast. If the ranks have them in turn, it
/// is a multi-broadcast ("spread", AP3000 paper, section 3.1).
///
/// It does one collection at a time. Buffers are created once.
public final class Spread implements AutoCloseable {
  private final ProcessGrid grid;
  private final Group group;
  private final boolean columns;
  private final CyclicMatrix source;
  private final Cyclic dealt;
  private final int length;
  private final int width;
  private final MemorySegment memory;
  private final Completion done;

  /// The elements in order. The memory after them receives the elements, sorted by owner.
  private final Tile ordered;

  private long start;
  private int count;
  private Tile result;

  /// @param columns whether columns move along rows; otherwise rows move down columns
  /// @param width the greatest number that moves at a time
  public Spread(CyclicMatrix source, boolean columns, int width) {
    this(
        source,
        columns,
        width,
        source.grid().allocate(bytes(source, columns, width), "the buffer that spreads panels"));
  }

  /// The bytes of memory for [#Spread(CyclicMatrix, boolean, int, MemorySegment)].
  static long bytes(CyclicMatrix source, boolean columns, int width) {
    return 3L * width * length(source, columns) * Double.BYTES;
  }

  private static int length(CyclicMatrix source, boolean columns) {
    return columns ? source.local().rows() : source.local().columns();
  }

  /// @param memory the buffer, registered, which [#close] frees
  Spread(CyclicMatrix source, boolean columns, int width, MemorySegment memory) {
    this.grid = source.grid();
    this.group = columns ? grid.row : grid.column;
    this.columns = columns;
    this.source = source;
    this.dealt = columns ? source.byColumn() : source.byRow();
    this.length = length(source, columns);
    this.width = width;
    this.memory = memory;
    this.done = grid.completion();
    this.ordered =
        columns ? Tile.packed(memory, 0, length, width) : Tile.packed(memory, 0, width, length);
    this.result = ordered;
  }

  /// Begins to collect `count` columns, or rows, from `start` on.
  public void begin(long start, int count) {
    this.start = start;
    this.count = count;
    if (group.size() == 1) {
      int at = dealt.before(0, start);
      result = mine(at, at + count);
    } else if (length > 0) {
      grid.received((long) length * (count - held(group.rank())));
      group.start(dealt.run(start) >= count ? broadcast() : allgather(), done);
    }
  }

  private Tile mine(int from, int to) {
    Tile local = source.local();
    return columns ? local.columns(from, to) : local.rows(from, to);
  }

  private Operation broadcast() {
    int root = dealt.owner(start);
    int at = dealt.local(start);
    Tile whole = shape(0, count);
    result = group.rank() == root ? mine(at, at + count) : whole;
    return Operation.broadcast(root, ProcessGrid.data(result));
  }

  private Tile shape(long at, int count) {
    return columns
        ? Tile.packed(memory, at, length, count)
        : Tile.packed(memory, at, count, length);
  }

  /// Whether all ranks have equally many, from the beginning of a round on. Then elements arrive in
  /// order.
  private boolean isEven() {
    return dealt.beginsRound(start) && dealt.beginsRound(start + count);
  }

  private Operation allgather() {
    if (isEven()) {
      result = shape(0, count);
      int from = dealt.before(group.rank(), start);
      Data all = ProcessGrid.data(result);
      return Operation.allgather(
          ProcessGrid.data(mine(from, from + count / dealt.parts())),
          columns
              ? all.blockCyclicColumns(dealt.block(), dealt.parts())
              : all.blockCyclicRows(dealt.block(), dealt.parts()));
    }
    int[] counts = new int[group.size()];
    for (int part = 0; part < counts.length; part++) {
      counts[part] = Math.multiplyExact(held(part), length);
    }
    Parts parts = Parts.of(counts);
    int from = dealt.before(group.rank(), start);
    Data in = ProcessGrid.data(mine(from, from + held(group.rank())));
    return Operation.allgather(
        in, ProcessGrid.data(memory, (long) width * length, (long) count * length), parts);
  }

  private int held(int part) {
    return dealt.before(part, start + count) - dealt.before(part, start);
  }

  /// Whether no collection is in progress.
  public boolean isDone() {
    return done.isDone();
  }

  /// Waits for the collection that [#begin] began: `length` × `count` elements, or `count` ×
  /// `length`. They are valid until the next `begin`, or until the matrix changes.
  public Tile finish() {
    if (group.size() > 1 && length > 0) {
      done.await();
      if (dealt.run(start) < count && !isEven()) {
        order();
      }
    } else if (length == 0) {
      result = shape(0, count);
    }
    return result;
  }

  private void order() {
    long at = (long) width * length;
    result = shape(0, count);
    for (int part = 0; part < group.size(); part++) {
      int held = held(part);
      int first = dealt.before(part, start);
      Tile from = shape(at, held);
      for (int i = 0; i < held; i++) {
        int to = (int) (dealt.global(part, first + i) - start);
        if (columns) {
          result.columns(to, to + 1).copyFrom(from.columns(i, i + 1));
        } else {
          result.rows(to, to + 1).copyFrom(from.rows(i, i + 1));
        }
      }
      at += (long) held * length;
    }
  }

  @Override
  public void close() {
    grid.free(memory, done);
  }
}
