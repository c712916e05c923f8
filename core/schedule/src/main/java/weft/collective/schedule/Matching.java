// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.Arrays;

/// Which send each receive takes, in the schedules of all ranks. The *n*-th receive from a rank
/// takes that rank's *n*-th send; an offer counts as a send, and a [Schedule#TARGET] as a receive.
///
/// A step has an index: the number of all steps of lower ranks, and its place in its schedule. The
/// matching takes time and memory in proportion to the steps.
public final class Matching {
  private final int[] first;
  private final int[] partner;
  private boolean isComplete = true;

  private Matching(int[] first) {
    this.first = first;
    this.partner = new int[first[first.length - 1]];
    Arrays.fill(partner, -1);
  }

  /// Matches the steps of `schedules`, one of each rank.
  ///
  /// @throws IllegalArgumentException if there are more than 2³¹ − 1 steps
  public static Matching of(Schedule[] schedules) {
    int ranks = schedules.length;
    int[] first = new int[ranks + 1];
    for (int rank = 0; rank < ranks; rank++) {
      long steps = (long) first[rank] + schedules[rank].length();
      if (steps > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "the schedules of " + ranks + " ranks have over 2^31 steps; there is no matching");
      }
      first[rank + 1] = (int) steps;
    }
    var matching = new Matching(first);
    matching.match(schedules);
    return matching;
  }

  private void match(Schedule[] schedules) {
    int ranks = schedules.length;
    // The sends to each rank, in the order of senders and of their steps.
    int[] ends = new int[ranks + 1];
    for (Schedule schedule : schedules) {
      for (int step = 0; step < schedule.length(); step++) {
        if (isSend(schedule.kind(step))) {
          ends[schedule.peer(step) + 1]++;
        }
      }
    }
    for (int rank = 0; rank < ranks; rank++) {
      ends[rank + 1] += ends[rank];
    }
    int[] sends = new int[ends[ranks]];
    int[] source = new int[ends[ranks]];
    int[] at = Arrays.copyOf(ends, ranks);
    for (int rank = 0; rank < ranks; rank++) {
      Schedule schedule = schedules[rank];
      for (int step = 0; step < schedule.length(); step++) {
        if (isSend(schedule.kind(step))) {
          int place = at[schedule.peer(step)]++;
          sends[place] = first[rank] + step;
          source[place] = rank;
        }
      }
    }
    int[] next = new int[ranks];
    int[] end = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      take(schedules[rank], rank, ends, sends, source, next, end);
    }
  }

  private void take(
      Schedule schedule, int rank, int[] ends, int[] sends, int[] source, int[] next, int[] end) {
    for (int i = ends[rank]; i < ends[rank + 1]; i++) {
      if (i == ends[rank] || source[i] != source[i - 1]) {
        next[source[i]] = i;
      }
      end[source[i]] = i + 1;
    }
    int left = ends[rank + 1] - ends[rank];
    for (int step = 0; step < schedule.length(); step++) {
      if (!isReceive(schedule.kind(step))) {
        continue;
      }
      int peer = schedule.peer(step);
      if (next[peer] < end[peer]) {
        int send = sends[next[peer]++];
        partner[first[rank] + step] = send;
        partner[send] = first[rank] + step;
        left--;
      } else {
        isComplete = false;
      }
    }
    isComplete &= left == 0;
    for (int i = ends[rank]; i < ends[rank + 1]; i++) {
      next[source[i]] = 0;
      end[source[i]] = 0;
    }
  }

  static boolean isSend(byte kind) {
    return kind == Schedule.SEND || kind == Schedule.OFFER;
  }

  static boolean isReceive(byte kind) {
    return kind == Schedule.RECEIVE || kind == Schedule.TARGET;
  }

  /// The number of steps of all ranks.
  public int steps() {
    return partner.length;
  }

  /// The index of the first step of `rank`; of the number of ranks, the number of steps.
  public int first(int rank) {
    return first[rank];
  }

  /// The rank of the step with an index.
  public int rank(int index) {
    int rank = Arrays.binarySearch(first, index);
    if (rank < 0) {
      return -rank - 2;
    }
    while (first[rank + 1] == index) {
      rank++; // Ranks without steps have the same first step.
    }
    return rank;
  }

  /// The index of the send of a receive, or of the receive of a send; −1 if there is none.
  public int partner(int index) {
    return partner[index];
  }

  /// Whether every receive has its send, and every send its receive.
  public boolean isComplete() {
    return isComplete;
  }
}
