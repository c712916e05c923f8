// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import weft.Rsr1;
import weft.World;

/// A rank that sleeps while it waits, and is woken by a message.
public final class WaitLoop {
  private static final long MILLI = 1_000_000;

  private final BenchBoard board;
  private final World world;
  private final int peer;
  private final Rsr1 wake;
  private final SplittableRandom random;
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long woken;

  /// Registers a handler.
  public WaitLoop(BenchBoard board, World world, int peer, long seed) {
    this.board = board;
    this.world = world;
    this.peer = peer;
    this.random = new SplittableRandom(seed);
    this.wake = world.rsr1("wake", (source, sentAt) -> woken(System.nanoTime() - sentAt));
  }

  private void woken(long nanos) {
    board.value((int) (woken++ % BenchBoard.MOST_VALUES), nanos);
  }

  /// Sends the wake-up and flushes it: over MPI nothing leaves while its sender sleeps.
  private void wake() {
    wake.send(peer, System.nanoTime());
    world.flush();
  }

  private void sleep(long millis) {
    long until = System.nanoTime() + millis * MILLI;
    for (long rest = until - System.nanoTime(); rest > 0; rest = until - System.nanoTime()) {
      LockSupport.parkNanos(rest);
    }
  }

  /// The follower waits `count` times for `size` milliseconds. Its figure is the processor time of
  /// its whole process meanwhile.
  public SliceWork waiting() {
    return new SliceWork() {
      @Override
      public long lead(int size, long count) {
        long began = System.nanoTime();
        for (long i = 0; i < count; i++) {
          sleep(size);
          wake();
        }
        return System.nanoTime() - began;
      }

      @Override
      public long follow(int size, long count) {
        long began = system.getProcessCpuTime();
        await(count);
        return system.getProcessCpuTime() - began;
      }
    };
  }

  /// The follower waits `count` times, long enough to sleep. The values are the times from before
  /// each send until its handler ran.
  public SliceWork waking() {
    return new SliceWork() {
      @Override
      public long lead(int size, long count) {
        long began = System.nanoTime();
        for (long i = 0; i < count; i++) {
          // Long enough to fall asleep, and not synchronized with any timer.
          sleep(1);
          LockSupport.parkNanos(random.nextLong(3 * MILLI));
          wake();
        }
        return System.nanoTime() - began;
      }

      @Override
      public long follow(int size, long count) {
        await(count);
        return count;
      }
    };
  }

  private void await(long count) {
    woken = 0;
    for (long i = 1; i <= count; i++) {
      long wanted = i;
      world.pollUntil(() -> woken >= wanted);
    }
  }
}
