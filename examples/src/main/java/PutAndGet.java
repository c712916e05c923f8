// SPDX-License-Identifier: Apache-2.0

// How do I write into another rank's memory, and read from it?

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import weft.Completion;
import weft.GlobalPointer;
import weft.Heap;
import weft.Memory;
import weft.Weft;
import weft.World;
import weft.collective.Group;

static final int LENGTH = 1000;
static final long BYTES = LENGTH * 8L;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  Group all = Group.world(world);
  world.start();
  Heap heap = world.heap();
  Memory memory = world.memory();
  GlobalPointer row = heap.mallocAll(BYTES); // on every rank, at the same offset
  MemorySegment mine = heap.segment(row, BYTES);

  var values = new double[LENGTH];
  Arrays.fill(values, world.rank());
  memory.put(values, 0, row.at(world.next()), 0, LENGTH); // into the next rank's row
  memory.fence(world.next()); // now it is there
  all.barrier(); // now all rows are there
  double given = mine.getAtIndex(ValueLayout.JAVA_DOUBLE, LENGTH - 1);

  Completion done = world.completion();
  MemorySegment copy = heap.allocate(BYTES);
  memory.get(row.at(world.previous()), 0, copy, 0, BYTES, done);
  // Compute something else here.
  done.await();
  double theirs = copy.getAtIndex(ValueLayout.JAVA_DOUBLE, LENGTH - 1);

  IO.println("rank " + world.rank() + " was given " + given + ", the previous one " + theirs);
  heap.freeAll(row); // waits for all ranks: none reads from it any more
}
