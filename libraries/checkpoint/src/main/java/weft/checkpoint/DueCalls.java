// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.util.function.BooleanSupplier;
import weft.collective.Group;

/// Decides for a loop at which of its calls a checkpoint is due, so that all ranks decide alike.
/// Only rank 0 looks at the clock. The ranks do not agree at each call: rank 0 predicts from the
/// time of the last calls how many may follow before it must look again.
final class DueCalls {
  /// A request to save is noticed within this time, in nanoseconds.
  private static final long MOST_BETWEEN = 1_000_000_000;

  private final Group group;

  /// Calls until the next agreement, and those between the last two.
  private long left = 1;

  private long between = 1;
  private long agreed = System.nanoTime();

  DueCalls(Group group) {
    this.group = group;
  }

  /// Counts a call, and returns whether a checkpoint is due, which is the same on all ranks.
  ///
  /// @param due the time at which it is, of [System#nanoTime]; only that of rank 0 counts
  /// @param asked whether one is asked for now; only what rank 0 knows counts
  boolean isDue(long due, BooleanSupplier asked) {
    if (--left > 0) {
      return false;
    }
    long calls = 0;
    if (group.rank() == 0) {
      long now = System.nanoTime();
      long time = Math.max(1, (now - agreed) / between);
      agreed = now;
      calls =
          due - now <= 0 || asked.getAsBoolean()
              ? 0
              : Math.clamp(Math.min((due - now) / 2, MOST_BETWEEN) / time, 1, 2 * between);
    }
    calls = group.broadcast(0, calls);
    between = Math.max(1, calls);
    left = between;
    return calls == 0;
  }
}
