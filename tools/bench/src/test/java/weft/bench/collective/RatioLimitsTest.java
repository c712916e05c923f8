// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RatioLimitsTest {
  @Test
  void barriers() {
    assertThat(RatioLimits.of(Cell.of(2, "barrier", 0))).isEqualTo(0.6);
    assertThat(RatioLimits.of(Cell.of(4, "barrier", 0))).isEqualTo(0.8);
    assertThat(RatioLimits.of(Cell.of(8, "barrier", 0))).isEqualTo(0.8);
  }

  @Test
  void largeAllreduce() {
    assertThat(RatioLimits.of(Cell.of(2, "allreduce", 256 << 10))).isEqualTo(0.4);
    assertThat(RatioLimits.of(Cell.of(4, "allreduce", 4 << 20))).isEqualTo(0.4);
    assertThat(RatioLimits.of(Cell.of(8, "allreduce", 4 << 20))).isEqualTo(1.0);
    assertThat(RatioLimits.of(Cell.of(4, "allreduce", 8 << 10))).isEqualTo(1.0);
  }

  @Test
  void whatIsNotInTheTableHasNoLimit() {
    assertThat(RatioLimits.of(Cell.of(3, "barrier", 0))).isNaN();
    assertThat(RatioLimits.of(Cell.of(2, "scan", 8))).isNaN();
    assertThat(RatioLimits.of(Cell.of(2, "broadcast", 64))).isNaN();
    assertThat(RatioLimits.isLimited(Cell.of(2, "barrier", 8))).isFalse();
  }
}
