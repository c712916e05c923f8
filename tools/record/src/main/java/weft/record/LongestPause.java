// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.Arrays;
import weft.recording.EventReader;
import weft.recording.RecordedRank;

/// The longest pause: a time in which no rank sent, received, or began or ended a call.
///
/// Time is divided into equal cells, and each keeps its first and its last event. The longest pause
/// is between two cells, so nothing needs to be sorted. Pauses shorter than a cell (a millionth of
/// the job) are not detected. What is before the start of all ranks is none.
final class LongestPause {
  private static final int CELLS = 1 << 20;

  private final Totals totals;
  private final long cellNanos;
  private final long[] firsts = new long[CELLS + 1];
  private final long[] lasts = new long[CELLS + 1];

  long from;
  long nanos;

  /// The index of a rank that ran meanwhile, or −1 if all ranks waited.
  int runner = -1;

  /// The longest pause of the whole job.
  LongestPause(Totals totals) {
    this(totals, 0, Long.MAX_VALUE);
  }

  /// The longest pause between two times.
  LongestPause(Totals totals, long begin, long end) {
    this.totals = totals;
    this.cellNanos = Math.ceilDiv(Math.max(1, totals.clock.length()), CELLS);
    Arrays.fill(firsts, Long.MAX_VALUE);
    Arrays.fill(lasts, Long.MIN_VALUE);
    // Before this time the events of some rank may be missing.
    long known = totals.allStarted();
    for (int i = 0; i < totals.count(); i++) {
      known = Math.max(known, add(i));
    }
    find(Math.max(known, begin), end);
    if (nanos > 0) {
      findRunner();
    }
  }

  /// Adds the events of the rank at `index`. Returns the begin of the first one, or 0 if there is
  /// none.
  private long add(int index) {
    RecordedRank rank = totals.ranks.get(index);
    EventReader events = rank.reader();
    long least = Long.MAX_VALUE;
    for (long event = rank.firstEvent(); event < rank.events(); event++) {
      events.seek(event);
      long began = totals.clock.time(index, events.began());
      add(began);
      long length = events.nanos();
      if (length > 0) {
        add(began + length);
      }
      least = Math.min(least, began);
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }

  private void add(long moment) {
    int cell = Math.clamp(moment / cellNanos, 0, CELLS);
    firsts[cell] = Math.min(firsts[cell], moment);
    lasts[cell] = Math.max(lasts[cell], moment);
  }

  private void find(long known, long end) {
    long last = Long.MIN_VALUE;
    for (int cell = 0; cell <= CELLS; cell++) {
      if (lasts[cell] == Long.MIN_VALUE) {
        continue;
      }
      if (last >= known && firsts[cell] <= end && firsts[cell] - last > nanos) {
        nanos = firsts[cell] - last;
        from = last;
      }
      last = lasts[cell];
    }
  }

  /// Finds a rank that is not waiting in the middle of the pause.
  private void findRunner() {
    long middle = from + nanos / 2;
    for (int i = 0; i < totals.count(); i++) {
      RecordedRank rank = totals.ranks.get(i);
      EventReader events = rank.reader();
      boolean waits = rank.isRunning() && rank.current() != BODY && rank.current() != STARTUP;
      for (long event = rank.firstEvent(); event < rank.events() && !waits; event++) {
        events.seek(event);
        long began = totals.clock.time(i, events.began());
        waits = events.kind() != SEND && began <= middle && began + events.nanos() >= middle;
      }
      if (!waits && totals.clock.time(i, rank.until()) > middle) {
        runner = i;
        return;
      }
    }
  }
}
