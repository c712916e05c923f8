// SPDX-License-Identifier: Apache-2.0

// How do the ranks of one row or column of a grid work together?

import weft.Weft;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;

void main(String[] args) {
  Weft.launch(args, this::run);
}

static final int SIDE = 4; // of the block that each rank has
static final int ACROSS = 2; // ranks in a row of the grid

void run(World world) {
  Group all = Group.world(world);
  world.start();
  Group row = all.split(world.rank() / ACROSS, world.rank());
  Group column = all.split(world.rank() % ACROSS, world.rank());

  double[] block = new double[SIDE * SIDE];
  Arrays.fill(block, world.rank() + 1);

  // The first columns of all ranks, side by side: four rows of one element, SIDE apart.
  double[] edges = new double[SIDE * row.size()];
  row.run(Operation.allgather(Data.matrix(block, 0, SIDE, 1, SIDE), Data.of(edges)));

  // The sum over the ranks of a grid column, at its first rank.
  double[] sum = new double[SIDE * SIDE];
  column.run(Operation.reduce(0, Data.of(block), Data.of(sum), Operator.SUM));

  if (world.rank() == 0) {
    IO.println("edges " + Arrays.toString(edges) + ", sum " + sum[0]);
  }
  row.free();
  column.free();
}
