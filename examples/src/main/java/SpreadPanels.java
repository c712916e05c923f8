// SPDX-License-Identifier: Apache-2.0

// How do all ranks get a whole matrix whose columns are distributed cyclically?

import weft.Weft;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;

void main(String[] args) {
  Weft.launch(args, this::run);
}

static final int ROWS = 3;
static final int EACH = 2; // columns of each rank

void run(World world) {
  Group group = Group.world(world);
  world.start();
  int rank = world.rank();
  int ranks = world.size();

  // This rank's columns, row by row: number `rank`, and number `rank + ranks`. Each holds its
  // number.
  double[] own = new double[ROWS * EACH];
  Arrays.setAll(own, i -> rank + i % EACH * ranks);

  // The whole matrix, with the ranks' columns in cyclic order.
  double[] matrix = new double[ROWS * EACH * ranks];
  Data panel =
      Data.matrix(matrix, 0, ROWS, EACH * ranks, EACH * ranks).blockCyclicColumns(1, ranks);

  group.run(Operation.allgather(Data.of(own), panel)); // all ranks have all columns now
  double[] row = Arrays.copyOf(matrix, EACH * ranks);

  for (int i = 0; i < matrix.length; i++) {
    matrix[i] += 100 * rank; // each rank's contribution to all columns
  }
  group.run(Operation.reduceScatter(panel, Data.of(own), Operator.SUM)); // the sums of its columns

  if (rank == ranks - 1) {
    IO.println("row " + Arrays.toString(row));
    IO.println("sums " + Arrays.toString(Arrays.copyOf(own, EACH)));
  }
}
