// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.function.IntFunction;
import weft.bench.harness.OwnThread;

/// One of two ranks that execute the driver's commands: rank 0 leads each slice, and rank 1
/// follows.
public final class SliceLoop {
  private final BenchBoard board;
  private final int rank;
  private final IntFunction<SliceWork> works;

  /// `works` gives the work of the kind with a number.
  public SliceLoop(BenchBoard board, int rank, IntFunction<SliceWork> works) {
    this.board = board;
    this.rank = rank;
    this.works = works;
  }

  /// Executes commands until the driver says stop.
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
    long switches = OwnThread.switches();
    board.clear();
    board.awaitReady(number);
    long before = board.lineLead();
    long allocated = OwnThread.allocated();
    long nanos = work.lead(size, count);
    allocated = OwnThread.allocated() - allocated;
    long after = board.lineLead();
    board.awaitDone(number);
    board.report(number, nanos, before, after, allocated, OwnThread.switches() - switches);
  }

  private void follow(long number, SliceWork work, int size, long count) {
    long switches = OwnThread.switches();
    board.ready(number);
    board.lineFollow();
    long allocated = OwnThread.allocated();
    long extra = work.follow(size, count);
    allocated = OwnThread.allocated() - allocated;
    board.lineFollow();
    board.done(number, allocated, OwnThread.switches() - switches, extra);
  }
}
