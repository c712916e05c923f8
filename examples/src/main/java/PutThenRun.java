// SPDX-License-Identifier: Apache-2.0

// How does a rank learn that I have put something into its memory?

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.GlobalPointer;
import weft.Rsr1;
import weft.Weft;
import weft.World;

void main(String[] args) {
  Weft.launch(args, world -> new Inbox(world).run());
}

/// A row of doubles from every rank, in memory of this rank.
static final class Inbox {
  private static final int LENGTH = 500;
  private static final long BYTES = LENGTH * 8L;

  private final World world;
  private final GlobalPointer rows;
  private final MemorySegment mine;
  private final Rsr1 here;
  private double sum;

  Inbox(World world) {
    this.world = world;
    this.rows = world.heap().mallocAll(BYTES * world.size());
    this.mine = world.heap().segment(rows, BYTES * world.size());
    this.here = world.rsr1("here", (source, length) -> add(source, (int) length));
    world.start(); // from here on "here" may run: its memory is ready
  }

  /// Runs at the target after the bytes have arrived.
  private void add(int source, int length) {
    for (int i = 0; i < length; i++) {
      sum += mine.get(ValueLayout.JAVA_DOUBLE, source * BYTES + i * 8L);
    }
  }

  void run() {
    MemorySegment row = world.heap().allocate(BYTES); // registered: one copy moves it
    for (int i = 0; i < LENGTH; i++) {
      row.setAtIndex(ValueLayout.JAVA_DOUBLE, i, world.rank() + 1);
    }
    for (int target = 0; target < world.size(); target++) {
      long place = world.rank() * BYTES;
      world.memory().put(row, 0, rows.at(target), place, BYTES, here.op(LENGTH));
    }
    world.quiesce();
    IO.println("rank " + world.rank() + ": the rows sum up to " + sum);
  }
}
