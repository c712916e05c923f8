// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import weft.World;

/// A message there, a message back: copied by [Fresh] for each kind of message.
final class TripLoop implements Work {
  private final World world;
  private final Send send;

  TripLoop(World world, Send send) {
    this.world = world;
    this.send = send;
  }

  private void receive() {
    while (world.poll() == 0) {}
  }

  @Override
  public long lead(int size, long count) {
    long began = System.nanoTime();
    for (long i = 1; i <= count; i++) {
      send.send(size, i);
      receive();
    }
    return System.nanoTime() - began;
  }

  @Override
  public void follow(int size, long count) {
    for (long i = 1; i <= count; i++) {
      receive();
      send.send(size, i);
    }
  }
}
