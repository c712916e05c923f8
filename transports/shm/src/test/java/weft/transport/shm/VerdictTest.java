// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which ends of processes are failures.
final class VerdictTest {
  private static final long SECOND = 1_000_000_000;

  private final RankState[] ranks = new RankState[3];
  private final Verdict verdict = new Verdict(ranks);

  @BeforeEach
  void allHaveJoined() {
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[rank] = new RankState(rank, 100 + rank);
      ranks[rank].joined = true;
    }
  }

  private static String sentence(RankState failed) {
    return Verdict.report(failed).sentence();
  }

  @Test
  void nothingHasHappened() {
    assertThat(verdict.judge(0)).isNull();
    assertThat(verdict.next()).isEqualTo(Verdict.NEVER);
  }

  @Test
  void aKilledRankIsAFailureAtOnce() {
    ranks[1].ended(137, 5);

    assertThat(verdict.judge(5)).isSameAs(ranks[1]);
    assertThat(sentence(ranks[1]))
        .isEqualTo(
            "rank 1 failed: its process (pid 101) was killed by signal 9 (SIGKILL), by"
                + " somebody or by the kernel's out-of-memory killer");
  }

  @Test
  void anExitCodeIsAFailure() {
    ranks[2].ended(3, 5);

    assertThat(verdict.judge(5)).isSameAs(ranks[2]);
    assertThat(sentence(ranks[2])).contains("exit code 3 before the job's end");
  }

  @Test
  void aRankWhoseSocketIsOpenMayStillExplainItself() {
    ranks[1].linked = true;
    ranks[1].ended(1, 5);

    assertThat(verdict.judge(6)).isNull();
    assertThat(verdict.next()).isEqualTo(Verdict.LAST_WORD - 1);

    ranks[1].linked = false;
    assertThat(verdict.judge(7)).isSameAs(ranks[1]);
  }

  @Test
  void aSignalOfTheUserMayReachTheHostToo() {
    ranks[0].ended(130, 0);

    assertThat(verdict.judge(1)).isNull();
    assertThat(verdict.judge(SECOND)).isSameAs(ranks[0]);
  }

  @Test
  void leavingWhileOthersRunIsAFailure() {
    ranks[1].ended(0, 0);

    assertThat(verdict.judge(1)).isNull();
    assertThat(verdict.judge(SECOND)).isSameAs(ranks[1]);
    assertThat(sentence(ranks[1])).contains("System.exit(0) before the job's end");
  }

  @Test
  void leavingOneAfterTheOtherIsNone() {
    long now = 0;
    for (RankState rank : ranks) {
      now += Verdict.COMPANY - 1;
      assertThat(verdict.judge(now)).isNull();
      rank.ended(0, now);
    }
    assertThat(verdict.judge(now + SECOND)).isNull();
    assertThat(verdict.late()).isNull();
  }

  @Test
  void aProgramThatNeverLaunchesIsNoFailure() {
    for (RankState rank : ranks) {
      rank.joined = false;
    }
    ranks[0].ended(0, 0);
    assertThat(verdict.judge(SECOND)).isNull();

    ranks[1].joined = true;
    assertThat(verdict.judge(SECOND)).isSameAs(ranks[0]);
    assertThat(sentence(ranks[0])).contains("without calling Weft.launch");
  }

  @Test
  void anExitCodeAfterTheJobsEndCountsButEndsNobody() {
    ranks[1].finished = true;
    ranks[1].ended(5, 0);

    assertThat(verdict.judge(SECOND)).isNull();
    assertThat(verdict.late()).isSameAs(ranks[1]);
    assertThat(sentence(ranks[1])).contains("exit code 5 after the job's end");
  }

  @Test
  void isCompleteOnceEveryEndIsWeighed() {
    for (RankState rank : ranks) {
      rank.joined = false;
      rank.ended(0, 0);
    }
    assertThat(verdict.judge(1)).isNull();
    assertThat(verdict.isComplete()).isFalse();
    assertThat(verdict.next()).isEqualTo(Verdict.LAST_KNOCK - 1);

    assertThat(verdict.judge(Verdict.LAST_KNOCK)).isNull();
    assertThat(verdict.isComplete()).isTrue();
  }

  @Test
  void finishedRanksMayEndWhenTheyLike() {
    ranks[1].finished = true;
    ranks[1].ended(0, 0);

    assertThat(verdict.judge(SECOND)).isNull();
    assertThat(verdict.next()).isEqualTo(Verdict.NEVER);
  }
}
