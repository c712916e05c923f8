// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.job.ControlServer;

/// Decides what the end of a rank's process means: nothing, or a failure of the job.
///
/// A rank's own report usually comes before its exit, but on another path; and ranks that end
/// together do not end at the same instant. So an exit is weighed only after a moment, in which
/// what explains it can arrive.
final class Verdict {
  /// A rank whose socket is still open may have a word on the way.
  static final long LAST_WORD = 200_000_000;

  /// A rank without a socket may have one that is not accepted yet.
  static final long LAST_KNOCK = 20_000_000;

  /// A signal that a user sends to all reaches the host, too, which then ends the job by itself.
  static final long USER_SIGNAL = 100_000_000;

  /// Ranks that all call System.exit(0) do so one after the other.
  static final long COMPANY = 150_000_000;

  /// What [#next] returns when there is nothing to wait for.
  static final long NEVER = ControlServer.NEVER;

  private final RankState[] ranks;
  private @Nullable RankState late;
  private long next = NEVER;

  Verdict(RankState[] ranks) {
    this.ranks = ranks;
  }

  /// The rank whose exit is a failure, or null when there is none yet.
  @Nullable RankState judge(long now) {
    next = NEVER;
    boolean joined = false;
    boolean running = false;
    RankState leaver = null;
    long lastLeft = 0;
    for (RankState rank : ranks) {
      joined |= rank.joined;
      if (rank.runs()) {
        running = true;
      } else if (rank.judged || isReady(rank, now)) {
        rank.judged = true;
        if (rank.code != 0 && !rank.finished) {
          return rank;
        }
        if (rank.code != 0 && late == null) {
          late = rank;
        }
        if (rank.code == 0 && !rank.finished) {
          lastLeft = leaver == null ? rank.endedAt : Math.max(lastLeft, rank.endedAt);
          leaver = leaver == null ? rank : leaver;
        }
      }
    }
    return leaver != null && joined && running && isOver(lastLeft + COMPANY, now) ? leaver : null;
  }

  private boolean isReady(RankState rank, long now) {
    long wait = rank.linked ? LAST_WORD : rank.joined ? 0 : LAST_KNOCK;
    if (ExitCause.isByUser(rank.code)) {
      wait = Math.max(wait, USER_SIGNAL);
    }
    return isOver(rank.endedAt + wait, now);
  }

  private boolean isOver(long due, long now) {
    if (now - due >= 0) {
      return true;
    }
    next = next == NEVER ? due - now : Math.min(next, due - now);
    return false;
  }

  /// Whether every rank has ended and its end has been weighed: what [#judge] has not named by then
  /// is no failure.
  boolean isComplete() {
    for (RankState rank : ranks) {
      if (!rank.judged) {
        return false;
      }
    }
    return true;
  }

  /// After how many nanoseconds [#judge] can say more without anything happening, or [#NEVER].
  long next() {
    return next;
  }

  /// The first rank that ended badly after the job's end, or null.
  @Nullable RankState late() {
    return late;
  }

  /// The report of a rank that [#judge] or [#late] named.
  static FailureReport report(RankState rank) {
    return new FailureReport(rank.rank, "", ExitCause.of(rank), "");
  }
}
