// SPDX-License-Identifier: Apache-2.0

// How do all ranks solve one large system of linear equations together?

import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.linalg.DistributedMatrix;
import weft.linalg.Elements;
import weft.linalg.Grid;
import weft.linalg.Lu;

void main(String[] args) {
  Weft.launch(args, this::run);
}

static final int N = 300;

void run(World world) {
  Group all = Group.world(world);
  world.start();
  try (Grid grid = Grid.of(world, all);
      DistributedMatrix a = grid.matrix(N, N, Elements.random(1)); // element (i, j) as a function
      DistributedMatrix b = grid.matrix(N, 1, (i, j) -> i + 1);
      Lu lu = a.lu(); // P·A = L·U of a copy
      DistributedMatrix x = lu.solve(b)) {
    double residual = a.residual(x, b); // as in HPL: below 16 is correct
    if (grid.isFirst()) {
      IO.println(N + " equations solved, residual below 1: " + (residual < 1));
    }
  }
}
