// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What command lines mean.
class ArgumentsTest {
  private static Arguments parse(String line) {
    List<String> args = line.isEmpty() ? List.of() : List.of(line.split(" "));
    return Arguments.parse("prog", List.of("n", "by"), List.of("report"), args);
  }

  @Test
  void valuesAndSwitches() {
    Arguments given = parse("--n 5 --report --by=one=two");
    assertThat(given.number("n", 1, 0, 9)).isEqualTo(5);
    assertThat(given.has("report")).isTrue();
    assertThat(given.get("by")).isEqualTo("one=two");
    assertThat(given.needed("by", "a way")).isEqualTo("one=two");

    Arguments none = parse("");
    assertThat(none.number("n", 1, 0, 9)).isEqualTo(1);
    assertThat(none.has("report")).isFalse();
    assertThat(none.get("by")).isNull();
    assertThat(none.get("by", "hand")).isEqualTo("hand");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --m 5        | "--m" is not an option of prog; its options are --n, --by, --report
          n            | "n" is not an option of prog
          --           | "--" is not an option of prog
          --report=yes | "--report" is not an option of prog
          --by         | the option --by needs a value after it
          --n 1 --n=2  | the option --n is given twice
          --n 10       | --n 10 is not possible; give a whole number from 0 to 9
          --n -1       | --n -1 is not possible
          --n many     | --n many is not possible
          --n 1        | --by is missing: a way; prog --help shows all options
          """)
  void sentences(String line, String sentence) {
    assertThatThrownBy(
            () -> {
              Arguments given = parse(line);
              assertThat(given.number("n", 1, 0, 9)).isBetween(0L, 9L);
              given.needed("by", "a way");
            })
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(sentence);
  }
}
