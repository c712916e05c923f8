// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.util.function.Function;
import weft.bench.collective.Cell;
import weft.bench.collective.Slice;

/// A rank's part of a slice: it creates the call of the slice's cell, and times it in one of two
/// ways.
abstract class TimedSlice implements Errand {
  private final int ranks;
  private final Function<Cell, Runnable> calls;

  /// A barrier of all ranks.
  final Runnable barrier;

  /// `calls` creates the call of a cell.
  TimedSlice(int ranks, Function<Cell, Runnable> calls, Runnable barrier) {
    this.ranks = ranks;
    this.calls = calls;
    this.barrier = barrier;
  }

  @Override
  public final String run(String[] words) {
    Slice slice = Slice.parse(ranks, words);
    return time(slice, calls.apply(slice.cell()));
  }

  /// Times `call`, and answers with a line of [Timing].
  abstract String time(Slice slice, Runnable call);
}
