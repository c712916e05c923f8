// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Function;

/// A rank's part of a slice of Table 1: many calls as one block, between a barrier before the clock
/// starts and one before it stops.
final class TimedBlock implements Errand {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final int ranks;
  private final Function<Cell, Runnable> calls;
  private final Runnable barrier;

  /// `calls` makes what one cell calls.
  TimedBlock(int ranks, Function<Cell, Runnable> calls, Runnable barrier) {
    this.ranks = ranks;
    this.calls = calls;
    this.barrier = barrier;
  }

  @Override
  public String run(String[] words) {
    Slice slice = Slice.parse(ranks, words);
    Runnable call = calls.apply(slice.cell());
    for (long i = 0; i < slice.warm(); i++) {
      call.run();
    }
    barrier.run();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long began = System.nanoTime();
    for (long i = 0; i < slice.count(); i++) {
      call.run();
    }
    barrier.run();
    long nanos = System.nanoTime() - began;
    allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
    return Timing.line(nanos, nanos, 0, allocated);
  }
}
