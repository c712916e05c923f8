// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What a rank learns from its yields, by a clock that only they and sleeps move.
final class YieldPolicyTest {
  private static final long AT_ONCE = 500;
  private static final long OTHER_RANK = 4_000;
  private static final long OTHER_PROGRAM = 3_000_000;

  private long now = 1;
  private long nextYield;
  private final YieldPolicy policy =
      new YieldPolicy(
          new Waits() {
            @Override
            public long nanoTime() {
              return now;
            }

            @Override
            public void yieldProcessor() {
              now += nextYield;
            }

            @Override
            public void sleep(long nanos) {
              throw new UnsupportedOperationException();
            }
          });

  private void yieldFor(long nanos) {
    nextYield = nanos;
    policy.yieldProcessor();
  }

  @Test
  void aRankWhoseSenderSharesTheProcessorYieldsSoonerWithinFourMessages() {
    int most = policy.polls();
    assertThat(policy.sharesProcessor()).isFalse();
    for (int message = 0; message < 4; message++) {
      yieldFor(OTHER_RANK);
      policy.arrived();
    }
    assertThat(policy.polls()).isEqualTo(1).isLessThan(most);
    assertThat(policy.sharesProcessor()).isTrue();
  }

  @Test
  void yieldsThatReturnAtOnceMakeItPollAgain() {
    int most = policy.polls();
    for (int message = 0; message < 4; message++) {
      yieldFor(OTHER_RANK);
      policy.arrived();
    }
    for (int each = 0; each < 8; each++) {
      yieldFor(AT_ONCE);
      assertThat(policy.foundNothing()).isTrue();
    }
    assertThat(policy.polls()).isEqualTo(most);
    assertThat(policy.sharesProcessor()).isFalse();
  }

  @Test
  void anotherProgramMakesThisAndMoreAndMoreLaterWaitsSleep() {
    for (int expected : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 256}) {
      assertThat(policy.mayYield()).isTrue();
      yieldFor(OTHER_PROGRAM);
      assertThat(policy.foundNothing()).isFalse();
      for (int wait = 0; wait < expected; wait++) {
        assertThat(policy.mayYield()).isFalse();
      }
    }
    assertThat(policy.mayYield()).isTrue();
  }

  @Test
  void aMessageAfterALongYieldIsNoReasonToSleep() {
    yieldFor(OTHER_PROGRAM);
    policy.arrived();
    assertThat(policy.mayYield()).isTrue();
  }

  @Test
  void whenTheOtherProgramHasGoneFewWaitsSleepAgain() {
    for (int time = 0; time < 10; time++) {
      yieldFor(OTHER_PROGRAM);
      policy.foundNothing();
    }
    for (int wait = 0; wait < 256; wait++) {
      policy.mayYield();
    }
    for (int message = 0; message < 9; message++) {
      yieldFor(AT_ONCE);
      policy.arrived();
    }
    yieldFor(OTHER_PROGRAM);
    policy.foundNothing();
    assertThat(policy.mayYield()).isFalse();
    assertThat(policy.mayYield()).isTrue();
  }

  @Test
  void messagesWithoutYieldsChangeNothing() {
    int polls = policy.polls();
    for (int message = 0; message < 100; message++) {
      policy.arrived();
    }
    assertThat(policy.polls()).isEqualTo(polls);
  }

  @Test
  void patienceGrowsWithSleepsThatEndAtOnceAndShrinksWithLongOnes() {
    long usual = policy.patience();
    for (int sleep = 0; sleep < 3; sleep++) {
      policy.slept(40_000);
    }
    assertThat(policy.patience()).isGreaterThan(usual);

    for (int sleep = 0; sleep < 10; sleep++) {
      policy.slept(10_000_000);
    }
    long least = policy.patience();
    assertThat(least).isLessThan(usual).isPositive();

    for (int sleep = 0; sleep < 100; sleep++) {
      policy.slept(60_000);
    }
    assertThat(policy.patience()).isEqualTo(least);
  }
}
