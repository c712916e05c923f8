// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.concurrent.locks.LockSupport;
import weft.transport.Waits;

/// How a rank waits that cannot be woken: it looks all the time at first, then after naps, each
/// twice as long as the one before. A rank that is stopped costs the others no core.
final class Backoff {
  private static final int LOOKS = 1_000;
  private static final long SHORTEST_NAP_NANOS = 20_000;
  private static final long LONGEST_NAP_NANOS = 1_000_000;

  private final Waits waits;
  private int looks;
  private long nap = SHORTEST_NAP_NANOS;

  Backoff(Waits waits) {
    this.waits = waits;
  }

  /// Passes the time between two looks.
  void rest() {
    if (looks < LOOKS) {
      looks++;
      waits.spin();
    } else {
      LockSupport.parkNanos(this, nap);
      nap = Math.min(2 * nap, LONGEST_NAP_NANOS);
    }
  }
}
