// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import weft.transport.job.ControlServer;

/// The known state of the process at the other end of a link. It decides when the absence of that
/// process is a failure. A link is two connections, which end with the process. A finished process
/// may end.
final class LinkState {
  /// The time to wait for the end of the second connection. Usually both end, and the last message
  /// may still be in flight.
  static final long LAST_WORD = 200_000_000;

  /// The time to wait for more processes to announce their end: a user may end several together.
  static final long COMPANY = 150_000_000;

  /// The time to wait for the second connection if the first was reset: after a process its kernel
  /// closes both, and may reset only the one with bytes that were not read.
  static final long SECOND_RESET = 1_000_000_000;

  /// Returned by [#due] if nothing has happened.
  static final long NEVER = ControlServer.NEVER;

  /// How a connection has ended.
  enum End {
    /// The kernel of the other host has closed it, since the process is gone.
    CLOSED,
    /// It was reset: by the kernel of the other host, or by something between.
    RESET,
    /// The other host has stopped answering.
    SILENT
  }

  private boolean finished;
  private boolean leaving;
  private boolean silent;
  private boolean closed;
  private int ended;
  private long leavingAt;
  private long endedAt;

  /// Records that the process took part in the job's end.
  void finish() {
    finished = true;
  }

  /// Records that the process announced its end.
  void leave(long now) {
    if (!leaving) {
      leaving = true;
      leavingAt = now;
    }
  }

  /// Records that a connection has ended.
  void end(End how, long now) {
    if (ended == 0) {
      endedAt = now;
    }
    ended++;
    silent |= how == End.SILENT;
    closed |= how == End.CLOSED;
  }

  /// Returns whether the process will send nothing more.
  boolean isOver() {
    return finished || ended > 0;
  }

  /// Returns whether the process took part in the job's end.
  boolean hasFinished() {
    return finished;
  }

  /// Returns whether the process can act on a message.
  boolean canAct() {
    return ended == 0 && !leaving;
  }

  /// Returns whether a connection to the process has ended.
  boolean isGone() {
    return ended > 0;
  }

  /// Returns whether the process announced its end.
  boolean isLeaving() {
    return leaving;
  }

  /// Returns whether its connections were only reset: its process may live.
  boolean isReset() {
    return ended > 0 && !closed && !silent;
  }

  /// Returns whether its host has stopped answering.
  boolean isSilent() {
    return silent;
  }

  /// The number of nanoseconds until its absence is a failure: 0 if it already is one, [#NEVER] if
  /// it is none.
  ///
  /// @param ending whether this process is ending, too. A process that announced its end has then
  ///   not failed
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
    long wait = isReset() ? SECOND_RESET : LAST_WORD;
    return ended > 1 ? 0 : Math.max(0, endedAt + wait - now);
  }
}
