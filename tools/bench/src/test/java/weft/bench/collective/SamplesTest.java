// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplesTest {
  private static final Cell CELL = Cell.of(2, "broadcast", 8);

  private static Timing timing(double nanos) {
    return new Timing(nanos, nanos / 2, 2 * nanos, 3 * nanos, 0, 0);
  }

  @Test
  void aRatioIsTakenWithinEachRound() {
    var samples = new Samples();
    // The machine is slow in the second round, for both; the third saw only one of them.
    samples.add(CELL, "a", 0, 30, timing(10));
    samples.add(CELL, "b", 0, 30, timing(20));
    samples.add(CELL, "a", 1, 30, timing(110));
    samples.add(CELL, "b", 1, 30, timing(200));
    samples.add(CELL, "a", 2, 30, timing(100_000));
    assertThat(samples.ratio(CELL, "a", "b")).isEqualTo((0.5 + 0.55) / 2);
    assertThat(samples.nanos(CELL, "a")).isEqualTo(110);
    assertThat(samples.least(CELL, "a", Timing::turn)).isEqualTo(20);
  }

  @Test
  void whoWasNotMeasuredHasNoFigures() {
    var samples = new Samples();
    samples.add(CELL, "a", 0, 30, timing(10));
    assertThat(samples.has(CELL, "b")).isFalse();
    assertThat(samples.nanos(CELL, "b")).isNaN();
    assertThat(samples.ratio(CELL, "a", "b")).isNaN();
  }
}
