// SPDX-License-Identifier: Apache-2.0

// What happens when something goes wrong on one rank?

import weft.Rsr1;
import weft.Weft;
import weft.World;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  Rsr1 length = world.rsr1("length", (source, metres) -> note(metres));
  world.start();

  if (world.rank() == 0) {
    int last = world.size() - 1;
    length.send(last, 16);
    length.send(last, -1);
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
