// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AllocationsTest {
  private Object kept = "";

  @Test
  void nothingIsNothing() {
    assertThat(Allocations.ofThisThread(() -> {})).isZero();
  }

  @Test
  void anArrayIsSeen() {
    assertThat(Allocations.ofThisThread(() -> kept = new byte[1000])).isBetween(1000L, 1100L);
    assertThat(kept).isNotNull();
  }
}
