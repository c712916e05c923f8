// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

/// What a job's host knows of one rank.
final class RankState {
  /// The exit code of a process that still runs.
  static final int RUNNING = -1;

  /// The rank.
  final int rank;

  /// Its process.
  final long pid;

  /// It has shown the token.
  boolean joined;

  /// It has mapped the memory.
  boolean mapped;

  /// It has taken part in the collective end.
  boolean finished;

  /// Its control socket is open, so that a word of it may still come.
  boolean linked;

  /// Its exit code, or [#RUNNING].
  int code = RUNNING;

  /// When its exit was seen, by [System#nanoTime].
  long endedAt;

  /// Its exit has been weighed.
  boolean judged;

  RankState(int rank, long pid) {
    this.rank = rank;
    this.pid = pid;
  }

  /// Whether its process runs.
  boolean runs() {
    return code == RUNNING;
  }

  /// Its process has ended.
  void ended(int code, long now) {
    this.code = code;
    this.endedAt = now;
  }
}
