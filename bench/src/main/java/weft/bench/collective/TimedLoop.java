// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/// A rank's part of a slice, as in OSU's benchmarks and in peers/mpi_collectives.c: each call is
/// timed for itself, the barrier between two calls is not, nor what is done before that barrier.
final class TimedLoop extends TimedSlice {
  private final Function<Cell, Runnable> before;

  /// Nanoseconds of what is done before calls.
  private long firstTook;

  /// `calls` makes what one cell calls, `before` what a rank does for itself before each call.
  TimedLoop(
      int ranks,
      Function<Cell, Runnable> calls,
      Function<Cell, Runnable> before,
      Runnable barrier) {
    super(ranks, calls, barrier);
    this.before = before;
  }

  @Override
  String time(Slice slice, Runnable call) {
    Runnable first = before.apply(slice.cell());
    boolean between = !slice.cell().name().equals("barrier");
    long switches = switches();
    barrier.run();
    loop(first, call, between, slice.warm());
    long allocated = allocated();
    firstTook = 0;
    long began = System.nanoTime();
    long calling = loop(first, call, between, slice.count());
    long loop = System.nanoTime() - began;
    allocated = allocated() - allocated;
    // Who answers sleeps until it is asked again, and others may still need it for the last call.
    barrier.run();
    return Timing.line(calling, loop, firstTook, switches() - switches, allocated);
  }

  private long loop(Runnable first, Runnable call, boolean between, long count) {
    long calling = 0;
    for (long i = 0; i < count; i++) {
      long began = System.nanoTime();
      first.run();
      firstTook += System.nanoTime() - began;
      if (between) {
        barrier.run();
      }
      began = System.nanoTime();
      call.run();
      calling += System.nanoTime() - began;
    }
    return calling;
  }

  /// How often this thread has been taken off its processor.
  private static long switches() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/thread-self/status"))) {
        if (line.startsWith("nonvoluntary_ctxt_switches:")) {
          return Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
        }
      }
      return 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
