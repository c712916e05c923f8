// SPDX-License-Identifier: Apache-2.0
package weft.record.reading;

import static weft.recording.RecordingLayout.*;

import java.util.List;
import weft.recording.RecordedRank;

/// Converts times to the clock of rank 0. Ranks of one host share a clock. Other ranks compared
/// theirs with that of rank 0 at the start and at the end, and the difference is interpolated
/// linearly. Times are nanoseconds since the first rank began to record.
public final class CommonClock {
  private final long[] first;
  private final long[] last;
  private final long[] offset;
  private final double[] slope;
  private final long[] error;
  private long origin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;
  private long worst;
  private boolean compared;

  /// The common clock of ranks.
  public CommonClock(List<RecordedRank> ranks) {
    int count = ranks.size();
    this.first = new long[count];
    this.last = new long[count];
    this.offset = new long[count];
    this.slope = new double[count];
    this.error = new long[count];
    for (int i = 0; i < count; i++) {
      read(i, ranks.get(i), ranks.getFirst());
    }
    for (int i = 0; i < count; i++) {
      origin = Math.min(origin, onRank0(i, ranks.get(i).start()));
      end = Math.max(end, onRank0(i, ranks.get(i).until()));
    }
  }

  private void read(int i, RecordedRank rank, RecordedRank base) {
    if (rank.clock() == base.clock()) {
      return;
    }
    compared = true;
    long comparisons = rank.word(H_CLOCKS);
    if (comparisons == 0) {
      // It ended before a comparison, so use the time of day.
      offset[i] =
          (rank.word(H_START_MILLIS) - base.word(H_START_MILLIS)) * 1_000_000
              + base.start()
              - rank.start();
      error[i] = 1_000_000_000;
    } else {
      first[i] = rank.word(H_FIRST_CLOCK);
      last[i] = first[i];
      offset[i] = rank.word(H_FIRST_CLOCK + 1);
      error[i] = rank.word(H_FIRST_CLOCK + 2);
      if (comparisons == 2) {
        last[i] = Math.max(first[i], rank.word(H_LAST_CLOCK));
        long span = last[i] - first[i];
        slope[i] =
            span <= 0 ? 0 : (double) (rank.word(H_LAST_CLOCK + 1) - offset[i]) / (double) span;
        error[i] = Math.max(error[i], rank.word(H_LAST_CLOCK + 2));
      }
    }
    worst = Math.max(worst, error[i]);
  }

  /// Converts a time of one rank to the clock of rank 0. Before the first and after the last
  /// comparison the difference is constant: extrapolation would enlarge the error of a short
  /// interval.
  private long onRank0(int i, long time) {
    if (slope[i] == 0) {
      return time + offset[i];
    }
    long between = Math.clamp(time, first[i], last[i]) - first[i];
    return time + offset[i] + Math.round(slope[i] * between);
  }

  /// Converts the time `time` on the clock of the rank at index `i`.
  public long time(int i, long time) {
    return onRank0(i, time) - origin;
  }

  /// The length of the recording, from the first rank's begin to the last rank's end.
  public long length() {
    return Math.max(0, end - origin);
  }

  /// The greatest error in nanoseconds; 0 if all ranks share a clock.
  public long error() {
    return worst;
  }

  /// Whether ranks read different clocks, which were compared.
  public boolean isCompared() {
    return compared;
  }
}
