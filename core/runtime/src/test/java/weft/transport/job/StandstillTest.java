// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A job stands still when some wait, all answer, and nothing moves.
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
  void whoComputesWhileOthersWaitIsNamedOnce() {
    answer(SECOND, 5, ~7);
    assertThat(watch.isNew(10 * SECOND)).isFalse();
    answer(11 * SECOND, 5, ~7);
    assertThat(watch.isNew(11 * SECOND)).isTrue();
    assertThat(watch.heading(11 * SECOND))
        .isEqualTo(
            "weft: nothing has moved for 10 s while rank 1 makes no call; who waits where:\n");
    answer(30 * SECOND, 5, ~7);
    assertThat(watch.isNew(30 * SECOND)).isFalse();
  }

  @Test
  void whoComputesAndMovesDoesNotStandStill() {
    answer(SECOND, 5, ~7);
    answer(10 * SECOND, 6, ~7); // another has heard from it
    assertThat(watch.isNew(19 * SECOND)).isFalse();
    answer(19 * SECOND, 6, ~8);
    assertThat(watch.isNew(28 * SECOND)).isFalse();
    assertThat(watch.isNew(29 * SECOND)).isTrue();
    answer(30 * SECOND, 6, ~9);
    assertThat(watch.isNew(40 * SECOND)).isTrue();
  }

  @Test
  void whoWaitsInVainNowAndThenIsNotNamedAgain() {
    answer(SECOND, 5, ~7);
    assertThat(watch.isNew(11 * SECOND)).isTrue();
    answer(12 * SECOND, 5, 7);
    answer(13 * SECOND, 5, ~7);
    assertThat(watch.isNew(30 * SECOND)).isFalse();
    answer(31 * SECOND, 5, 7);
    assertThat(watch.isNew(40 * SECOND)).isFalse();
    assertThat(watch.isNew(41 * SECOND)).isTrue();
    assertThat(watch.heading(41 * SECOND)).doesNotContain("no call");
  }

  @Test
  void ranksThatAllComputeDoNotStandStill() {
    answer(SECOND, ~5, ~7);
    assertThat(watch.isNew(100 * SECOND)).isFalse();
    watch.finished(0, 100 * SECOND);
    assertThat(watch.isNew(200 * SECOND)).isFalse();
  }

  @Test
  void manyWhoComputeAreCounted() {
    var many = new Standstill(10, 10 * SECOND, 0);
    for (int rank = 0; rank < 10; rank++) {
      many.answered(rank, rank == 4 || rank == 7 ? ~1 : 1, SECOND);
    }
    assertThat(many.heading(SECOND)).contains(" while the ranks 4, 7 make no call;");
    for (int rank = 1; rank < 10; rank++) {
      many.answered(rank, ~1, SECOND);
    }
    assertThat(many.heading(SECOND)).contains(" while 9 ranks make no call;");
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
    answer(SECOND, 5, ~7);
    watch.finished(1, 5 * SECOND);
    watch.answered(1, ~7, 6 * SECOND); // said before, heard after
    assertThat(watch.isNew(14 * SECOND)).isFalse();
    assertThat(watch.isNew(15 * SECOND)).isTrue();
    assertThat(watch.heading(15 * SECOND))
        .isEqualTo("weft: nothing has moved for 10 s; who waits where:\n");
  }

  @Test
  void aJobWhoseRanksHaveAllFinishedDoesNotStandStill() {
    watch.finished(0, SECOND);
    watch.finished(1, SECOND);
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
