// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.apps.common.BadInputException;

class OptionsTest {
  @Test
  void readsAWholeLine() {
    Options options =
        Options.parse(
            List.of("lu", "--n=50", "--grid", "2x3", "--panel", "9", "--no-lookahead", "--check"),
            6);
    assertThat(options.task()).isEqualTo(Computation.LU);
    assertThat(options.n()).isEqualTo(50);
    assertThat(options.gridRows()).isEqualTo(2);
    assertThat(options.gridColumns()).isEqualTo(3);
    assertThat(options.blocking().width()).isEqualTo(9);
    assertThat(options.blocking().lookahead()).isFalse();
    assertThat(options.kind()).isEqualTo(MatrixKind.RANDOM);
    assertThat(Options.parse(List.of("cholesky"), 1).kind()).isEqualTo(MatrixKind.DEFINITE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "turn                | \"turn\" is no task",
        "lu --grid 2x2       | --grid 2x2 is not possible with 6 ranks",
        "lu --grid 6         | --grid 6 is not possible",
        "lu --grid axb       | --grid axb is not possible",
        "lu --kind odd       | the kinds are random, symmetric",
        "gemm --n 0          | --n 0 is not possible",
        "lu --what           | is not an option of linalg lu"
      })
  void refusesWhatCannotBe(String line, String sentence) {
    assertThatThrownBy(() -> Options.parse(List.of(line.split(" ")), 6))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(sentence);
  }
}
