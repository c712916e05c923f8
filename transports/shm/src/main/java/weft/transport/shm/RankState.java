// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

/// The state of one rank, as its job's host knows it.
final class RankState {
  /// The exit code of a process that still runs.
  static final int RUNNING = -1;

  /// The rank.
  final int rank;

  /// The id of its process.
  final long pid;

  /// Whether it has shown the token.
  boolean joined;

  /// Whether it has mapped the memory.
  boolean mapped;

  /// Whether it took part in the collective end.
  boolean finished;

  /// Whether its control socket is open, so that a message may still arrive.
  boolean linked;

  /// Its exit code, or [#RUNNING].
  int code = RUNNING;

  /// The time when its exit was seen, by [System#nanoTime].
  long endedAt;

  /// Whether its exit has been judged.
  boolean judged;

  RankState(int rank, long pid) {
    this.rank = rank;
    this.pid = pid;
  }

  /// Whether its process still runs.
  boolean runs() {
    return code == RUNNING;
  }

  /// Records that its process has ended.
  void ended(int code, long now) {
    this.code = code;
    this.endedAt = now;
  }
}
