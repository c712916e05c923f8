// SPDX-License-Identifier: Apache-2.0

// How do I continue to compute when there is no room?

import weft.Rsr1;
import weft.Weft;
import weft.World;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  var received = new long[1];
  Rsr1 item = world.rsr1("item", (source, n) -> received[0]++);
  world.start();

  long items = 200_000;
  for (long n = 0; n < items; n++) {
    while (!item.trySend(world.next(), n)) {
      // The ring is full. trySend has run no handler; the program decides when they run.
      world.poll();
    }
  }
  world.pollUntil(() -> received[0] == items);
  world.quiesce();
  IO.println("rank " + world.rank() + " has received " + received[0] + " items");
}
