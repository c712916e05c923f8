// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.function.IntSupplier;

/// Operations that the other side answers: the leader does them in turn, and the follower polls
/// until the last is done. [Fresh] copies the class for each operation.
final class ServeLoop implements SliceWork {
  private final BenchBoard board;
  private final Send operation;
  private final IntSupplier poll;

  ServeLoop(BenchBoard board, Send operation, IntSupplier poll) {
    this.board = board;
    this.operation = operation;
    this.poll = poll;
  }

  @Override
  public long lead(int size, long count) {
    long began = System.nanoTime();
    for (long i = 0; i < count; i++) {
      operation.send(size, i);
    }
    long nanos = System.nanoTime() - began;
    board.taken(count);
    return nanos;
  }

  @Override
  public long follow(int size, long count) {
    while (!board.isTaken(count)) {
      var _ = poll.getAsInt();
    }
    return 0;
  }
}
