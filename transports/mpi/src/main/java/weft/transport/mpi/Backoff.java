// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.concurrent.locks.LockSupport;
import weft.transport.Waits;

/// The wait of a rank that cannot be woken. It polls continuously at first, then after naps, each
/// twice as long as the one before. A stopped rank does not occupy a core.
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

  /// Waits between two polls.
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
