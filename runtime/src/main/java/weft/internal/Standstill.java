// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.time.Duration;
import weft.transport.ThreadsJob;

/// Tells, once per standstill, who waits where: when all ranks of a job of threads wait, and
/// nothing has moved for a while.
public final class Standstill {
  private final ThreadsJob job;
  private final long nanos;
  private long activity = -1;
  private long since;
  private boolean told;

  /// Watches `job`; a zero `after` means never.
  public Standstill(ThreadsJob job, Duration after) {
    this.job = job;
    this.nanos = after.toNanos();
  }

  /// How long to sleep between two looks, in milliseconds.
  public long pauseMillis() {
    return nanos == 0 ? 1_000 : Math.clamp(nanos / 4_000_000, 10, 1_000);
  }

  /// Looks, and tells.
  public void look() {
    if (nanos == 0) {
      return;
    }
    long now = System.nanoTime();
    long seen = job.activity();
    if (seen < 0 || seen != activity) {
      activity = seen;
      since = now;
      told = false;
    } else if (!told && now - since >= nanos) {
      told = true;
      System.err.print(
          "weft: nothing has moved for "
              + (now - since) / 1_000_000_000
              + " s; who waits where:\n"
              + job.describe());
    }
  }
}
