// SPDX-License-Identifier: Apache-2.0

// What happens when something goes wrong on one rank?

import weft.Rsr0;
import weft.Rsr1;
import weft.Weft;
import weft.World;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  Rsr1 length = world.rsr1("length", (source, metres) -> note(metres));
  Rsr0 measure =
      world.rsr0(
          "measure",
          source -> {
            length.send(source, 16);
            length.send(source, -1);
          });
  world.start();

  if (world.rank() == world.size() - 1) {
    measure.send(0);
  }
  world.quiesce(); // throws on every rank
  IO.println("rank " + world.rank() + " never comes here");
}

void note(long metres) {
  if (metres < 0) {
    throw new IllegalArgumentException("a length of " + metres + " metres");
  }
  IO.println("a length of " + metres + " metres");
}
