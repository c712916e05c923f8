// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import weft.bench.collective.Cell;
import weft.bench.collective.Slice;
import weft.bench.collective.Timing;
import weft.bench.harness.OwnThread;

/// A rank's part of a slice, as in peers/mpi_collectives.c. Each call is timed separately, as in
/// OSU's benchmarks, or together with a barrier before it. Another barrier before that, and the
/// work before it, are not timed.
final class TimedLoop extends TimedSlice {
  private final Function<Cell, @Nullable Runnable> before;
  private final boolean turns;

  /// Nanoseconds of the work before calls, of the timed parts, and of the calls alone.
  private long firstTook;

  private long timed;
  private long alone;

  /// `calls` creates the call of a cell, and `before` the rank's own work before each call, or
  /// null. `turns` tells whether a barrier is timed with each call.
  TimedLoop(
      int ranks,
      Function<Cell, Runnable> calls,
      Function<Cell, @Nullable Runnable> before,
      Runnable barrier,
      boolean turns) {
    super(ranks, calls, barrier);
    this.before = before;
    this.turns = turns;
  }

  @Override
  String time(Slice slice, Runnable call) {
    @Nullable Runnable first = before.apply(slice.cell());
    boolean between = !slice.cell().name().equals("barrier");
    long switches = OwnThread.switches();
    barrier.run();
    loop(first, call, between, slice.warm());
    long allocated = OwnThread.allocated();
    long began = System.nanoTime();
    loop(first, call, between, slice.count());
    long loop = System.nanoTime() - began;
    allocated = OwnThread.allocated() - allocated;
    long firstTook = this.firstTook;
    // A rank that answers then sleeps until the next request, and others may still need it for the
    // last call.
    barrier.run();
    return Timing.line(timed, alone, loop, firstTook, OwnThread.switches() - switches, allocated);
  }

  private void loop(@Nullable Runnable first, Runnable call, boolean between, long count) {
    long timed = 0;
    long alone = 0;
    long firstTook = 0;
    for (long i = 0; i < count; i++) {
      if (first != null) {
        long before = System.nanoTime();
        first.run();
        firstTook += System.nanoTime() - before;
      }
      if (between) {
        barrier.run();
      }
      long began = System.nanoTime();
      long entered = began;
      if (turns) {
        barrier.run();
        entered = System.nanoTime();
      }
      call.run();
      long ended = System.nanoTime();
      timed += ended - began;
      alone += ended - entered;
    }
    this.firstTook = firstTook;
    this.timed = timed;
    this.alone = alone;
  }
}
