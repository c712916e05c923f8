// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.util.function.IntSupplier;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.Send;
import weft.bench.pair.SliceWork;

/// Operations in one direction, until the last has arrived. The values are the bytes and the
/// packets that the leader's host has sent meanwhile.
final class OneWayLoop implements SliceWork {
  private final BenchBoard board;
  private final Send send;
  private final IntSupplier poll;
  private final Last last;

  /// The leader's action after the last operation, which announces the end to the follower.
  interface Last {
    void send();
  }

  /// @param poll polls, and returns the number of arrived messages that the follower counts
  OneWayLoop(BenchBoard board, Send send, IntSupplier poll, Last last) {
    this.board = board;
    this.send = send;
    this.poll = poll;
    this.last = last;
  }

  @Override
  public long lead(int size, long count) {
    HostLinkCount before = HostLinkCount.now();
    long began = System.nanoTime();
    for (long i = 1; i <= count; i++) {
      send.send(size, i);
    }
    last.send();
    while (!board.isTaken(count)) {
      var _ = poll.getAsInt();
    }
    long nanos = System.nanoTime() - began;
    HostLinkCount sent = HostLinkCount.now().minus(before);
    board.value(0, sent.bytes());
    board.value(1, sent.packets());
    return nanos;
  }

  /// The last message is the one that the leader sends after the others.
  @Override
  public long follow(int size, long count) {
    while (poll.getAsInt() == 0) {}
    board.taken(count);
    return count;
  }
}
