// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.lang.foreign.MemorySegment;
import java.util.List;
import weft.Completion;
import weft.GlobalPointer;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.linalg.Elements;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.model.partition.Partition;
import weft.model.partition.Rectangle;

/// C = A·B by SUMMA, where each rank owns a rectangle of any size, at the same place in all three
/// matrices. This is the kernel of the τ-Lop paper (Rico-Gallego et al. 2016, section 5).
///
/// The partition is in blocks of `block` elements. For block column k of A, a rank reads the rows
/// of its rectangle from the memory of their owners. It does the same for block row k of B. A and B
/// do not change, so the owners take no part. The data of the next step is read while this step
/// multiplies.
final class RectangleProduct implements AutoCloseable {
  private static final Codec<long[]> OFFSETS = Codecs.of(long[].class);

  private final World world;
  private final Kernels kernels;
  private final Partition partition;
  private final int n;
  private final int block;
  private final int slowness;
  private final int top;
  private final int left;
  private final Tile a;
  private final Tile b;
  private final Tile c;

  /// The result of the extra products of a slow rank.
  private final Tile spare;

  /// The operands of this step and of the next one.
  private final Panel[] panels;

  /// For each rank, the offsets of its parts of A and B in its heap.
  private final List<long[]> offsets;

  private long received;

  /// The parts of a block column of A and of a block row of B that this rank's rectangle needs.
  private final class Panel {
    final MemorySegment memory;
    final Completion[] done;
    int begun;
    int depth;

    Panel(World world) {
      long elements = (long) block * (c.rows() + c.columns());
      this.memory = world.heap().allocate(Math.max(elements, 1) * Double.BYTES);
      this.done = new Completion[2 * partition.ranks()];
      for (int i = 0; i < done.length; i++) {
        done[i] = world.completion();
      }
    }

    Tile ofA() {
      return Tile.packed(memory, 0, c.rows(), depth);
    }

    Tile ofB() {
      return Tile.packed(memory, (long) block * c.rows(), depth, c.columns());
    }
  }

  /// @param n the order of the matrices
  /// @param block elements of a cell of the partition
  /// @param slowness the number of times this rank computes each product; above 1 it is slow
  RectangleProduct(
      World world,
      Group all,
      Kernels kernels,
      Partition partition,
      int n,
      int block,
      int slowness) {
    this.world = world;
    this.kernels = kernels;
    this.partition = partition;
    this.n = n;
    this.block = block;
    this.slowness = slowness;
    Rectangle mine = partition.rectangle(world.rank());
    this.top = mine.y() * block;
    this.left = mine.x() * block;
    this.a = allocate(mine);
    this.b = allocate(mine);
    this.c = allocate(mine);
    this.spare = slowness > 1 ? allocate(mine) : c;
    this.panels = new Panel[] {new Panel(world), new Panel(world)};
    this.offsets =
        all.allgather(
            new long[] {
              world.heap().pointerTo(a.memory()).offset(),
              world.heap().pointerTo(b.memory()).offset()
            },
            OFFSETS);
  }

  private Tile allocate(Rectangle mine) {
    int rows = end(mine.bottom()) - mine.y() * block;
    int columns = end(mine.right()) - mine.x() * block;
    MemorySegment memory = world.heap().allocate(Math.max(1, (long) rows * columns) * Double.BYTES);
    return Tile.packed(memory, 0, rows, columns);
  }

  /// The element at which a block ends. The last row or column of blocks may be smaller.
  private int end(int blocks) {
    return Math.min(n, blocks * block);
  }

  void fill(Elements ofA, Elements ofB) {
    for (int i = 0; i < c.rows(); i++) {
      for (int j = 0; j < c.columns(); j++) {
        a.set(i, j, ofA.at(top + i, left + j));
        b.set(i, j, ofB.at(top + i, left + j));
      }
    }
  }

  /// Multiplies. All ranks must have filled their parts before.
  void multiply() {
    c.fill(0);
    received = 0;
    int steps = Math.ceilDiv(n, block);
    begin(panels[0], 0);
    for (int k = 0; k < steps; k++) {
      Panel panel = panels[k & 1];
      for (int i = 0; i < panel.begun; i++) {
        panel.done[i].await();
      }
      if (k + 1 < steps) {
        begin(panels[k + 1 & 1], k + 1);
      }
      for (int again = 1; again < slowness; again++) {
        kernels.gemm(1, panel.ofA(), Op.PLAIN, panel.ofB(), Op.PLAIN, 0, spare);
      }
      kernels.gemm(1, panel.ofA(), Op.PLAIN, panel.ofB(), Op.PLAIN, 1, c);
      world.poll();
    }
  }

  /// Begins to read block column k of A and block row k of B.
  private void begin(Panel panel, int k) {
    panel.begun = 0;
    panel.depth = end(k + 1) - k * block;
    for (int rank = 0; rank < partition.ranks(); rank++) {
      Rectangle theirs = partition.rectangle(rank);
      int rows = end(theirs.bottom()) - theirs.y() * block;
      int columns = end(theirs.right()) - theirs.x() * block;
      if (k >= theirs.x() && k < theirs.right()) {
        int from = Math.max(top, theirs.y() * block);
        int to = Math.min(top + c.rows(), theirs.y() * block + rows);
        Tile all = panel.ofA();
        Tile part = all.rows(Math.clamp(from - top, 0, all.rows()), all.rows());
        get(
            panel,
            rank,
            0,
            (long) (from - theirs.y() * block) * columns + (k - theirs.x()) * (long) block,
            columns,
            part,
            to - from,
            panel.depth);
      }
      if (k >= theirs.y() && k < theirs.bottom()) {
        int from = Math.max(left, theirs.x() * block);
        int to = Math.min(left + c.columns(), theirs.x() * block + columns);
        Tile all = panel.ofB();
        Tile part = all.columns(Math.clamp(from - left, 0, all.columns()), all.columns());
        get(
            panel,
            rank,
            1,
            (k - theirs.y()) * (long) block * columns + from - theirs.x() * (long) block,
            columns,
            part,
            panel.depth,
            to - from);
      }
    }
  }

  private void get(
      Panel panel, int rank, int which, long at, int stride, Tile to, int rows, int columns) {
    if (rows <= 0 || columns <= 0) {
      return;
    }
    received += rank == world.rank() ? 0 : (long) rows * columns;
    world
        .memory()
        .strided()
        .getRows(
            new GlobalPointer(rank, offsets.get(rank)[which]),
            at * Double.BYTES,
            (long) stride * Double.BYTES,
            to.memory(),
            to.at() * Double.BYTES,
            (long) to.stride() * Double.BYTES,
            (long) columns * Double.BYTES,
            rows,
            panel.done[panel.begun++]);
  }

  /// The words that the last product read from other ranks.
  long received() {
    return received;
  }

  /// This rank's part of C·v.
  ///
  /// @return one element for each row of C; zeros in the rows that this rank does not own
  double[] times(double[] v) {
    double[] result = new double[n];
    for (int i = 0; i < c.rows(); i++) {
      for (int j = 0; j < c.columns(); j++) {
        result[top + i] = Math.fma(c.get(i, j), v[left + j], result[top + i]);
      }
    }
    return result;
  }

  @Override
  public void close() {
    for (Panel panel : panels) {
      world.heap().free(panel.memory);
    }
    if (slowness > 1) {
      world.heap().free(spare.memory());
    }
    world.heap().free(c.memory());
    world.heap().free(b.memory());
    world.heap().free(a.memory());
  }
}
