// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;

/// One of two ranks that do what the driver commands: rank 0 leads each slice, rank 1 follows.
public final class SliceLoop {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final BenchBoard board;
  private final int rank;
  private final IntFunction<SliceWork> works;

  /// `works` says what the kind with this number does.
  public SliceLoop(BenchBoard board, int rank, IntFunction<SliceWork> works) {
    this.board = board;
    this.rank = rank;
    this.works = works;
  }

  /// Returns when the driver has said that it is over.
  public void obey() {
    for (long number = 1; ; number++) {
      board.awaitCommand(number);
      if (board.kind() == BenchBoard.STOP) {
        return;
      }
      SliceWork work = works.apply(board.kind());
      int size = (int) board.size();
      long count = board.count();
      if (rank == 0) {
        lead(number, work, size, count);
      } else {
        follow(number, work, size, count);
      }
    }
  }

  private void lead(long number, SliceWork work, int size, long count) {
    long switches = switches();
    board.clear();
    board.awaitReady(number);
    long before = board.lineLead();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long nanos = work.lead(size, count);
    allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
    long after = board.lineLead();
    board.awaitDone(number);
    board.report(number, nanos, before, after, allocated, switches() - switches);
  }

  private void follow(long number, SliceWork work, int size, long count) {
    long switches = switches();
    board.ready(number);
    board.lineFollow();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long extra = work.follow(size, count);
    allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
    board.lineFollow();
    board.done(number, allocated, switches() - switches, extra);
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
