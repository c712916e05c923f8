// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Lists of frequencies with units.
final class FrequenciesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3e8 | 3.0E8",
        "100MHz | 1.0E8",
        "0.1ghz | 1.0E8",
        "433.92 MHz | 4.3392E8",
        "1e6 kHz | 1.0E9",
        "2GHz,1.5GHz,2e9 | 1.5E9 2.0E9",
        "1GHz:1.2GHz:100MHz,900MHz | 9.0E8 1.0E9 1.1E9 1.2E9"
      })
  void areReadInHertz(String text, String wanted) {
    var found = new StringBuilder();
    for (double each : Frequencies.parse(text)) {
      found.append(found.isEmpty() ? "" : " ").append(each);
    }
    assertThat(found).hasToString(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100MH | has a part that is not a number",
        "MHz | has a part that is not a number",
        "1e9, | has a part that is not a number",
        "NaNMHz | has a part that is not a number",
        "1GHz:2GHz | is not one value, and not FROM:TO:STEP",
        "1e10GHz | is not between 1 and 1.0E18",
        "1:1e5:1,2e5:3e5:1 | more than 100000 values"
      })
  void othersAreRefused(String text, String sentence) {
    assertThatThrownBy(() -> Frequencies.parse(text)).hasMessageContaining(sentence);
  }
}
