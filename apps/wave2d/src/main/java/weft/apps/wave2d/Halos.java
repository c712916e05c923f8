// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.GlobalPointer;
import weft.Memory;
import weft.Rsr1;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.model.partition.Neighbour;
import weft.model.partition.Partition;

/// Exchanges the edges of the ranks' rectangles. Each edge is put directly into the neighbour's
/// halo, and a handler after it reports its arrival (a put-op).
///
/// Each rank's halo is in registered memory, at the same offset on every rank. It has two slots for
/// each neighbour, in the order of [Partition#neighbours]:
///
/// ```
/// doubles  0                 length            2 × length
///          | even steps      | odd steps       | the next neighbour's
/// ```
///
/// A neighbour may be one step ahead, but never two: for that it would need an edge that this rank
/// has not sent yet. So two slots and two counters hold all halos that can arrive, and no barrier
/// is needed.
final class Halos {
  private static final ValueLayout.OfDouble CELL = ValueLayout.JAVA_DOUBLE;

  private final World world;
  private final Group group;
  private final Memory memory;
  private final Rsr1 halo;
  private final long[] arrived = new long[2];
  private final BooleanSupplier complete = this::complete;

  private @Nullable Field field;
  private @Nullable GlobalPointer place;
  private MemorySegment mine = MemorySegment.NULL;
  private Neighbour[] neighbours = {};
  private GlobalPointer[] targets = {};
  private double[] packed = {};
  private MemorySegment packedBytes = MemorySegment.NULL;

  /// The first and the last row of both fields, as segments.
  private MemorySegment[] top = {};

  private MemorySegment[] bottom = {};

  /// Registers the handler; [#attach] sets the field later.
  Halos(World world, Group group) {
    this.world = world;
    this.group = group;
    this.memory = world.memory();
    this.halo = world.rsr1("wave2d.halo", this::arrive);
  }

  /// Sets the field, and allocates the halos. Collective; every rank must call this before any rank
  /// sends.
  void attach(Field field, Partition partition) {
    this.field = field;
    neighbours = partition.neighbours(world.rank());
    long bytes = group.allreduce(CELL.byteSize() * Math.max(1, cells(neighbours)), Operator.MAX);
    GlobalPointer all = world.heap().mallocAll(bytes);
    place = all;
    mine = world.heap().segment(all, bytes);
    targets = new GlobalPointer[neighbours.length];
    int longest = 0;
    for (int i = 0; i < neighbours.length; i++) {
      targets[i] = all.at(neighbours[i].rank()).plus(slot(partition, neighbours[i].rank()));
      longest = Math.max(longest, neighbours[i].length());
    }
    packed = new double[longest];
    packedBytes = MemorySegment.ofArray(packed);
    top = segments(field, 1);
    bottom = segments(field, field.height());
  }

  private static MemorySegment[] segments(Field field, int row) {
    return new MemorySegment[] {
      MemorySegment.ofArray(field.row(0, row)), MemorySegment.ofArray(field.row(1, row))
    };
  }

  /// Frees the halos. Collective.
  void detach() {
    world.heap().freeAll(Objects.requireNonNull(place));
    place = null;
    field = null;
    mine = MemorySegment.NULL;
  }

  private static long cells(Neighbour[] neighbours) {
    long cells = 0;
    for (Neighbour neighbour : neighbours) {
      cells += 2L * neighbour.length();
    }
    return cells;
  }

  /// The offset in bytes of this rank's two slots in the halo of `rank`.
  private long slot(Partition partition, int rank) {
    long cells = 0;
    for (Neighbour neighbour : partition.neighbours(rank)) {
      if (neighbour.rank() == world.rank()) {
        return CELL.byteSize() * cells;
      }
      cells += 2L * neighbour.length();
    }
    throw new IllegalStateException("rank " + rank + " does not know its neighbour");
  }

  /// Sends this rank's edges of the current field.
  void send() {
    Field mine = Objects.requireNonNull(field);
    int step = mine.step();
    for (int i = 0; i < neighbours.length; i++) {
      Neighbour neighbour = neighbours[i];
      int from = neighbour.from() + 1;
      switch (neighbour.side()) {
        case ABOVE -> put(top[step & 1], from, i, step);
        case BELOW -> put(bottom[step & 1], from, i, step);
        case LEFT -> put(packColumn(mine, 1, from, neighbour.length()), 0, i, step);
        case RIGHT -> put(packColumn(mine, mine.width(), from, neighbour.length()), 0, i, step);
      }
    }
  }

  private void put(MemorySegment cells, int from, int i, int step) {
    long bytes = CELL.byteSize() * neighbours[i].length();
    memory.put(cells, CELL.byteSize() * from, targets[i], (step & 1) * bytes, bytes, halo.op(step));
  }

  private MemorySegment packColumn(Field mine, int x, int from, int length) {
    int step = mine.step();
    for (int i = 0; i < length; i++) {
      packed[i] = mine.row(step, from + i)[x];
    }
    return packedBytes;
  }

  private void arrive(int source, long step) {
    int mine = Objects.requireNonNull(field).step();
    if (step < mine || step > mine + 1) {
      throw new IllegalStateException(
          "rank %d sent a halo for step %d to rank %d, which is at step %d"
              .formatted(source, step, world.rank(), mine));
    }
    arrived[(int) (step & 1)]++;
  }

  /// Waits until every neighbour's edge of the current field has arrived, and copies the edges into
  /// the field's ghosts.
  void await() {
    if (!complete()) {
      world.pollUntil(complete);
    }
    Field field = Objects.requireNonNull(this.field);
    int step = field.step();
    arrived[step & 1] = 0;
    long at = 0;
    for (Neighbour neighbour : neighbours) {
      int length = neighbour.length();
      int from = neighbour.from() + 1;
      long slot = at + (step & 1) * (long) length;
      switch (neighbour.side()) {
        case ABOVE -> copyRow(slot, field.row(step, 0), from, length);
        case BELOW -> copyRow(slot, field.row(step, field.height() + 1), from, length);
        case LEFT -> copyColumn(slot, field, 0, from, length);
        case RIGHT -> copyColumn(slot, field, field.width() + 1, from, length);
      }
      at += 2L * length;
    }
  }

  private boolean complete() {
    return arrived[Objects.requireNonNull(field).step() & 1] == neighbours.length;
  }

  private void copyRow(long slot, double[] row, int from, int length) {
    MemorySegment.copy(mine, CELL, CELL.byteSize() * slot, row, from, length);
  }

  private void copyColumn(long slot, Field field, int x, int from, int length) {
    for (int i = 0; i < length; i++) {
      field.row(field.step(), from + i)[x] = mine.getAtIndex(CELL, slot + i);
    }
  }
}
