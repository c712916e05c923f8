// SPDX-License-Identifier: Apache-2.0
package weft.record.replay;

/// The time of a job without its beginning and its end, in which one rank works alone: it reads the
/// input before the others can begin, or writes the result when they have done their part. That is
/// how such programs are, and no fault of that rank.
///
/// A rank works alone from the end of one of its waits to the begin of the next if the others are
/// hardly busy meanwhile. So a rank that has more work than the others in the only step of a
/// program does not: they were busy with theirs when it began.
public final class JobMiddle {
  /// The share of the time in which others may be busy while a rank works alone, and the share of
  /// their work that belongs to the beginning or to the end.
  private static final double LITTLE = 0.05;

  /// The share of the others' turns, and their number, that belong to the beginning or to the end.
  private static final double FEW = 0.1;

  private static final int FEW_TURNS = 3;

  /// Shorter times are not looked at, as a share of the job.
  private static final double SHORT = 0.005;

  private final WorkReplay replay;
  private final BusyRanks busy;
  private final long started;
  private long from;
  private long until;

  /// Finds the middle of a job whose last rank started at `started`.
  public JobMiddle(WorkReplay replay, long started) {
    this.replay = replay;
    this.started = Math.max(started, replay.begin());
    this.from = this.started;
    this.until = replay.end();
    this.busy = replay.busy();
    long least = (long) (SHORT * Math.max(1, replay.end() - this.started));
    for (int i = 0; i < replay.count() && replay.count() > 1; i++) {
      int index = i;
      var begin = new long[1];
      replay.runs(i, least, it -> begin[0] = it, end -> look(index, begin[0], end));
    }
    until = Math.max(from, until);
  }

  private void look(int index, long begin, long end) {
    RankPieces own = replay.rank(index);
    double busy = others(own, end) - others(own, begin);
    double before = others(own, begin) - others(own, started);
    double after = others(own, replay.end()) - others(own, end);
    int others = replay.count() - 1;
    if (busy > LITTLE * others * (end - begin)) {
      return;
    }
    double turns = turns(own, replay.end());
    double few = Math.max(FEW_TURNS * others, FEW * turns);
    double little = LITTLE * (before + busy + after);
    if (before <= little && turns(own, begin) <= few) {
      from = Math.max(from, end);
    }
    if (after <= little && turns - turns(own, end) <= few) {
      until = Math.min(until, begin);
    }
  }

  /// The time for which other ranks were busy before `time`.
  private double others(RankPieces own, long time) {
    return busy.nanosBefore(time) - own.busyBefore(time);
  }

  /// How often the bodies of other ranks had gone on before `time`.
  private double turns(RankPieces own, long time) {
    return busy.turnsBefore(time) - own.bodiesBefore(time);
  }

  /// When the beginning is over.
  public long from() {
    return from;
  }

  /// When the end begins.
  public long until() {
    return until;
  }

  /// Whether `time` is in the middle.
  public boolean contains(long time) {
    return time >= from && time <= until;
  }
}
