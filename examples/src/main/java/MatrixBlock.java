// SPDX-License-Identifier: Apache-2.0

// How do I copy a block of a matrix to another rank?

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.GlobalPointer;
import weft.Weft;
import weft.World;
import weft.collective.Group;

static final int ROWS = 3;
static final int COLUMNS = 2; // of each rank's block

void main(String[] args) {
  Weft.launch(args, this::run);
}

/// Each rank has a block of columns; rank 0 gets the whole matrix, row by row.
void run(World world) {
  Group all = Group.world(world);
  world.start();
  long blockRow = COLUMNS * 8L;
  long wholeRow = blockRow * world.size(); // the leading dimension, in bytes
  GlobalPointer whole = world.heap().mallocAll(ROWS * wholeRow).at(0);

  MemorySegment block = world.heap().allocate(ROWS * blockRow);
  for (int i = 0; i < ROWS * COLUMNS; i++) {
    int row = i / COLUMNS;
    block.setAtIndex(ValueLayout.JAVA_DOUBLE, i, world.rank() + row / 10.0);
  }
  long column = world.rank() * blockRow;
  world.memory().strided().putRows(block, 0, blockRow, whole, column, wholeRow, blockRow, ROWS);
  world.memory().fence(0);
  all.barrier();

  if (world.rank() == 0) {
    MemorySegment matrix = world.heap().segment(whole, ROWS * wholeRow);
    for (int row = 0; row < ROWS; row++) {
      var text = new StringBuilder("row " + row + ":");
      for (int i = 0; i < COLUMNS * world.size(); i++) {
        text.append(' ').append(matrix.get(ValueLayout.JAVA_DOUBLE, row * wholeRow + i * 8L));
      }
      IO.println(text);
    }
  }
}
