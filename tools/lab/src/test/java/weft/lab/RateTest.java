// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import weft.cli.CommandException;

class RateTest {
  @ParameterizedTest
  @CsvSource({
    "100mbit, 100000000, 100mbit",
    "2.5Gbit, 2500000000, 2500mbit",
    "64kbit, 64000, 64kbit",
    "8001bit, 8001, 8001bit",
    "none, 0, none"
  })
  void shouldReadWhatTcReads(String text, long bitsPerSecond, String shown) {
    Rate rate = Rate.parse(text);
    assertThat(rate.bitsPerSecond()).isEqualTo(bitsPerSecond);
    assertThat(rate).hasToString(shown).isEqualTo(Rate.parse(shown));
    assertThat(rate.isLimited()).isEqualTo(bitsPerSecond > 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "100", "mbit", "100mb", "-1mbit", "1e3mbit", "100 mbit"})
  void shouldRefuseWhatIsNoRate(String text) {
    assertThatThrownBy(() -> Rate.parse(text))
        .isInstanceOf(CommandException.class)
        .hasMessageStartingWith(text + " is not a rate: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0bit", "1kbit", "1001gbit"})
  void shouldRefuseARateThatNoLinkHas(String text) {
    assertThatThrownBy(() -> Rate.parse(text)).hasMessageContaining("is not possible");
  }

  @Test
  void shouldLetSomeFramesThroughAtAnyRate() {
    assertThat(Rate.parse("8kbit").burst()).isGreaterThan(1514);
    assertThat(Rate.parse("8kbit").queue()).isGreaterThan(10 * 1514);
    // 2 ms and 50 ms of 1 Gbit/s.
    assertThat(Rate.parse("1gbit").burst()).isEqualTo(250_000);
    assertThat(Rate.parse("1gbit").queue()).isEqualTo(6_250_000);
    // The kernel has 32 bits for it.
    assertThat(Rate.parse("1000gbit").queue()).isEqualTo(1L << 30);
    assertThat(Rate.parse("1000gbit").burst()).isEqualTo(250_000_000);
  }
}
