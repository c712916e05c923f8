// SPDX-License-Identifier: Apache-2.0
package weft.record.replay;

import static weft.recording.RecordingLayout.*;

import java.util.Arrays;
import java.util.function.IntPredicate;
import weft.record.reading.BeginOrder;
import weft.record.reading.CommonClock;
import weft.recording.EventReader;
import weft.recording.RecordedRank;

/// What one rank did, piece after piece, on the common clock: each piece has one activity, and ends
/// when the next one begins. A piece of a wait also has what ended it.
final class RankPieces {
  /// Takes its time, whatever other ranks do.
  static final byte RUN = 0;

  /// Waits until a message is handled.
  static final byte MESSAGE = 1;

  /// Waits for a rank, and no message of it is known.
  static final byte PEER = 2;

  /// Waits in a collective operation until the other ranks have arrived.
  static final byte CALL = 3;

  private static final int MOST_NESTED = 64;

  final int index;
  private final RecordedRank rank;
  private final CommonClock clock;

  int count;

  /// When the first piece began.
  long begin;

  /// When each piece ended.
  long[] until = new long[64];

  int[] id = new int[64];
  byte[] kind = new byte[64];

  /// The rank that ended a wait, or −1.
  int[] peer = new int[64];

  /// The number of the message, or of the operation.
  long[] number = new long[64];

  /// The time of the body, of handlers and of tasks before the end of each piece.
  private double[] busy = new double[0];

  /// The pieces of the body before the end of each piece.
  private int[] bodies = new int[0];

  private RankPieces(int index, RecordedRank rank, CommonClock clock) {
    this.index = index;
    this.rank = rank;
    this.clock = clock;
  }

  /// The pieces of the rank at `index` of a list, from event `first` on.
  static RankPieces of(int index, RecordedRank rank, CommonClock clock, long first) {
    var pieces = new RankPieces(index, rank, clock);
    pieces.read(first);
    pieces.sum();
    return pieces;
  }

  private void read(long first) {
    BeginOrder order = BeginOrder.of(rank, first, false);
    EventReader events = rank.reader();
    boolean isWhole = first == 0;
    begin = clock.time(index, isWhole || order.count() == 0 ? rank.start() : order.began(0));
    if (isWhole) {
      add(STARTUP, rank.started() == 0 ? rank.until() : rank.started(), RUN, -1, 0);
    }
    var stack = new int[MOST_NESTED];
    var nested = new boolean[MOST_NESTED];
    int depth = 0;
    for (int at = 0; at < order.count(); at++) {
      long began = order.began(at);
      while (depth > 0 && order.end(stack[depth - 1]) <= began) {
        depth--;
        end(order, events, stack, depth, nested[depth]);
      }
      int outer = depth > 0 ? order.id(stack[depth - 1]) : BODY;
      if (order.kind(at) == HANDLER && isWait(outer)) {
        events.seek(order.number(at));
        add(outer, began, MESSAGE, events.peer(), events.number());
      } else {
        add(outer, began, RUN, -1, 0);
      }
      if (depth > 0) {
        nested[depth - 1] = true;
      }
      if (depth < MOST_NESTED) {
        nested[depth] = false;
        stack[depth++] = at;
      }
    }
    while (depth > 0) {
      depth--;
      end(order, events, stack, depth, nested[depth]);
    }
    add(rank.isRunning() ? rank.current() & (IDS - 1) : BODY, rank.until(), RUN, -1, 0);
  }

  /// Adds the last piece of the event on the top of `stack`. What happened inside a wait has ended
  /// it, so the rest is short.
  private void end(BeginOrder order, EventReader events, int[] stack, int depth, boolean nested) {
    int at = stack[depth];
    int outer = depth > 0 ? stack[depth - 1] : -1;
    boolean isInCall = outer >= 0 && order.kind(outer) == COLLECTIVE;
    byte how = RUN;
    int who = -1;
    long which = 0;
    if (!nested && (order.kind(at) == COLLECTIVE || (order.kind(at) == WAIT && isInCall))) {
      events.seek(order.number(order.kind(at) == COLLECTIVE ? at : outer));
      how = CALL;
      which = events.number();
    } else if (!nested && order.kind(at) == WAIT) {
      events.seek(order.number(at));
      who = events.peer();
      how = who < 0 ? RUN : PEER;
    }
    add(order.id(at), order.end(at), how, who, which);
  }

  private void add(int activity, long end, byte how, int who, long which) {
    long last = count == 0 ? begin : until[count - 1];
    long time = clock.time(index, end);
    // A wait without a length still ends a time in which the rank did not wait.
    if (time < last || (time == last && !isWait(activity))) {
      return;
    }
    if (count == until.length) {
      int more = count * 2;
      until = Arrays.copyOf(until, more);
      id = Arrays.copyOf(id, more);
      kind = Arrays.copyOf(kind, more);
      peer = Arrays.copyOf(peer, more);
      number = Arrays.copyOf(number, more);
    }
    until[count] = time;
    id[count] = activity;
    kind[count] = how;
    peer[count] = who;
    number[count] = which;
    count++;
  }

  private void sum() {
    busy = new double[count];
    bodies = new int[count];
    double all = 0;
    int runs = 0;
    for (int at = 0; at < count; at++) {
      all += isBusy(id[at]) ? until[at] - from(at) : 0;
      runs += id[at] == BODY ? 1 : 0;
      busy[at] = all;
      bodies[at] = runs;
    }
  }

  static boolean isWait(int id) {
    int category = category(id);
    return category == CATEGORY_WAIT || category == CATEGORY_COLLECTIVE;
  }

  static boolean isBusy(int id) {
    return !isWait(id) && category(id) != CATEGORY_STARTUP;
  }

  int rank() {
    return rank.rank();
  }

  long from(int at) {
    return at == 0 ? begin : until[at - 1];
  }

  long end() {
    return count == 0 ? begin : until[count - 1];
  }

  /// The first piece that ends at `time` or later; the last one after the end.
  int find(long time) {
    int at = Arrays.binarySearch(until, 0, count, time);
    at = Math.clamp(at >= 0 ? at : -at - 1, 0, Math.max(0, count - 1));
    while (at > 0 && until[at - 1] >= time) {
      at--;
    }
    return at;
  }

  /// The time for which the rank was busy before `time`.
  double busyBefore(long time) {
    if (count == 0 || time <= begin) {
      return 0;
    }
    int at = find(time);
    double before = at == 0 ? 0 : busy[at - 1];
    return before + (isBusy(id[at]) ? Math.min(time, until[at]) - from(at) : 0);
  }

  /// How often the body went on before `time`.
  int bodiesBefore(long time) {
    if (count == 0 || time <= begin) {
      return 0;
    }
    int at = find(time);
    return at == 0 ? 0 : bodies[at - 1];
  }

  /// The time of the activities that `which` accepts between two times.
  double nanos(IntPredicate which, long from, long to) {
    double sum = 0;
    for (int at = count == 0 ? 0 : find(from); at < count && from(at) < to; at++) {
      if (which.test(id[at])) {
        sum += Math.max(0, Math.min(to, until[at]) - Math.max(from, from(at)));
      }
    }
    return sum;
  }
}
