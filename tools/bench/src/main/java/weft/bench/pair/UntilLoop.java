// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.function.BooleanSupplier;
import weft.Rsr1;
import weft.World;

/// As [TripLoop], but waits in `pollUntil` for a value that a handler stores, as programs do.
final class UntilLoop implements SliceWork, BooleanSupplier {
  private final World world;
  private final int peer;
  private final Rsr1 rsr1;
  private long arrived;
  private long wanted;

  UntilLoop(World world, int peer) {
    this.world = world;
    this.peer = peer;
    this.rsr1 = world.rsr1("until", (source, a) -> arrived = a);
  }

  @Override
  public boolean getAsBoolean() {
    return arrived == wanted;
  }

  @Override
  public long lead(int size, long count) {
    wanted = arrived;
    long began = System.nanoTime();
    for (long i = 1; i <= count; i++) {
      wanted++;
      rsr1.send(peer, wanted);
      world.pollUntil(this);
    }
    return System.nanoTime() - began;
  }

  @Override
  public long follow(int size, long count) {
    wanted = arrived;
    for (long i = 1; i <= count; i++) {
      wanted++;
      world.pollUntil(this);
      rsr1.send(peer, wanted);
    }
    return 0;
  }
}
