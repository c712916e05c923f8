// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Steps last for a slice, or for one handler that is longer.
final class StepLengthTest {
  private long now;
  private int looks;
  private final StepLength length =
      new StepLength(() -> {
        looks++;
        return now;
      });

  /// The number of messages that one step handles, if each takes `nanos` and `waiting` wait.
  private int step(long nanos, int waiting) {
    int most = length.first();
    int more = Math.min(most, waiting);
    int did = more;
    now += more * nanos;
    while (more == most && length.goesOn(more)) {
      most = length.more();
      more = Math.min(most, waiting - did);
      did += more;
      now += more * nanos;
    }
    return did;
  }

  @ParameterizedTest
  @CsvSource({"50, 432", "600, 64", "1000, 20", "5000, 4", "20000, 1", "1000000, 1"})
  void aStepLastsForASlice(long nanos, int expected) {
    int first = step(nanos, 1_000_000); // learns
    assertThat(first).isBetween(32, 500);
    int most = 0;
    int all = 0;
    for (int i = 0; i < 80; i++) {
      int did = step(nanos, 1_000_000);
      most = Math.max(most, did);
      all += did;
    }
    assertThat(all / 80).isBetween(expected, expected * 5 / 4);
    assertThat(most).isLessThanOrEqualTo(3 * expected); // when it measures
  }

  @Test
  void shortHandlersCostFewReadings() {
    int did = 0;
    for (int i = 0; i < 100; i++) {
      did += step(100, 1_000_000);
    }
    assertThat(did / looks).isGreaterThan(15);
  }

  /// A rank that is idle must not read the clock in each poll.
  @Test
  void anEmptyStepReadsNoClock() {
    step(1_000_000, 100); // so handlers are long
    looks = 0;
    for (int i = 0; i < 100; i++) {
      assertThat(step(100, 0)).isZero();
    }
    assertThat(looks).isZero();
  }

  @Test
  void aStepThatIsSoonDoneReadsNoClock() {
    for (int i = 0; i < 10; i++) {
      assertThat(step(100, 0)).isZero();
      assertThat(step(100, 20)).isEqualTo(20);
    }
    assertThat(looks).isZero();
  }

  @Test
  void shortHandlersAfterLongOnesAreHandledTogetherAgain() {
    step(1_000_000, 100);
    assertThat(step(1_000_000, 100)).isEqualTo(1);
    for (int i = 0; i < 8; i++) {
      step(50, 1_000_000);
    }
    assertThat(step(50, 1_000_000)).isGreaterThan(400);
  }
}
