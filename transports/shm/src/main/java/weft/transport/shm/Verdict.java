// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.job.ControlServer;
import weft.transport.job.ExitCause;
import weft.transport.job.ExitCause.Stage;

/// Decides whether the end of a rank's process is a failure of the job.
///
/// A rank's own report usually precedes its exit, but arrives on another path. Ranks that end
/// together do not end at the same instant. So an exit is judged only after a short time, in which
/// its explanation can arrive.
final class Verdict {
  /// The time for a last message of a rank whose socket is still open.
  static final long LAST_WORD = 200_000_000;

  /// The time to accept a pending connection of a rank that has none yet.
  static final long LAST_KNOCK = 20_000_000;

  /// The time for the host to receive a signal that a user sends to all processes. If it does, it
  /// ends the job itself.
  static final long USER_SIGNAL = 500_000_000;

  /// The time within which all ranks that call System.exit(0) do so.
  static final long COMPANY = 150_000_000;

  /// The value of [#next] if there is nothing to wait for.
  static final long NEVER = ControlServer.NEVER;

  private final RankState[] ranks;
  private @Nullable RankState late;
  private long next = NEVER;

  Verdict(RankState[] ranks) {
    this.ranks = ranks;
  }

  /// Returns the rank whose exit is a failure, or null if there is none yet.
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

  /// Whether every rank has ended and every end has been judged. Then an exit that [#judge] has not
  /// returned is not a failure.
  boolean isComplete() {
    for (RankState rank : ranks) {
      if (!rank.judged) {
        return false;
      }
    }
    return true;
  }

  /// The number of nanoseconds after which [#judge] can decide more without a new event, or
  /// [#NEVER].
  long next() {
    return next;
  }

  /// The first rank that ended with an error after the job's end, or null.
  @Nullable RankState late() {
    return late;
  }

  /// The report about a rank that [#judge] or [#late] returned.
  static FailureReport report(RankState rank) {
    Stage stage = rank.finished ? Stage.FINISHED : rank.joined ? Stage.JOINED : Stage.NOT_JOINED;
    String process = "(pid " + rank.pid + ")";
    return new FailureReport(rank.rank, "", ExitCause.of(process, rank.pid, rank.code, stage), "");
  }
}
