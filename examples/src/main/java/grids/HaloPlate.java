// SPDX-License-Identifier: Apache-2.0
package grids;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.GlobalPointer;
import weft.Weft;
import weft.World;
import weft.collective.Group;

/// How do ranks that share a grid in two dimensions exchange halos? Each puts its outer rows and
/// columns into the ghost cells of its neighbours.
final class HaloPlate {
  private static final int SIDE = 24; // cells of the plate in each direction
  private static final int STEPS = 200;

  private final World world;
  private final Group all;
  private final int down; // blocks of rows
  private final int across; // blocks of columns
  private final int row; // of this rank's block among them
  private final int column;
  private final int height; // of this rank's block, in cells
  private final int width;
  private final long stride; // bytes of a row with its ghost cells, equal on all ranks
  private final GlobalPointer[] plates = new GlobalPointer[2]; // this step's and the next one's

  HaloPlate(World world) {
    this.world = world;
    all = Group.world(world);
    int most = (int) Math.sqrt(world.size());
    while (world.size() % most != 0) {
      most--;
    }
    down = most;
    across = world.size() / most;
    row = world.rank() / across;
    column = world.rank() % across;
    height = begin(row + 1, down) - begin(row, down);
    width = begin(column + 1, across) - begin(column, across);
    stride = 8L * (SIDE / across + 3);
  }

  static void main(String[] args) {
    Weft.launch(args, world -> new HaloPlate(world).run());
  }

  private static int begin(int block, int blocks) {
    return SIDE * block / blocks;
  }

  private void run() {
    world.start();
    for (int i = 0; i < plates.length; i++) {
      plates[i] = world.heap().mallocAll(stride * (SIDE / down + 3));
      cells(i).fill((byte) 0);
    }
    all.barrier(); // nobody puts before all have filled
    int y = SIDE / 2 - begin(row, down);
    int x = SIDE / 2 - begin(column, across);
    boolean middle = y >= 0 && y < height && x >= 0 && x < width;
    if (middle) {
      cells(0).set(ValueLayout.JAVA_DOUBLE, at(y + 1, x + 1), 1_000);
    }
    for (int step = 0; step < STEPS; step++) {
      exchange(step % 2);
      relax(cells(step % 2), cells(1 - step % 2));
    }
    if (middle) {
      double heat = cells(STEPS % 2).get(ValueLayout.JAVA_DOUBLE, at(y + 1, x + 1));
      IO.println("after " + STEPS + " steps the middle has " + heat + " degrees");
    }
  }

  /// Fills the neighbours' ghost cells. A barrier suffices for each step: the next one writes into
  /// the other plate.
  private void exchange(int plate) {
    int above = begin(row, down) - begin(row - 1, down); // the height of the block above
    int left = begin(column, across) - begin(column - 1, across);
    put(plate, at(1, 1), row - 1, column, at(above + 1, 1), width * 8L, 1);
    put(plate, at(height, 1), row + 1, column, at(0, 1), width * 8L, 1);
    put(plate, at(1, 1), row, column - 1, at(1, left + 1), 8, height);
    put(plate, at(1, width), row, column + 1, at(1, 0), 8, height);
    world.memory().fence(); // all ghost cells that this rank fills are there
    all.barrier(); // and those that others fill
  }

  private void put(int plate, long from, int toRow, int toColumn, long to, long bytes, int rows) {
    if (toRow < 0 || toRow == down || toColumn < 0 || toColumn == across) {
      return; // the edge of the plate, which stays cold
    }
    GlobalPointer target = plates[plate].at(toRow * across + toColumn);
    world.memory().strided().putRows(cells(plate), from, stride, target, to, stride, bytes, rows);
  }

  private void relax(MemorySegment now, MemorySegment next) {
    for (int y = 1; y <= height; y++) {
      for (int x = 1; x <= width; x++) {
        double sides = cell(now, y, x - 1) + cell(now, y, x + 1);
        double ends = cell(now, y - 1, x) + cell(now, y + 1, x);
        double here = cell(now, y, x);
        next.set(ValueLayout.JAVA_DOUBLE, at(y, x), here + 0.2 * (sides + ends - 4 * here));
      }
    }
  }

  private MemorySegment cells(int plate) {
    return world.heap().segment(plates[plate].at(world.rank()), stride * (height + 2));
  }

  private long at(int y, int x) {
    return y * stride + x * 8L;
  }

  private double cell(MemorySegment cells, int y, int x) {
    return cells.get(ValueLayout.JAVA_DOUBLE, at(y, x));
  }
}
