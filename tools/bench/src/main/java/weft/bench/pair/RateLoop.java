// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.function.IntSupplier;

/// Messages in one direction, until the last has been taken. [Fresh] copies the class for each kind
/// of message.
final class RateLoop implements SliceWork {
  private final BenchBoard board;
  private final Send send;
  private final IntSupplier poll;

  RateLoop(BenchBoard board, Send send, IntSupplier poll) {
    this.board = board;
    this.send = send;
    this.poll = poll;
  }

  @Override
  public long lead(int size, long count) {
    long began = System.nanoTime();
    for (long i = 0; i < count; i++) {
      send.send(size, i);
    }
    while (!board.isTaken(count)) {
      var _ = poll.getAsInt(); // Where a network carries them, the last ones leave in polls.
    }
    return System.nanoTime() - began;
  }

  @Override
  public long follow(int size, long count) {
    for (long taken = 0; taken < count; ) {
      taken += poll.getAsInt();
    }
    board.taken(count);
    return 0;
  }
}
