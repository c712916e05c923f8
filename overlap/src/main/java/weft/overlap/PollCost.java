// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// How long looks are made to take on average, for experiments.
final class PollCost {
  /// What later looks make up for, in nanoseconds.
  private static final long MOST_OWED = 1_000_000;

  private long nanos;

  /// How much too long the last look took: the next one may be shorter.
  private long owed;

  void set(Duration cost) {
    nanos = cost.toNanos();
  }

  boolean isNone() {
    return nanos <= 0;
  }

  /// Waits until a look that began at `began` has taken long enough: asleep, so that ranks that
  /// share a processor do not pay for each other's experiment.
  void await(long began) {
    long until = began + nanos - owed;
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    owed = Math.min(MOST_OWED, System.nanoTime() - until);
  }
}
