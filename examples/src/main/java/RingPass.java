// SPDX-License-Identifier: Apache-2.0

// How does a rank wait for a message?

import weft.Rsr1;
import weft.Weft;
import weft.World;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  var hops = new long[1];
  Rsr1 pass = world.rsr1("pass", (source, n) -> hops[0] = n);
  world.start();
  if (world.rank() == 0) {
    pass.send(world.next(), 1);
  }
  world.pollUntil(() -> hops[0] > 0);
  IO.println("rank " + world.rank() + ": hop " + hops[0]);
  if (world.rank() > 0) {
    pass.send(world.next(), hops[0] + 1);
  }
  world.quiesce();
}
