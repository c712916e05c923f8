// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import weft.transport.job.ControlServer;

/// What is known of the process at the other end of a link, and from when on its absence is a
/// failure. A link is two connections, and ends with its process; a finished process may go.
final class LinkState {
  /// The end of one connection is usually that of the other; what was said there last may be on its
  /// way.
  static final long LAST_WORD = 200_000_000;

  /// Processes that a user ends together tell of it one after the other.
  static final long COMPANY = 150_000_000;

  /// What [#due] returns when nothing has happened.
  static final long NEVER = ControlServer.NEVER;

  private boolean finished;
  private boolean leaving;
  private boolean silent;
  private int ended;
  private long leavingAt;
  private long endedAt;

  /// It has taken part in the job's end.
  void finish() {
    finished = true;
  }

  /// It has said that it ends.
  void leave(long now) {
    if (!leaving) {
      leaving = true;
      leavingAt = now;
    }
  }

  /// One of its connections has ended: because its host has been silent, or else because the
  /// process is gone.
  void end(boolean silent, long now) {
    if (ended == 0) {
      endedAt = now;
    }
    ended++;
    this.silent |= silent;
  }

  /// Whether nothing more is to be expected from it.
  boolean isOver() {
    return finished || ended > 0;
  }

  /// Whether it has taken part in the job's end.
  boolean hasFinished() {
    return finished;
  }

  /// Whether it can act on what it is told.
  boolean canAct() {
    return ended == 0 && !leaving;
  }

  /// Whether its connections have ended.
  boolean isGone() {
    return ended > 0;
  }

  /// Whether it has said that it ends.
  boolean isLeaving() {
    return leaving;
  }

  /// Whether its host has not answered.
  boolean isSilent() {
    return silent;
  }

  /// After how many nanoseconds its absence is a failure: 0 if it is one, [#NEVER] if there is
  /// none.
  ///
  /// @param ending whether this process is ending, too: then nobody may have failed who says so
  long due(boolean ending, long now) {
    if (finished || (leaving && ending)) {
      return NEVER;
    }
    if (leaving) {
      return Math.max(0, leavingAt + COMPANY - now);
    }
    if (ended == 0) {
      return NEVER;
    }
    return ended > 1 ? 0 : Math.max(0, endedAt + LAST_WORD - now);
  }
}
