// SPDX-License-Identifier: Apache-2.0
package weft.apps.gups;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RandomStreamTest {
  @Test
  void anyNumberIsFoundWithoutThoseBeforeIt() {
    long random = 1;
    for (long n = 0; n < 5000; n++) {
      assertThat(RandomStream.at(n)).as("number %d", n).isEqualTo(random);
      random = RandomStream.next(random);
    }
    long far = 1L << 42;
    assertThat(RandomStream.next(RandomStream.at(far - 1))).isEqualTo(RandomStream.at(far));
  }

  /// As the shift register of HPCC is written there.
  @Test
  void theStepIsHpccs() {
    for (long random : new long[] {1, 2, 1L << 62, 1L << 63, -1, 0x123456789abcdef0L}) {
      assertThat(RandomStream.next(random)).isEqualTo((random << 1) ^ (random < 0 ? 7 : 0));
    }
  }

  /// The register of 64 bits comes round after a period of its own.
  @Test
  void thePeriodIsHpccs() {
    assertThat(RandomStream.at(1317624576693539401L)).isEqualTo(1);
    assertThat(RandomStream.at(-1)).isEqualTo(RandomStream.at(1317624576693539400L));
    assertThat(RandomStream.next(RandomStream.at(-1))).isEqualTo(1);
  }
}
