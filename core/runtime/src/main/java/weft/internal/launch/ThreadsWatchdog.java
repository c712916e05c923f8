// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import java.time.Duration;
import weft.transport.job.Standstill;
import weft.transport.rings.ThreadsJob;

/// Reports where each rank waits when a job of threads has made no progress for a while: see
/// [Standstill].
public final class ThreadsWatchdog {
  private final ThreadsJob job;
  private final int ranks;
  private final Standstill standstill;

  /// Watches `job`, of `ranks` ranks; a zero `after` means never.
  public ThreadsWatchdog(ThreadsJob job, int ranks, Duration after) {
    this.job = job;
    this.ranks = ranks;
    this.standstill = new Standstill(ranks, after.toNanos(), System.nanoTime());
  }

  /// The time to sleep between two checks, in milliseconds.
  public long pauseMillis() {
    return Math.clamp(standstill.next(System.nanoTime()) / 1_000_000, 10, 1_000);
  }

  /// Checks for a standstill, and reports it.
  public void look() {
    long now = System.nanoTime();
    if (!standstill.isTimeToAsk(now)) {
      return;
    }
    for (int rank = 0; rank < ranks; rank++) {
      if (job.hasEnded(rank)) {
        standstill.finished(rank, now);
      } else {
        standstill.answered(rank, job.activity(rank), now);
      }
    }
    if (standstill.isNew(now)) {
      System.err.print(standstill.heading(now) + job.describe());
    }
  }
}
