// SPDX-License-Identifier: Apache-2.0

// How do ranks take pieces of work from one counter, while its owner computes?

import weft.Atomics;
import weft.GlobalPointer;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

static final long END = 200_000;
static final long PIECE = 1000;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  Group all = Group.world(world);
  world.start();
  GlobalPointer counter = world.heap().mallocAll(8).at(0); // only that of rank 0 is used
  if (world.rank() == 0) {
    world.memory().putLong(counter, 0, 2);
    world.memory().fence(0);
  }
  all.barrier();

  Atomics atomics = world.memory().atomics();
  long found = 0;
  for (long from = atomics.fetchAddSync(counter, 0, PIECE);
      from < END;
      from = atomics.fetchAddSync(counter, 0, PIECE)) {
    for (long n = from; n < Math.min(END, from + PIECE); n++) {
      found += isPrime(n) ? 1 : 0;
    }
  }
  long primes = all.allreduce(found, Operator.SUM);
  if (world.rank() == 0) {
    IO.println(primes + " primes below " + END);
  }
}

static boolean isPrime(long n) {
  for (long d = 2; d * d <= n; d++) {
    if (n % d == 0) {
      return false;
    }
  }
  return true;
}
