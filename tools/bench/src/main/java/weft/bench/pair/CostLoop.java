// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.function.IntSupplier;

/// The time of the calls themselves, on each side. Bursts that fit the ring are sent while the
/// follower does not poll, and then taken while the leader waits. [Fresh] copies the class for each
/// kind of message.
///
/// A burst is timed as a whole, since two clock readings cost as much as several messages. The cost
/// of the readings is subtracted.
final class CostLoop implements SliceWork {
  /// The number of messages in a burst: a few kilobytes, which stay in the caches of both sides.
  private static final int BURST = 64;

  private final BenchBoard board;
  private final Send send;
  private final IntSupplier poll;
  private final long stamp = stamp();

  CostLoop(BenchBoard board, Send send, IntSupplier poll) {
    this.board = board;
    this.send = send;
    this.poll = poll;
  }

  /// The time between two clock readings with nothing between them.
  static long stamp() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20_000; i++) {
      long began = System.nanoTime();
      least = Math.min(least, System.nanoTime() - began);
    }
    return least;
  }

  private static long perCount(long nanos, long done, long count) {
    return (long) ((double) nanos * count / done);
  }

  @Override
  public long lead(int size, long count) {
    long nanos = 0;
    long sent = 0;
    while (sent < count) {
      long began = System.nanoTime();
      for (int i = 0; i < BURST; i++) {
        send.send(size, i);
      }
      nanos += System.nanoTime() - began - stamp;
      sent += BURST;
      board.sent(sent);
      board.awaitTaken(sent);
    }
    return perCount(nanos, sent, count);
  }

  /// Returns the nanoseconds that taking all messages took.
  @Override
  public long follow(int size, long count) {
    long nanos = 0;
    long taken = 0;
    while (taken < count) {
      board.awaitSent(taken + BURST);
      long began = System.nanoTime();
      for (int more = 0; more < BURST; ) {
        more += poll.getAsInt();
      }
      nanos += System.nanoTime() - began - stamp;
      taken += BURST;
      board.taken(taken);
    }
    return perCount(nanos, taken, count);
  }
}
