// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.Arrays;
import weft.recording.RecordedRank;

/// The longest time in which no rank sent, received, or began or ended a call.
final class Quiet {
  long from;
  long nanos;

  /// The index of a rank that ran meanwhile, or −1 where all waited.
  int runner = -1;

  Quiet(Totals totals) {
    int count = 0;
    for (RecordedRank rank : totals.ranks) {
      count += (int) Math.min(rank.events() - rank.firstEvent(), 1 << 18);
    }
    var times = new long[2 * count];
    int at = 0;
    long first = 0;
    for (int i = 0; i < totals.count(); i++) {
      RecordedRank rank = totals.ranks.get(i);
      long begin = Math.max(rank.firstEvent(), rank.events() - (1 << 18));
      long least = Long.MAX_VALUE;
      for (long event = begin; event < rank.events() && at + 1 < times.length; event++) {
        long began = totals.clock.time(i, rank.began(event));
        times[at++] = began;
        times[at++] = began + rank.duration(event);
        least = Math.min(least, began);
      }
      first = least == Long.MAX_VALUE ? first : Math.max(first, least);
    }
    times = Arrays.copyOf(times, at);
    Arrays.sort(times);
    for (int i = 1; i < times.length; i++) {
      if (times[i - 1] >= first && times[i] - times[i - 1] > nanos) {
        nanos = times[i] - times[i - 1];
        from = times[i - 1];
      }
    }
    if (nanos > 0) {
      findRunner(totals);
    }
  }

  /// A rank whose last event before the middle is no wait around it.
  private void findRunner(Totals totals) {
    long middle = from + nanos / 2;
    for (int i = 0; i < totals.count(); i++) {
      RecordedRank rank = totals.ranks.get(i);
      boolean waits = rank.isRunning() && rank.current() != BODY;
      for (long event = rank.firstEvent(); event < rank.events() && !waits; event++) {
        long began = totals.clock.time(i, rank.began(event));
        waits =
            rank.kind(event) != SEND && began <= middle && began + rank.duration(event) >= middle;
      }
      if (!waits && totals.clock.time(i, rank.until()) > middle) {
        runner = i;
        return;
      }
    }
  }
}
