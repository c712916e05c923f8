// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.util.function.Function;
import weft.bench.collective.Cell;
import weft.bench.collective.Slice;
import weft.bench.collective.Timing;
import weft.bench.harness.OwnThread;

/// A rank's part of a slice of Table 1: many calls timed as one block. One barrier precedes the
/// start of the clock, and one precedes its stop.
final class TimedBlock extends TimedSlice {
  /// `calls` creates the call of a cell.
  TimedBlock(int ranks, Function<Cell, Runnable> calls, Runnable barrier) {
    super(ranks, calls, barrier);
  }

  @Override
  String time(Slice slice, Runnable call) {
    for (long i = 0; i < slice.warm(); i++) {
      call.run();
    }
    barrier.run();
    long allocated = OwnThread.allocated();
    long began = System.nanoTime();
    for (long i = 0; i < slice.count(); i++) {
      call.run();
    }
    barrier.run();
    long nanos = System.nanoTime() - began;
    allocated = OwnThread.allocated() - allocated;
    return Timing.line(nanos, nanos, nanos, 0, 0, allocated);
  }
}
