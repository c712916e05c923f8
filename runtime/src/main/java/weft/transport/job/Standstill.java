// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.util.Arrays;

/// Notices when all ranks of a job wait and nothing moves.
///
/// Ranks are asked now and then; one that does not answer (it is paused, or in a debugger) is not
/// asked again until it does, and keeps the job from being called still.
public final class Standstill {
  private static final long SECOND = 1_000_000_000;
  private static final long SHORTEST = SECOND / 20;
  private static final int PAUSED = 3;

  private final long stall;
  private final long interval;
  private final long[] activity;
  private final boolean[] asked;
  private long askAt;
  private long still;
  private int finished;
  private boolean told;

  /// Watches `ranks` ranks; the job stands still after `stall` nanoseconds, never if that is 0.
  public Standstill(int ranks, long stall, long now) {
    this.stall = stall;
    this.interval = Math.clamp(stall / 4, SHORTEST, SECOND);
    this.activity = new long[ranks];
    this.asked = new boolean[ranks];
    this.askAt = now + interval;
    this.still = now;
    Arrays.fill(activity, -1);
  }

  /// After how many nanoseconds the ranks should be asked again; [ControlServer#NEVER] for never.
  public long next(long now) {
    return stall == 0 ? ControlServer.NEVER : Math.max(0, askAt - now);
  }

  /// Whether it is time to ask; if so the next time is an interval later.
  public boolean isTimeToAsk(long now) {
    if (stall == 0 || now - askAt < 0) {
      return false;
    }
    if (now - askAt > PAUSED * interval) {
      // The whole job was paused, by Ctrl-Z perhaps: that time does not count.
      still = now;
    }
    askAt = now + interval;
    return true;
  }

  /// Whether `rank` has answered all questions; if so it counts as asked once more.
  public boolean ask(int rank) {
    if (asked[rank]) {
      return false;
    }
    asked[rank] = true;
    return true;
  }

  /// What a rank has answered: a number that grows with all that it does, or −1 when it does not
  /// wait.
  public void answered(int rank, long activity, long now) {
    asked[rank] = false;
    if (activity < 0 || activity != this.activity[rank]) {
      this.activity[rank] = activity;
      still = now;
      told = false;
    }
  }

  /// A rank that has taken part in the job's end waits for nothing, and nobody waits for it.
  public void finished(int rank) {
    finished++;
    asked[rank] = false;
    activity[rank] = 0;
  }

  /// Whether the job stands still, and nobody has been told.
  public boolean isNew(long now) {
    if (stall == 0 || told || finished == activity.length || now - still < stall) {
      return false;
    }
    for (int rank = 0; rank < activity.length; rank++) {
      if (asked[rank] || activity[rank] < 0) {
        return false;
      }
    }
    told = true;
    return true;
  }

  /// For how many whole seconds nothing has moved.
  public long seconds(long now) {
    return (now - still) / SECOND;
  }
}
