// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.function.IntSupplier;

/// The time of the calls that send, as in the DMCS paper (section 6.2). Bursts are sent while the
/// follower does not poll. Then both sides poll until all messages have been taken, because a
/// library may need the sender for that. [Fresh] copies the class for each kind of message.
final class CallLoop implements SliceWork {
  private static final int MOST = 64;
  private static final int BURST_BYTES = 1 << 17;

  /// From this size on, a send may wait until the follower takes the message, so the follower
  /// polls.
  private static final int BULK = 1 << 14;

  private final BenchBoard board;
  private final Send send;
  private final IntSupplier poll;
  private final long stamp = CostLoop.stamp();

  CallLoop(BenchBoard board, Send send, IntSupplier poll) {
    this.board = board;
    this.send = send;
    this.poll = poll;
  }

  /// The number of messages in a burst, which fit a ring.
  private static int burst(int size) {
    return Math.clamp(BURST_BYTES / Math.max(1, size), 1, MOST);
  }

  @Override
  public long lead(int size, long count) {
    int burst = burst(size);
    long nanos = 0;
    long sent = 0;
    while (sent < count) {
      long began = System.nanoTime();
      for (int i = 0; i < burst; i++) {
        send.send(size, i);
      }
      nanos += System.nanoTime() - began - stamp;
      sent += burst;
      board.sent(sent);
      while (!board.isTaken(sent)) {
        var _ = poll.getAsInt();
      }
    }
    return (long) ((double) nanos * count / sent);
  }

  @Override
  public long follow(int size, long count) {
    int burst = burst(size);
    for (long taken = 0; taken < count; ) {
      if (size < BULK) {
        board.awaitSent(taken + burst);
      }
      for (int more = 0; more < burst; ) {
        more += poll.getAsInt();
      }
      taken += burst;
      board.taken(taken);
    }
    return 0;
  }
}
