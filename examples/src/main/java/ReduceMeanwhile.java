// SPDX-License-Identifier: Apache-2.0

// How do I compute during a collective operation?

import weft.Completion;
import weft.Weft;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;

void main(String[] args) {
  Weft.launch(args, this::run);
}

static final int LENGTH = 100_000;

void run(World world) {
  Group all = Group.world(world);
  world.start();

  double[] mine = new double[LENGTH];
  double[] total = new double[LENGTH];
  Operation sum = Operation.allreduce(Data.of(mine), Data.of(total), Operator.SUM);
  Completion done = world.completion();

  double norm = 0;
  for (int step = 1; step <= 3; step++) {
    Arrays.fill(mine, step);
    all.start(sum, done); // do not touch mine and total until it is done
    double own = 0;
    for (int piece = 0; piece < 10; piece++) {
      own += Math.sqrt(step + piece);
      world.poll(); // the operation makes progress in such calls
    }
    done.await();
    norm += own + total[LENGTH - 1];
  }
  if (world.rank() == 0) {
    IO.println("norm %.3f".formatted(norm));
  }
}
