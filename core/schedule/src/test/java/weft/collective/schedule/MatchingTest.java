// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MatchingTest {
  /// By queues for each pair of ranks, as the words of [Schedule] say it.
  private static void check(Schedule[] schedules) {
    Matching matching = Matching.of(schedules);
    Map<Long, Deque<Integer>> sent = new HashMap<>();
    for (int rank = 0; rank < schedules.length; rank++) {
      for (int step = 0; step < schedules[rank].length(); step++) {
        if (Matching.isSend(schedules[rank].kind(step))) {
          long pair = (long) rank << 32 | schedules[rank].peer(step);
          sent.computeIfAbsent(pair, it -> new ArrayDeque<>()).add(matching.first(rank) + step);
        }
      }
    }
    for (int rank = 0; rank < schedules.length; rank++) {
      for (int step = 0; step < schedules[rank].length(); step++) {
        if (Matching.isReceive(schedules[rank].kind(step))) {
          int index = matching.first(rank) + step;
          int peer = schedules[rank].peer(step);
          int send = Objects.requireNonNull(sent.get((long) peer << 32 | rank)).remove();
          assertThat(matching.partner(index)).isEqualTo(send);
          assertThat(matching.partner(send)).isEqualTo(index);
          assertThat(matching.rank(send)).isEqualTo(peer);
        }
      }
    }
    assertThat(sent.values()).allMatch(Deque::isEmpty);
    assertThat(matching.isComplete()).isTrue();
  }

  @Test
  void matchesInTheOrderOfEachPair() {
    for (Collective collective : Collective.values()) {
      for (Algorithms.Entry entry : Algorithms.of(collective)) {
        for (int size : new int[] {1, 2, 5, 8}) {
          for (boolean shared : new boolean[] {false, true}) {
            Schedule[] schedules = new Schedule[size];
            for (int rank = 0; rank < size; rank++) {
              schedules[rank] = new Schedule();
              entry.write(
                  new Shape()
                      .set(collective, size, rank, 0)
                      .amount(400, 8)
                      .memory(shared, false, false)
                      .pipeline(64, 8),
                  schedules[rank]);
            }
            check(schedules);
          }
        }
      }
    }
  }

  @Test
  void sendsThatAreLeftOverAreNoticed() {
    var lonely = new Schedule();
    lonely.enter();
    lonely.send(1, Region.IN, 8);
    var idle = new Schedule();
    idle.enter();
    assertThat(Matching.of(new Schedule[] {lonely, idle}).isComplete()).isFalse();
  }

  /// What is declared alike is: with equal blocks, ranks have as many steps of each kind.
  @Test
  void ranksThatAreDeclaredAlikeHaveTheSameSteps() {
    for (Collective collective : Collective.values()) {
      for (Algorithms.Entry entry : Algorithms.of(collective)) {
        if (entry.alike() == Alike.NONE) {
          continue;
        }
        for (boolean shared : new boolean[] {false, true}) {
          int from = entry.alike() == Alike.ALL ? 2 : 3;
          String first = counts(entry, from - 1, shared);
          for (int rank = from; rank < 8; rank++) {
            if (rank != 2) { // The first two combine in one pass, and the others do not.
              assertThat(counts(entry, rank, shared))
                  .as("%s %s, rank %d", collective, entry.name(), rank)
                  .isEqualTo(first);
            }
          }
        }
      }
    }
  }

  private static String counts(Algorithms.Entry entry, int rank, boolean shared) {
    var schedule = new Schedule();
    entry.write(
        new Shape()
            .set(entry.collective(), 8, Math.max(rank, 2), 0)
            .amount(8 * 8 * 64, 8)
            .memory(shared, false, false)
            .pipeline(1 << 16, 8),
        schedule);
    int[] count = new int[12];
    for (int step = 0; step < schedule.length(); step++) {
      byte kind = schedule.kind(step);
      if (kind == Schedule.SEND || kind == Schedule.RECEIVE || kind == Schedule.FOLD) {
        count[kind]++;
      }
    }
    return java.util.Arrays.toString(count);
  }
}
