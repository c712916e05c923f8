// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.Arrays;
import java.util.function.IntPredicate;
import weft.record.replay.JobMiddle;
import weft.record.replay.WorkReplay;

/// By how much a job would have been shorter without a cause of delay, in nanoseconds: the job is
/// carried out again without it. What belongs to the beginning or to the end of the job stays.
final class Gains {
  /// The most by which the work of a rank grows when it takes over work of another one: what it did
  /// itself says little about where it would do more.
  private static final double MOST_GROWTH = 4;

  final JobMiddle middle;
  private final Totals totals;
  private final WorkReplay replay;

  /// The part of the job that is replayed goes for the whole.
  private final double scale;

  Gains(Totals totals) {
    this.totals = totals;
    this.replay = new WorkReplay(totals.ranks, totals.clock);
    this.middle = new JobMiddle(replay, totals.allStarted());
    double replayed = replay.end() - Math.max(replay.begin(), totals.allStarted());
    this.scale = replayed <= 0 ? 1 : Math.max(1, totals.workLength() / replayed);
  }

  /// The time of each rank in the activities that `which` accepts, without the beginning, the end,
  /// and the pause.
  double[] nanos(Activities which, Pause without) {
    var nanos = new double[totals.count()];
    for (int i = 0; i < nanos.length; i++) {
      IntPredicate ids = which.of(i);
      nanos[i] = replay.nanos(i, ids, middle.from(), middle.until());
      nanos[i] -= replay.nanos(i, ids, without.from(), without.until());
      nanos[i] *= scale;
    }
    return nanos;
  }

  /// A time in which nothing moved.
  ///
  /// @param runner the index of a rank that ran meanwhile, or −1 if all waited
  record Pause(long from, long until, int runner) {
    /// No time.
    static final Pause NONE = new Pause(-1, -1, -1);

    /// The longest one in the middle of the job.
    static Pause longest(Totals totals, JobMiddle middle) {
      var pause = new LongestPause(totals, middle.from(), middle.until());
      return new Pause(pause.from, pause.from + pause.nanos, pause.runner);
    }

    double nanos() {
      return until - from;
    }

    boolean contains(long time) {
      return time >= from && time <= until && until > from;
    }
  }

  /// Which activities of a rank are meant, by the ids of their names.
  @FunctionalInterface
  interface Activities {
    /// Those of the rank at `index`.
    IntPredicate of(int index);
  }

  /// The gain if the work `which`, which takes `nanos` on each rank, were the same on all ranks.
  double ofBalance(Activities which, double[] nanos, Pause without) {
    double mean = Arrays.stream(nanos).average().orElse(0);
    var factors = new double[nanos.length];
    for (int i = 0; i < factors.length; i++) {
      factors[i] = nanos[i] <= 0 ? 1 : Math.min(MOST_GROWTH, mean / nanos[i]);
    }
    var ids = new IntPredicate[nanos.length];
    Arrays.setAll(ids, which::of);
    return scale
        * replay.gain((index, id, from, until) ->
            ids[index].test(id)
                    && middle.contains(from)
                    && middle.contains(until)
                    && !without.contains((from + until) / 2)
                ? factors[index]
                : 1);
  }

  /// The gain if all ranks shared what one of them did in a pause; or if there had been none, when
  /// all ranks waited.
  double ofPause(Pause pause) {
    if (pause.runner() < 0) {
      return pause.until() - pause.from();
    }
    return replay.gain((index, id, from, until) ->
        index == pause.runner() && id == BODY && pause.contains((from + until) / 2)
            ? 1.0 / totals.count()
            : 1);
  }
}
