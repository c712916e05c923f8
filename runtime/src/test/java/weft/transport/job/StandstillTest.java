// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A job stands still when all wait, all answer, and nothing moves.
final class StandstillTest {
  private static final long SECOND = 1_000_000_000;

  private final Standstill watch = new Standstill(2, 10 * SECOND, 0);

  private void answer(long now, long first, long second) {
    watch.ask(0);
    watch.ask(1);
    watch.answered(0, first, now);
    watch.answered(1, second, now);
  }

  @Test
  void isToldOnce() {
    answer(SECOND, 5, 7);
    assertThat(watch.isNew(10 * SECOND)).isFalse();
    answer(11 * SECOND, 5, 7);
    assertThat(watch.isNew(11 * SECOND)).isTrue();
    assertThat(watch.isNew(30 * SECOND)).isFalse();
  }

  @Test
  void isToldAgainAfterSomethingMoved() {
    answer(SECOND, 5, 7);
    assertThat(watch.isNew(12 * SECOND)).isTrue();
    answer(13 * SECOND, 5, 8);
    assertThat(watch.isNew(14 * SECOND)).isFalse();
    assertThat(watch.isNew(23 * SECOND)).isTrue();
  }

  @Test
  void oneWhoComputesIsEnoughAgainstIt() {
    answer(SECOND, 5, -1);
    assertThat(watch.isNew(100 * SECOND)).isFalse();
    answer(101 * SECOND, 5, -1);
    assertThat(watch.isNew(102 * SECOND)).isFalse();
  }

  @Test
  void oneWhoDoesNotAnswerIsNotAskedAgainAndIsEnoughAgainstIt() {
    answer(SECOND, 5, 7);
    assertThat(watch.ask(1)).isTrue();
    assertThat(watch.ask(1)).isFalse();
    assertThat(watch.isNew(100 * SECOND)).isFalse();
    watch.answered(1, 7, 101 * SECOND);
    assertThat(watch.isNew(101 * SECOND)).isTrue();
  }

  @Test
  void oneWhoHasFinishedCountsAsWaiting() {
    answer(SECOND, 5, -1);
    watch.finished(1);
    assertThat(watch.isNew(20 * SECOND)).isTrue();
  }

  @Test
  void aJobWhoseRanksHaveAllFinishedDoesNotStandStill() {
    watch.finished(0);
    watch.finished(1);
    assertThat(watch.isNew(20 * SECOND)).isFalse();
  }

  @Test
  void ranksAreAskedOnceASecondAtMost() {
    assertThat(watch.isTimeToAsk(SECOND / 2)).isFalse();
    assertThat(watch.isTimeToAsk(SECOND)).isTrue();
    assertThat(watch.isTimeToAsk(SECOND)).isFalse();
    assertThat(watch.next(SECOND)).isEqualTo(SECOND);
  }

  @Test
  void theTimeInWhichTheHostItselfWasPausedDoesNotCount() {
    answer(SECOND, 5, 7);
    assertThat(watch.isTimeToAsk(100 * SECOND)).isTrue();
    assertThat(watch.isNew(100 * SECOND)).isFalse();
    assertThat(watch.isNew(110 * SECOND)).isTrue();
  }

  @Test
  void zeroMeansNever() {
    var never = new Standstill(2, 0, 0);
    assertThat(never.isTimeToAsk(100 * SECOND)).isFalse();
    assertThat(never.next(SECOND)).isEqualTo(ControlServer.NEVER);
    assertThat(never.isNew(100 * SECOND)).isFalse();
  }
}
