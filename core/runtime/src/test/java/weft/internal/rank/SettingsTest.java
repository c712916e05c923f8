// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import weft.transport.job.HostMemory;

/// What holds where nothing is set.
final class SettingsTest {
  private static final long GIB = 1L << 30;
  private static final HostMemory MEMORY = new HostMemory(16 * GIB, false);
  private static final Settings UNSET = new Settings(0, 2);

  @Test
  void ranksOfOneHostShareASixteenthOfItsMemory() {
    assertThat(UNSET.budget(MEMORY, 1)).isEqualTo(GIB);
    assertThat(UNSET.budget(MEMORY, 4)).isEqualTo(GIB / 4);
  }

  @Test
  void theBudgetIsNeverLessThan64MiB() {
    assertThat(UNSET.budget(MEMORY, 100)).isEqualTo(64 << 20);
    assertThat(UNSET.budget(new HostMemory(0, false), 1)).isEqualTo(64 << 20);
  }

  @Test
  void theExplicitBudgetWins() {
    assertThat(new Settings(100_000, 2).budget(MEMORY, 1)).isEqualTo(100_000);
  }
}
