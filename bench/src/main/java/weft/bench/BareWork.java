// SPDX-License-Identifier: Apache-2.0
package weft.bench;

/// The bare ring's trip and rate.
final class BareWork {
  private final Board board;
  private final BareRing.Writer out;
  private final BareRing.Reader in;

  BareWork(Board board, BareRing.Writer out, BareRing.Reader in) {
    this.board = board;
    this.out = out;
    this.in = in;
  }

  private void send(long value) {
    while (!out.offer(1, value)) {
      Thread.onSpinWait();
    }
  }

  private void receive() {
    while (in.poll(256) == 0) {}
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
          taken += in.poll(256);
        }
        board.taken(count);
      }
    };
  }
}
