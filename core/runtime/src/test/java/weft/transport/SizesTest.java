// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "64k, 65536",
    "64K, 65536",
    "64kb, 65536",
    "64KiB, 65536",
    "2m, 2097152",
    "3g, 3221225472",
    "1t, 1099511627776"
  })
  void shouldReadSizes(String text, long bytes) {
    assertThat(Sizes.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "m",
        "-1",
        "64x",
        "64 m",
        "1.5g",
        "64mm",
        "64b",
        "64ib",
        "64mib2",
        "9999999999t"
      })
  void shouldRefuseWhatIsNoSize(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sizes.parse(text))
        .withMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1 KB",
    "1536, 1.5 KB",
    "67108864, 64 MB",
    "25276518400, 23.5 GB",
    "270000000000, 251 GB"
  })
  void shouldShowSizes(long bytes, String text) {
    assertThat(Sizes.show(bytes)).isEqualTo(text);
  }

  @Test
  void shouldShowTheLargest() {
    assertThat(Sizes.show(Long.MAX_VALUE)).isEqualTo("8 EB");
  }
}
