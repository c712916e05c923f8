// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import weft.World;

/// Messages one way, until the last has been taken: copied by [Fresh] for each kind of message.
final class RateLoop implements Work {
  private final Board board;
  private final World world;
  private final Send send;

  RateLoop(Board board, World world, Send send) {
    this.board = board;
    this.world = world;
    this.send = send;
  }

  @Override
  public long lead(int size, long count) {
    long began = System.nanoTime();
    for (long i = 0; i < count; i++) {
      send.send(size, i);
    }
    board.awaitTaken(count);
    return System.nanoTime() - began;
  }

  @Override
  public void follow(int size, long count) {
    for (long taken = 0; taken < count; ) {
      taken += world.poll();
    }
    board.taken(count);
  }
}
