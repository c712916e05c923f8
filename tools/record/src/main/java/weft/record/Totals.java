// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.function.ToDoubleFunction;
import weft.record.reading.CommonClock;
import weft.recording.RecordedRank;

/// Sums over the time of all ranks that have recorded.
final class Totals {
  /// Clocks that are compared, memory that is allocated, objects that move, steps of collectives.
  static final String OWN = "Weft's own messages";

  /// Handlers with smaller numbers are Weft's.
  private static final int FIRST_OF_PROGRAM = TASKS + 1;

  final List<RecordedRank> ranks;
  final CommonClock clock;

  /// Nanoseconds, by category and then by rank.
  final double[][] nanos;

  Totals(List<RecordedRank> ranks) {
    this.ranks = ranks;
    this.clock = new CommonClock(ranks);
    this.nanos = new double[CATEGORIES][ranks.size()];
    for (int i = 0; i < ranks.size(); i++) {
      for (int id = 0; id < IDS; id++) {
        nanos[category(id)][i] += ranks.get(i).nanos(id);
      }
    }
    if (ranks.stream().allMatch(rank -> rank.count(TASKS) == 0)) {
      // No task and no completion ran: what a rank spent on looking for some is part of its body.
      for (int i = 0; i < ranks.size(); i++) {
        nanos[CATEGORY_BODY][i] += nanos[CATEGORY_TASK][i];
        nanos[CATEGORY_TASK][i] = 0;
      }
    }
  }

  /// What a page calls an activity: messages between libraries of Weft have one name.
  static String name(RecordedRank rank, int id) {
    String name = rank.name(id);
    if (id == TASKS) {
      return "tasks, and what follows completions";
    }
    return category(id) == CATEGORY_HANDLER && name.startsWith("weft ") ? OWN : name;
  }

  /// Whether a rank spent time in an activity. Looking for tasks where there are none is none.
  static boolean isShown(RecordedRank rank, int id) {
    return rank.nanos(id) > 0 && (id != TASKS || rank.count(id) > 0);
  }

  /// Whether `id` is a handler of the program, and not one of Weft's.
  boolean isOfProgram(int index, int id) {
    return category(id) == CATEGORY_HANDLER
        && id >= FIRST_OF_PROGRAM
        && !ranks.get(index).name(id).startsWith("weft ");
  }

  int count() {
    return ranks.size();
  }

  /// The number of ranks that failed, or ended without saying so.
  long cut() {
    return ranks.stream().filter(rank -> !rank.isEnded()).count();
  }

  /// The time of the job after the first rank has started, in nanoseconds; at least 1.
  double workLength() {
    return Math.max(1, clock.length() - startedAt(Math::min));
  }

  /// The time after which all ranks have started.
  long allStarted() {
    return startedAt(Math::max);
  }

  private long startedAt(LongBinaryOperator choose) {
    long at = -1;
    for (int i = 0; i < count(); i++) {
      long started = ranks.get(i).started();
      if (started != 0) {
        long time = clock.time(i, started);
        at = at < 0 ? time : choose.applyAsLong(at, time);
      }
    }
    return Math.max(0, at);
  }

  /// The mean of a value of all ranks.
  double mean(ToDoubleFunction<RecordedRank> value) {
    return ranks.stream().mapToDouble(value).average().orElse(0);
  }

  int rank(int index) {
    return ranks.get(index).rank();
  }

  /// Returns the mean of all values except the one at `index`.
  double meanOfOthers(double[] values, int index) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += i == index ? 0 : values[i];
    }
    return values.length < 2 ? values[0] : sum / (values.length - 1);
  }

  /// Returns the index of the greatest value.
  static int greatest(double[] values) {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      best = values[i] > values[best] ? i : best;
    }
    return best;
  }

  /// The fraction of the program's messages that the rank at `index` receives.
  double receivedShare(int index) {
    double all = 0;
    for (RecordedRank rank : ranks) {
      all += rank.word(H_RECEIVED);
    }
    return all == 0 ? 0 : ranks.get(index).word(H_RECEIVED) / all;
  }

  /// The fraction of the time after the start in which ranks waited, also in collective operations.
  double waitedShare() {
    double waited = 0;
    double all = 0;
    for (int i = 0; i < count(); i++) {
      waited += nanos[CATEGORY_WAIT][i] + nanos[CATEGORY_COLLECTIVE][i];
      for (double[] category : nanos) {
        all += category[i];
      }
      all -= nanos[CATEGORY_STARTUP][i];
    }
    return all == 0 ? 0 : waited / all;
  }

  /// The nanoseconds that all ranks waited for room in sends.
  double waitedToSend() {
    double sum = 0;
    for (RecordedRank rank : ranks) {
      for (int id = FIRST_WAIT; id <= LAST_WAIT; id++) {
        if (rank.nanos(id) > 0 && rank.name(id).startsWith("send of ")) {
          sum += rank.nanos(id);
        }
      }
    }
    return sum;
  }

  /// The nanoseconds for which the rank at `index` was busy in each of `parts` equal parts of the
  /// job.
  double[] busyOver(int index, int parts) {
    RecordedRank rank = ranks.get(index);
    var busy = new double[parts];
    double length = Math.max(1, clock.length());
    for (int bucket = 0; bucket < BUCKET_COUNT; bucket++) {
      double at =
          clock.time(index, rank.start() + bucket * rank.bucketNanos() + rank.bucketNanos() / 2);
      int part = Math.clamp((long) (at / length * parts), 0, parts - 1);
      busy[part] +=
          rank.load(bucket, CATEGORY_BODY)
              + rank.load(bucket, CATEGORY_HANDLER)
              + rank.load(bucket, CATEGORY_TASK);
    }
    return busy;
  }
}
