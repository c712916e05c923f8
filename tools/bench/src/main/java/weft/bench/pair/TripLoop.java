// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.function.IntSupplier;

/// A message in each direction, in turn. [Fresh] copies the class for each kind of message.
final class TripLoop implements SliceWork {
  private final Send send;
  private final IntSupplier poll;

  TripLoop(Send send, IntSupplier poll) {
    this.send = send;
    this.poll = poll;
  }

  private void receive() {
    while (poll.getAsInt() == 0) {}
  }

  @Override
  public long lead(int size, long count) {
    long began = System.nanoTime();
    for (long i = 0; i < count; i++) {
      send.send(size, i);
      receive();
    }
    return System.nanoTime() - began;
  }

  @Override
  public long follow(int size, long count) {
    for (long i = 0; i < count; i++) {
      receive();
      send.send(size, i);
    }
    return 0;
  }
}
