// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Threads that share work in pieces. The caller is one of them.
final class Crew implements AutoCloseable {
  private final int threads;
  private final ExecutorService others;

  Crew(int threads) {
    this.threads = threads;
    this.others =
        Executors.newFixedThreadPool(
            Math.max(1, threads - 1), Thread.ofPlatform().daemon().factory());
  }

  /// A piece of work.
  @FunctionalInterface
  interface Piece {
    /// Executes a piece.
    ///
    /// @param thread the number of the thread, from 0
    /// @param piece the number of the piece
    void run(int thread, int piece);
  }

  /// The number of threads.
  int threads() {
    return threads;
  }

  /// Executes all pieces. A free thread takes the next one.
  void all(int pieces, Piece work) {
    var next = new AtomicInteger();
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      int thread = i;
      ends.add(others.submit(() -> take(thread, next, pieces, work)));
    }
    take(0, next, pieces, work);
    for (Future<?> end : ends) {
      await(end);
    }
  }

  private static void take(int thread, AtomicInteger next, int pieces, Piece work) {
    for (int piece = next.getAndIncrement(); piece < pieces; piece = next.getAndIncrement()) {
      work.run(thread, piece);
    }
  }

  private static void await(Future<?> end) {
    try {
      end.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while other threads compute", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a thread failed", e.getCause());
    }
  }

  @Override
  public void close() {
    others.shutdown();
  }
}
