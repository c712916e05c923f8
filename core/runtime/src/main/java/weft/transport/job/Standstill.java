// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.util.Arrays;
import java.util.StringJoiner;

/// Detects a job without progress: all of its ranks wait, or some wait and the others compute and
/// neither send nor receive. Each of the two is reported once.
///
/// Ranks are queried periodically. A rank that does not answer (it is paused, or in a debugger) is
/// not queried again until it does. Meanwhile there is no standstill.
public final class Standstill {
  private static final long SECOND = 1_000_000_000;
  private static final long SHORTEST = SECOND / 20;
  private static final int PAUSED = 3;
  private static final int NAMED = 8;

  private final long stall;
  private final long interval;
  private final long[] activity;
  private final boolean[] asked;
  private final boolean[] ended;
  private long askAt;
  private long still;
  private boolean reported;

  /// A rank that computes, and sometimes waits without progress, is reported once until there is
  /// progress.
  private boolean reportedComputing;

  /// Watches `ranks` ranks; the job stands still after `stall` nanoseconds, or never if that is 0.
  public Standstill(int ranks, long stall, long now) {
    this.stall = stall;
    this.interval = Math.clamp(stall / 4, SHORTEST, SECOND);
    this.activity = new long[ranks];
    this.asked = new boolean[ranks];
    this.ended = new boolean[ranks];
    this.askAt = now + interval;
    this.still = now;
    Arrays.fill(activity, -1);
  }

  /// The nanoseconds until the next query of the ranks; [ControlServer#NEVER] for never.
  public long next(long now) {
    return stall == 0 ? ControlServer.NEVER : Math.max(0, askAt - now);
  }

  /// Whether it is time to query the ranks. If so, the next time is an interval later.
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

  /// Returns whether `rank` has answered all queries; if so, counts one more query to it.
  public boolean ask(int rank) {
    if (asked[rank]) {
      return false;
    }
    asked[rank] = true;
    return true;
  }

  /// Records the answer of a rank: its [weft.transport.Transport.Watcher#activity()].
  public void answered(int rank, long activity, long now) {
    asked[rank] = false;
    if (!ended[rank] && activity != this.activity[rank]) {
      if (moved(activity) != moved(this.activity[rank])) {
        reportedComputing = false;
      }
      this.activity[rank] = activity;
      still = now;
      reported = false;
    }
  }

  private static long moved(long activity) {
    return activity < 0 ? ~activity : activity;
  }

  /// Records that a rank has taken part in the job's end: it waits for no other, and no other waits
  /// for it.
  public void finished(int rank, long now) {
    asked[rank] = false;
    if (!ended[rank]) {
      ended[rank] = true;
      still = now;
      reported = false;
      reportedComputing = false;
    }
  }

  /// Whether some rank waits, nothing moves, and this has not been reported.
  public boolean isNew(long now) {
    if (stall == 0 || now - still < stall) {
      return false;
    }
    boolean anyWaits = false;
    boolean anyComputes = false;
    for (int rank = 0; rank < activity.length; rank++) {
      if (asked[rank]) {
        return false;
      }
      anyWaits |= !ended[rank] && activity[rank] >= 0;
      anyComputes |= computes(rank);
    }
    if (!anyWaits || (anyComputes ? reportedComputing : reported)) {
      return false;
    }
    reported = true;
    reportedComputing |= anyComputes;
    return true;
  }

  private boolean computes(int rank) {
    return !ended[rank] && activity[rank] < 0;
  }

  /// The line above those of the ranks.
  public String heading(long now) {
    var computing = new StringJoiner(", ");
    int count = 0;
    for (int rank = 0; rank < activity.length; rank++) {
      if (computes(rank) && ++count <= NAMED) {
        computing.add(Integer.toString(rank));
      }
    }
    String who =
        switch (count) {
          case 0 -> "";
          case 1 -> " while rank " + computing + " makes no call";
          default ->
              count <= NAMED
                  ? " while the ranks " + computing + " make no call"
                  : " while " + count + " ranks make no call";
        };
    long seconds = (now - still) / SECOND;
    return "weft: nothing has moved for " + seconds + " s" + who + "; who waits where:\n";
  }
}
