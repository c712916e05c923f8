// SPDX-License-Identifier: Apache-2.0

// How do I run a handler on another rank?

import weft.Rsr0;
import weft.Weft;
import weft.World;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  Rsr0 howdy =
      world.rsr0(
          "howdy", source -> IO.println("rank " + world.rank() + ": howdy from rank " + source));
  world.start();

  howdy.send(world.next());
  world.quiesce();
}
