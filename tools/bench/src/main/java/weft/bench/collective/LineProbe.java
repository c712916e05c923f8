// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Measures the current distance between the machine's processors: a cache line goes back and forth
/// between two threads of the driver.
final class LineProbe implements AutoCloseable {
  private static final int TRIPS = 2_000;
  private static final long PATIENCE_NANOS = 20_000_000;
  private static final int AT = 32;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] words = new long[64];
  private final ExecutorService other =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("line-probe").factory());

  /// The one-way time of a cache line in nanoseconds, or NaN if there is no second processor.
  double nanos() {
    WORD.setVolatile(words, AT, 0L);
    long patience = System.nanoTime() + PATIENCE_NANOS;
    Future<?> answer = other.submit(() -> answer(patience));
    if (!await(1, patience)) {
      return Double.NaN;
    }
    long began = System.nanoTime();
    boolean there = true;
    for (long i = 1; i <= TRIPS && there; i++) {
      WORD.setRelease(words, AT, 2 * i);
      there = await(2 * i + 1, patience);
    }
    long nanos = System.nanoTime() - began;
    try {
      answer.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return there ? nanos / (2.0 * TRIPS) : Double.NaN;
  }

  private void answer(long patience) {
    WORD.setRelease(words, AT, 1L);
    boolean there = true;
    for (long i = 1; i <= TRIPS && there; i++) {
      there = await(2 * i, patience);
      WORD.setRelease(words, AT, 2 * i + 1);
    }
  }

  private boolean await(long value, long patience) {
    for (int spins = 1; (long) WORD.getAcquire(words, AT) != value; spins++) {
      if ((spins & 0xFFFF) == 0 && System.nanoTime() > patience) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    other.shutdownNow();
  }
}
