// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import static weft.recording.RecordingLayout.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import weft.model.replay.RankTrace;
import weft.record.reading.BeginOrder;
import weft.record.reading.CommonClock;
import weft.recording.EventReader;
import weft.recording.RecordedRank;

/// The traces of ranks, from their recordings.
final class RecordedTrace {
  private static final double MICROS = 1e-3;
  private static final int MOST_NESTED = 64;

  private final RecordedRank rank;
  private final CommonClock clock;
  private final int index;
  private final RankTrace trace;
  private final EventReader events;
  private final BeginOrder order;

  /// The events that are open, by their place in the order.
  private final int[] stack = new int[MOST_NESTED];

  private int depth;

  /// The time up to which the trace is written, on the rank's clock.
  private long cursor;

  /// The trace of a rank from `begin` on, on its clock.
  private RecordedTrace(RecordedRank rank, CommonClock clock, int index, long begin) {
    this.rank = rank;
    this.clock = clock;
    this.index = index;
    this.events = rank.reader();
    this.order = BeginOrder.of(rank, rank.firstEvent(), true);
    this.cursor =
        rank.firstEvent() == 0 || order.count() == 0 ? begin : Math.max(begin, order.began(0));
    this.trace = new RankTrace(time(cursor));
  }

  /// The traces of all ranks of a job.
  static List<RankTrace> of(List<RecordedRank> ranks) {
    var clock = new CommonClock(ranks);
    // The start of JVMs, and of ranks that find each other, is no part of the program. It begins
    // for all when the first has started.
    long first = Long.MAX_VALUE;
    for (int i = 0; i < ranks.size(); i++) {
      RecordedRank rank = ranks.get(i);
      first = Math.min(first, clock.time(i, Math.max(rank.start(), rank.started())));
    }
    List<RankTrace> traces = new ArrayList<>();
    for (int i = 0; i < ranks.size(); i++) {
      RecordedRank rank = ranks.get(i);
      long begin = Math.max(rank.start(), rank.start() + first - clock.time(i, rank.start()));
      traces.add(new RecordedTrace(rank, clock, i, begin).read());
    }
    return traces;
  }

  /// Sentences about what a replay of these ranks cannot know.
  static List<String> remarks(List<RecordedRank> ranks) {
    List<String> remarks = new ArrayList<>();
    long lost = 0;
    long refused = 0;
    var stealing = new TreeSet<String>();
    for (RecordedRank rank : ranks) {
      lost += rank.firstEvent();
      refused += rank.word(H_REFUSED);
      for (int id = 0; id < IDS; id++) {
        if (rank.count(id) > 0
            && category(id) == CATEGORY_HANDLER
            && rank.name(id).toLowerCase(Locale.ROOT).contains("steal")) {
          stealing.add(rank.name(id));
        }
      }
    }
    if (lost > 0) {
      remarks.add(
          ("%,d events at the beginning did not fit into the recording, and are not replayed; a"
                  + " shorter run is recorded whole.")
              .formatted(lost));
    }
    if (!stealing.isEmpty()) {
      remarks.add(
          "The course of this program depends on time (%s): on another machine it would send other messages."
              .formatted(String.join(", ", stealing)));
    }
    if (refused > 0) {
      remarks.add(
          "The course of this program depends on time: trySend found no room %,d times. On another machine it would send other messages."
              .formatted(refused));
    }
    return remarks;
  }

  /// The host of each rank, numbered in the order of their first ranks.
  static int[] hosts(List<RecordedRank> ranks) {
    List<Long> known = new ArrayList<>();
    int[] hosts = new int[ranks.size()];
    for (int rank = 0; rank < hosts.length; rank++) {
      long host = ranks.get(rank).host();
      if (!known.contains(host)) {
        known.add(host);
      }
      hosts[rank] = known.indexOf(host);
    }
    return hosts;
  }

  private double time(long onRank) {
    return clock.time(index, onRank) * MICROS;
  }

  private RankTrace read() {
    for (int at = 0; at < order.count(); at++) {
      long began = order.began(at);
      boolean isSend = order.kind(at) == SEND;
      while (depth > 0 && order.end(stack[depth - 1]) <= began && !isSend) {
        pop();
      }
      while (depth > 0 && order.end(stack[depth - 1]) < began) {
        pop();
      }
      boolean isHandler = order.kind(at) == HANDLER;
      piece(depth == 0 ? BODY : order.id(stack[depth - 1]), began, isHandler);
      begin(at, began);
      if (!isSend && depth < MOST_NESTED) {
        stack[depth++] = at;
      }
    }
    while (depth > 0) {
      pop();
    }
    piece(BODY, rank.until(), false);
    return trace;
  }

  private void begin(int at, long began) {
    events.seek(order.number(at));
    switch (order.kind(at)) {
      case SEND ->
          trace.send(
              time(began), events.peer(), events.number(), events.messages(), events.bytes());
      case HANDLER -> trace.receive(time(began), events.peer(), events.number(), events.messages());
      case COLLECTIVE -> trace.enter(time(began), events.number(), events.bytes());
      default -> {}
    }
  }

  private void pop() {
    int at = stack[--depth];
    long end = order.end(at);
    piece(order.id(at), end, false);
    if (order.kind(at) == COLLECTIVE) {
      events.seek(order.number(at));
      trace.leave(time(Math.max(end, cursor)), events.number(), events.bytes());
    }
  }

  /// Adds what the rank did until a time. A wait, or a part of one, was for what follows if that is
  /// a message; a collective operation is for its own end.
  private void piece(int id, long until, boolean isMessageNext) {
    if (until <= cursor) {
      return;
    }
    double from = time(cursor);
    double length = time(until) - from;
    switch (category(id)) {
      case CATEGORY_WAIT -> trace.waited(from, length, isMessageNext || isInCollective());
      case CATEGORY_COLLECTIVE -> trace.waited(from, length, true);
      default -> trace.compute(from, length);
    }
    cursor = until;
  }

  private boolean isInCollective() {
    for (int i = 0; i < depth; i++) {
      if (order.kind(stack[i]) == COLLECTIVE) {
        return true;
      }
    }
    return false;
  }
}
