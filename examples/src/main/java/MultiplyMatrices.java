// SPDX-License-Identifier: Apache-2.0

// How do all ranks multiply distributed matrices, and read the result?

import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.linalg.DistributedMatrix;
import weft.linalg.Grid;
import weft.linalg.kernel.Op;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  Group all = Group.world(world);
  world.start();
  try (Grid grid = Grid.of(world, all);
      DistributedMatrix a = grid.matrix(200, 3, (i, j) -> i + j);
      DistributedMatrix square = grid.matrix(3, 3)) {
    square.gemm(1, a, Op.TRANSPOSED, a, Op.PLAIN, 0); // square = 1·Aᵀ·A + 0·square
    double[] values = square.gather(0); // in row order, at rank 0
    double norm = square.oneNorm(); // on every rank
    if (grid.isFirst()) {
      IO.println(Arrays.toString(values));
      IO.println("norm " + norm);
    }
  }
}
