// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.Arrays;
import java.util.stream.IntStream;
import weft.record.reading.BeginOrder;
import weft.recording.RecordedRank;
import weft.report.Timeline;

/// The timeline of a report: the activity of each rank over time. An activity nested in another,
/// such as a handler in a wait, interrupts it. The time in between belongs to the body.
final class RankTimelines {
  private static final int MOST_EVENTS = 8_000_000;
  private static final int MOST_NESTED = 64;

  private final Timeline timeline;
  private final Totals totals;
  private final int index;
  private final RecordedRank rank;
  private final int[] numbers = new int[IDS];
  private long cursor = Long.MIN_VALUE;

  private RankTimelines(Timeline timeline, Totals totals, int index) {
    this.timeline = timeline;
    this.totals = totals;
    this.index = index;
    this.rank = totals.ranks.get(index);
    Arrays.fill(numbers, -1);
  }

  static Timeline timeline(Totals totals) {
    var rows = totals.ranks.stream().map(it -> "rank " + it.rank()).toList();
    Timeline timeline = Timeline.ofRows("Ranks over time", rows);
    // Names are registered by category, so that a category has the colour that it has in the bars.
    for (int category = 0; category < CATEGORIES; category++) {
      for (RecordedRank rank : totals.ranks) {
        for (int id = 0; id < IDS; id++) {
          if (category(id) == category && Totals.isShown(rank, id)) {
            timeline.name(Totals.name(rank, id), ReportWriter.CATEGORY_NAMES[category]);
          }
        }
      }
    }
    int each = Math.max(1, MOST_EVENTS / totals.count());
    IntStream.range(0, totals.count())
        .parallel()
        .forEach(i -> new RankTimelines(timeline, totals, i).add(each));
    return timeline;
  }

  private void add(int each) {
    long first = Math.max(rank.firstEvent(), rank.events() - each);
    boolean isWhole = first == 0;
    if (isWhole) {
      cursor = rank.start();
      piece(STARTUP, rank.started() == 0 ? rank.until() : rank.started());
    }
    BeginOrder order = BeginOrder.of(rank, first, false);
    var stack = new int[MOST_NESTED];
    int depth = 0;
    for (int at = 0; at < order.count(); at++) {
      long began = order.began(at);
      while (depth > 0 && order.end(stack[depth - 1]) <= began) {
        depth--;
        piece(order.id(stack[depth]), order.end(stack[depth]));
      }
      if (depth > 0) {
        piece(order.id(stack[depth - 1]), began);
      } else if (at > 0 || isWhole) {
        piece(BODY, began);
      }
      cursor = Math.max(cursor, began);
      if (depth < stack.length) {
        stack[depth++] = at;
      }
    }
    while (depth > 0) {
      depth--;
      piece(order.id(stack[depth]), order.end(stack[depth]));
    }
    if (order.count() > 0 || isWhole) {
      piece(rank.isRunning() ? rank.current() : BODY, rank.until());
    }
  }

  private void piece(int id, long until) {
    if (until <= cursor) {
      return;
    }
    if (numbers[id] < 0) {
      numbers[id] = timeline.name(Totals.name(rank, id), ReportWriter.CATEGORY_NAMES[category(id)]);
    }
    timeline.slice(
        index, numbers[id], totals.clock.time(index, cursor), totals.clock.time(index, until));
    cursor = until;
  }
}
