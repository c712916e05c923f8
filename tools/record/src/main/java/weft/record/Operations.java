// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weft.recording.EventReader;
import weft.recording.RecordedRank;

/// The collective operations of a job, how long ranks waited in them, and for which rank. Calls
/// whose events were overwritten are missing.
final class Operations {
  /// All calls of one operation with one algorithm.
  static final class Kind {
    final String name;
    long calls;
    double bytes;
    double lateness;
    final double[] latenessByRank;

    Kind(String name, int ranks) {
      this.name = name;
      this.latenessByRank = new double[ranks];
    }
  }

  private static final class Call {
    String name = "";
    long bytes;
    int arrived;
    long last = Long.MIN_VALUE;
    int lastIndex;
    double sum;
  }

  private final Map<String, Kind> kinds = new HashMap<>();

  Operations(Totals totals) {
    var calls = new HashMap<Long, Call>();
    for (int i = 0; i < totals.count(); i++) {
      RecordedRank rank = totals.ranks.get(i);
      EventReader events = rank.reader();
      for (long event = rank.firstEvent(); event < rank.events(); event++) {
        events.seek(event);
        if (events.kind() == COLLECTIVE) {
          Call call = calls.computeIfAbsent(events.number(), number -> new Call());
          long arrived = totals.clock.time(i, events.began());
          call.name = rank.name(events.id());
          call.bytes = Math.max(call.bytes, events.bytes());
          call.arrived++;
          call.sum += arrived;
          if (arrived > call.last) {
            call.last = arrived;
            call.lastIndex = i;
          }
        }
      }
    }
    for (Call call : calls.values()) {
      if (call.arrived > 1) {
        Kind kind = kinds.computeIfAbsent(call.name, name -> new Kind(name, totals.count()));
        double others = (call.sum - call.last) / (call.arrived - 1);
        kind.calls++;
        kind.bytes += call.bytes;
        kind.lateness += call.last - others;
        kind.latenessByRank[call.lastIndex] += call.last - others;
      }
    }
  }

  /// The kinds, ordered by the time that was waited for the last rank, the longest first.
  List<Kind> worstFirst() {
    var sorted = new ArrayList<>(kinds.values());
    sorted.sort(Comparator.comparingDouble((Kind kind) -> -kind.lateness));
    return sorted;
  }
}
