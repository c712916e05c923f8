// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.util.ArrayList;
import java.util.List;
import weft.bench.BenchMachine;

/// What else runs on the machine while a pair is measured.
enum WaitLoad {
  /// Nothing.
  IDLE("idle", 0),
  /// One thread that computes all the time.
  BUSY("one busy", 1),
  /// Two of them.
  BUSY2("two busy", 2),
  /// Further pairs of the same kind, so that there are twice as many processes as processors.
  CROWDED("crowded", 0);

  private final String label;
  private final int threads;

  WaitLoad(String label, int threads) {
    this.label = label;
    this.threads = threads;
  }

  /// Its name in tables.
  String label() {
    return label;
  }

  /// The number of pairs that run at the same time.
  int pairs() {
    return this == CROWDED ? Math.max(2, BenchMachine.cores()) : 1;
  }

  /// Starts the threads, which compute until the result is closed.
  Busy start() {
    return new Busy(threads);
  }

  /// Threads that compute.
  static final class Busy implements AutoCloseable {
    private final List<Thread> all = new ArrayList<>();
    private volatile boolean over;

    private Busy(int threads) {
      for (int i = 0; i < threads; i++) {
        all.add(Thread.ofPlatform().daemon().name("bench-busy").start(this::compute));
      }
    }

    private void compute() {
      while (!over) {
        Thread.onSpinWait();
      }
    }

    @Override
    public void close() {
      over = true;
      for (Thread each : all) {
        try {
          each.join();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
