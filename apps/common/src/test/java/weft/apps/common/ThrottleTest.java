// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottleTest {
  @Test
  void eachRankHasANumber() {
    Throttle throttle = Throttle.parse("1,3, 1000", 3);
    assertThat(throttle.times(0)).isEqualTo(1);
    assertThat(throttle.times(1)).isEqualTo(3);
    assertThat(throttle.times(2)).isEqualTo(1000);
    assertThat(Throttle.parse("", 3).times(2)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1,2,3", "1,0", "1,1.5", "1,x", "1,", "1,1001", "1,-2"})
  void sentences(String text) {
    assertThatThrownBy(() -> Throttle.parse(text, 2))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("--throttle " + text + " is not possible with 2 ranks");
  }
}
