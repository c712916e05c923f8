// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.Arrays;
import weft.recording.RecordedRank;
import weft.report.Timeline;

/// The timeline of a report: for each rank what it did, one thing at a time. What lies inside of
/// another thing (a handler in a wait) is cut out of that.
final class RankTimelines {
  private static final int MOST_EVENTS = 8_000_000;

  private final Timeline timeline;
  private final Totals totals;
  private long cursor;

  private RankTimelines(Timeline timeline, Totals totals) {
    this.timeline = timeline;
    this.totals = totals;
  }

  static Timeline timeline(Totals totals) {
    var rows = totals.ranks.stream().map(it -> "rank " + it.rank()).toList();
    Timeline timeline = Timeline.ofRows("Ranks over time", rows);
    var lines = new RankTimelines(timeline, totals);
    int each = Math.max(1, MOST_EVENTS / totals.count());
    for (int i = 0; i < totals.count(); i++) {
      lines.add(i, each);
    }
    return timeline;
  }

  private void add(int index, int each) {
    RecordedRank rank = totals.ranks.get(index);
    var numbers = new int[IDS];
    Arrays.fill(numbers, -1);
    long first = Math.max(rank.firstEvent(), rank.events() - each);
    var stack = new long[64];
    int depth = 0;
    cursor = Long.MIN_VALUE;
    for (long event : BeginOrder.of(rank, first, false)) {
      long began = rank.began(event);
      while (depth > 0 && end(rank, stack[depth - 1]) <= began) {
        piece(index, rank, numbers, stack[--depth], end(rank, stack[depth]));
      }
      if (depth > 0) {
        piece(index, rank, numbers, stack[depth - 1], began);
      }
      cursor = Math.max(cursor, began);
      if (depth < stack.length) {
        stack[depth++] = event;
      }
    }
    while (depth > 0) {
      piece(index, rank, numbers, stack[--depth], end(rank, stack[depth]));
    }
  }

  private static long end(RecordedRank rank, long event) {
    return rank.began(event) + rank.duration(event);
  }

  private void piece(int index, RecordedRank rank, int[] numbers, long event, long until) {
    int id = rank.id(event);
    if (numbers[id] < 0) {
      numbers[id] = timeline.name(rank.name(id), group(id));
    }
    if (until > cursor) {
      timeline.slice(
          index, numbers[id], totals.clock.time(index, cursor), totals.clock.time(index, until));
      cursor = until;
    }
  }

  private static String group(int id) {
    return switch (category(id)) {
      case CATEGORY_HANDLER -> "handlers";
      case CATEGORY_WAIT -> "waiting";
      case CATEGORY_COLLECTIVE -> "collectives";
      case CATEGORY_TASK -> "tasks";
      default -> "body";
    };
  }
}
