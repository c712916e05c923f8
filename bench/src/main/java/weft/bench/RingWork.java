// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.lang.foreign.MemorySegment;
import weft.memory.Inbox;
import weft.memory.Outbox;
import weft.memory.RecordLayout;
import weft.memory.RecordSink;
import weft.memory.RingMemory;
import weft.memory.Words;

/// Weft's own ring without what stands on it: claim, write, commit on one side; on the other a sink
/// that adds up what it is given.
final class RingWork {
  private static final long HEADER = RecordLayout.header(RecordLayout.RSR0 + 1, 16, 8);

  private final Board board;
  private final int peer;
  private final Outbox out;
  private final Inbox in;
  private final Counting sink = new Counting();

  RingWork(Board board, RingMemory memory, int rank) {
    this.board = board;
    this.peer = 1 - rank;
    this.out = new Outbox(memory, rank, peer, target -> {});
    this.in = new Inbox(memory, rank, target -> {});
  }

  private static final class Counting implements RecordSink {
    long sum;

    @Override
    public boolean accept(long header, int source, MemorySegment memory, long at) {
      sum += Words.get(memory, at + RecordLayout.HEADER);
      return true;
    }
  }

  private void send(long value) {
    long at = out.claim(16);
    while (at < 0) {
      in.poll(sink);
      at = out.claim(16);
    }
    out.word(at, 0, value);
    out.commit(at, 16, HEADER);
  }

  private void receive() {
    while (in.poll(sink) == 0) {}
  }

  int poll() {
    return in.poll(sink);
  }

  Work trip() {
    return new Work() {
      @Override
      public long lead(int size, long count) {
        long began = System.nanoTime();
        for (long i = 0; i < count; i++) {
          send(i);
          receive();
        }
        return System.nanoTime() - began;
      }

      @Override
      public void follow(int size, long count) {
        for (long i = 0; i < count; i++) {
          receive();
          send(i);
        }
      }
    };
  }

  Work rate() {
    return new Work() {
      @Override
      public long lead(int size, long count) {
        long began = System.nanoTime();
        for (long i = 0; i < count; i++) {
          send(i);
        }
        board.awaitTaken(count);
        return System.nanoTime() - began;
      }

      @Override
      public void follow(int size, long count) {
        for (long taken = 0; taken < count; ) {
          taken += in.poll(sink);
        }
        board.taken(count);
      }
    };
  }
}
