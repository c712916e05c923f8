// SPDX-License-Identifier: Apache-2.0

// How does another thread send?

import java.util.concurrent.Executors;
import weft.Rsr1;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  var sum = new long[1];
  Group all = Group.world(world);
  Rsr1 add = world.rsr1("add", (source, value) -> sum[0] += value);
  world.start();

  var done = new int[1];
  try (var workers = Executors.newFixedThreadPool(2)) {
    for (int i = 1; i <= 10; i++) {
      long number = i;
      workers.execute(() -> {
        long square = number * number; // computed by the worker, without Weft
        world.submit(() -> { // runs on the rank's own thread, like a handler
          add.send(0, square);
          return ++done[0];
        });
      });
    }
    world.pollUntil(() -> done[0] == 10);
  }
  world.quiesce();

  long most = all.allreduce(sum[0], Operator.MAX);
  if (world.rank() == 0) {
    IO.println("each rank's share of the sum is " + most / world.size());
  }
}
