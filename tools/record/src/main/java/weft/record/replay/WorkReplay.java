// SPDX-License-Identifier: Apache-2.0
package weft.record.replay;

import static weft.recording.RecordingLayout.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import weft.record.reading.CommonClock;
import weft.recording.EventReader;
import weft.recording.RecordedRank;

/// Carries a recorded job out again with some work taking less time, or more, and tells how much
/// sooner it would have ended.
///
/// A wait ends as before: so long after the message that ended it was sent, or after the last rank
/// had come to the operation. Whatever ended a wait without a message keeps its time. So the gain
/// is rather too small than too large.
public final class WorkReplay {
  /// The most events that are replayed, the last of each rank.
  private static final int MOST_EVENTS = 1_000_000;

  /// Says how much of its time a piece of work takes.
  @FunctionalInterface
  public interface Factor {
    /// The factor of what the rank at `index` did under the name `id` between two times.
    double of(int index, int id, long from, long until);
  }

  private final List<RankPieces> ranks = new ArrayList<>();
  private final Map<Integer, Integer> indexes = new HashMap<>();
  private final Map<Long, CallArrivals> calls = new HashMap<>();

  /// By sender and target: the numbers of messages, and when each was sent.
  private final Map<Long, SentTimes> sent = new HashMap<>();

  /// The indexes of the ranks, in the order in which their pieces ended.
  private int[] order = new int[0];

  private final long begin;
  private final long end;
  private double[][] ends = new double[0][];
  private int[] done = new int[0];

  /// Reads the recordings.
  public WorkReplay(List<RecordedRank> recorded, CommonClock clock) {
    int each = Math.max(1, MOST_EVENTS / Math.max(1, recorded.size()));
    long from = 0;
    long until = 0;
    for (int i = 0; i < recorded.size(); i++) {
      RecordedRank rank = recorded.get(i);
      long first = Math.max(rank.firstEvent(), rank.events() - each);
      RankPieces pieces = RankPieces.of(i, rank, clock, first);
      ranks.add(pieces);
      indexes.put(rank.rank(), i);
      readEvents(rank, i, clock, first);
      from = Math.max(from, pieces.begin);
      until = Math.max(until, pieces.end());
    }
    begin = from;
    end = until;
    sort();
    calls.values().forEach(CallArrivals::sort);
  }

  private void readEvents(RecordedRank rank, int index, CommonClock clock, long first) {
    EventReader events = rank.reader();
    for (long event = first; event < rank.events(); event++) {
      events.seek(event);
      long began = clock.time(index, events.began());
      if (events.kind() == SEND) {
        sent.computeIfAbsent(pair(rank.rank(), events.peer()), it -> new SentTimes())
            .add(events.number(), events.messages(), began);
      } else if (events.kind() == COLLECTIVE) {
        calls.computeIfAbsent(events.number(), it -> new CallArrivals()).add(index, began);
      }
    }
  }

  private static long pair(int from, int to) {
    return (long) from << 32 | to;
  }

  private void sort() {
    int pieces = ranks.stream().mapToInt(it -> it.count).sum();
    order = new int[pieces];
    var next = new int[ranks.size()];
    var queue =
        new PriorityQueue<Integer>(
            (a, b) -> Long.compare(ranks.get(a).until[next[a]], ranks.get(b).until[next[b]]));
    for (int i = 0; i < ranks.size(); i++) {
      if (ranks.get(i).count > 0) {
        queue.add(i);
      }
    }
    for (int at = 0; at < pieces; at++) {
      int first = queue.remove();
      order[at] = first;
      if (++next[first] < ranks.get(first).count) {
        queue.add(first);
      }
    }
  }

  // What was.

  /// The number of ranks.
  public int count() {
    return ranks.size();
  }

  /// The time from which the events of all ranks are known.
  public long begin() {
    return begin;
  }

  /// When the last rank ended.
  public long end() {
    return end;
  }

  /// The time of the rank at `index` in the activities that `which` accepts, by their names' ids,
  /// between two times.
  public double nanos(int index, IntPredicate which, long from, long until) {
    return ranks.get(index).nanos(which, from, until);
  }

  /// Calls `run` with the begin of each time in which the rank at `index` did not wait, and which
  /// was longer than `least`; `run` is followed by `end` with its end.
  void runs(int index, long least, LongConsumer run, LongConsumer end) {
    RankPieces pieces = ranks.get(index);
    long from = Long.MIN_VALUE;
    for (int at = 0; at < pieces.count; at++) {
      boolean waits = RankPieces.isWait(pieces.id[at]) || pieces.id[at] == STARTUP;
      if (waits || at == pieces.count - 1) {
        long to = waits ? pieces.from(at) : pieces.until[at];
        from = from == Long.MIN_VALUE && !waits ? pieces.from(at) : from;
        if (from != Long.MIN_VALUE && to - from > least) {
          run.accept(from);
          end.accept(to);
        }
        from = Long.MIN_VALUE;
      } else if (from == Long.MIN_VALUE) {
        from = pieces.from(at);
      }
    }
  }

  /// How busy all ranks were.
  BusyRanks busy() {
    return new BusyRanks(ranks, begin, end);
  }

  RankPieces rank(int index) {
    return ranks.get(index);
  }

  // What would have been.

  /// How many nanoseconds sooner the job would have ended.
  public double gain(Factor factor) {
    int count = ranks.size();
    ends = new double[count][];
    done = new int[count];
    for (int i = 0; i < count; i++) {
      ends[i] = new double[ranks.get(i).count];
    }
    calls.values().forEach(CallArrivals::forget);
    for (int index : order) {
      RankPieces pieces = ranks.get(index);
      int at = done[index];
      ends[index][at] = end(pieces, at, factor);
      done[index]++;
    }
    double last = begin;
    for (int i = 0; i < count; i++) {
      RankPieces pieces = ranks.get(i);
      last = Math.max(last, pieces.count == 0 ? begin : ends[i][pieces.count - 1]);
    }
    return Math.max(0, end - last);
  }

  private double end(RankPieces pieces, int at, Factor factor) {
    long from = pieces.from(at);
    long until = pieces.until[at];
    double before = at == 0 ? from : ends[pieces.index][at - 1];
    switch (pieces.kind[at]) {
      case RankPieces.MESSAGE, RankPieces.PEER -> {
        Integer other = indexes.get(pieces.peer[at]);
        if (other != null) {
          long caused = Math.min(until, cause(pieces, at));
          double then = time(ranks.get(other), caused, factor);
          return Math.max(before, then) + until - Math.max(from, caused);
        }
      }
      case RankPieces.CALL -> {
        CallArrivals call = calls.get(pieces.number[at]);
        if (call != null) {
          call.take(until, (index, time) -> time(ranks.get(index), time, factor));
          return Math.max(before, call.then()) + until - Math.max(from, call.last());
        }
      }
      default -> {}
    }
    return before + (until - from) * factor.of(pieces.index, pieces.id[at], from, until);
  }

  /// When what ended a wait was sent.
  private long cause(RankPieces pieces, int at) {
    SentTimes times =
        pieces.kind[at] == RankPieces.MESSAGE
            ? sent.get(pair(pieces.peer[at], pieces.rank()))
            : null;
    return times == null ? pieces.until[at] : times.of(pieces.number[at], pieces.until[at]);
  }

  /// The new time of what a rank did at `time`.
  private double time(RankPieces pieces, long time, Factor factor) {
    if (pieces.count == 0) {
      return time;
    }
    int at = Math.min(pieces.find(time), done[pieces.index]);
    at = Math.min(at, pieces.count - 1);
    long from = pieces.from(at);
    double before = at == 0 ? from : ends[pieces.index][at - 1];
    if (at < done[pieces.index] && time >= pieces.until[at]) {
      return ends[pieces.index][at] + time - pieces.until[at];
    }
    double share =
        pieces.kind[at] == RankPieces.RUN
            ? factor.of(pieces.index, pieces.id[at], from, pieces.until[at])
            : 1;
    return before + (time - from) * share;
  }
}
