// SPDX-License-Identifier: Apache-2.0

// How do all ranks agree on a few numbers?

import weft.Reduction;
import weft.Weft;
import weft.World;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  world.start();

  long seed = world.broadcast(0, world.rank() == 0 ? 4711 : 0);
  double worst = world.allreduce(Reduction.MAX, 1.0 / (world.rank() + 1));
  long[] both = {1, world.rank()};
  world.allreduce(Reduction.SUM, both);
  world.barrier();

  if (world.rank() == world.size() - 1) {
    IO.println("seed " + seed + ", worst " + worst + ", ranks " + both[0] + ", sum " + both[1]);
  }
}
