// SPDX-License-Identifier: Apache-2.0

// How do I distribute work whose pieces take unknown times?

import weft.Rsr0;
import weft.Rsr1;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

void main(String[] args) {
  Weft.launch(args, world -> new Primes(world).run());
}

/// Counts primes. Rank 0 owns the queue. Every rank, including rank 0, requests the next piece from
/// it.
static final class Primes {
  private static final long END = 200_000;
  private static final long PIECE = 5_000;
  private static final long NONE = -1;

  private final World world;
  private final Group all;
  private final Rsr0 ask;
  private final Rsr1 give;
  private long queue;
  private boolean given;
  private long piece;

  Primes(World world) {
    this.world = world;
    this.all = Group.world(world);
    this.ask = world.rsr0("ask", this::answer);
    this.give =
        world.rsr1(
            "give",
            (source, from) -> {
              piece = from;
              given = true;
            });
  }

  private void answer(int source) {
    give.send(source, queue < END ? queue : NONE);
    queue += PIECE;
  }

  void run() {
    world.start();
    long found = 0;
    for (long from = next(); from != NONE; from = next()) {
      for (long n = from; n < from + PIECE; n++) {
        found += isPrime(n) ? 1 : 0;
        if (n % 64 == 0) {
          world.poll(); // rank 0 computes, too: without this the others would wait for it
        }
      }
    }
    long primes = all.allreduce(found, Operator.SUM);
    if (world.rank() == 0) {
      IO.println(primes + " primes below " + END);
    }
  }

  private long next() {
    given = false;
    ask.send(0);
    world.pollUntil(() -> given);
    return piece;
  }

  private static boolean isPrime(long n) {
    for (long d = 2; d * d <= n; d++) {
      if (n % d == 0) {
        return false;
      }
    }
    return n > 1;
  }
}
