// SPDX-License-Identifier: Apache-2.0

// How do all ranks agree on a few numbers?

import weft.Weft;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  Group all = Group.world(world); // registers handlers, so before start
  world.start();

  long seed = all.broadcast(0, world.rank() == 0 ? 4711 : 0);
  double worst = all.allreduce(1.0 / (world.rank() + 1), Operator.MAX);
  long[] both = {1, world.rank()};
  all.allreduce(both, Operator.SUM);
  all.barrier();

  double[] sums = new double[1];
  Operation add = Operation.allreduce(Data.of(sums), Operator.SUM); // created once,
  for (int step = 1; step <= 3; step++) {
    sums[0] += step;
    all.run(add); // run in every step, without allocation
  }

  if (world.rank() == world.size() - 1) {
    IO.println("seed " + seed + ", worst " + worst + ", ranks " + both[0] + ", sum " + both[1]);
    IO.println("after three steps " + sums[0]);
  }
}
