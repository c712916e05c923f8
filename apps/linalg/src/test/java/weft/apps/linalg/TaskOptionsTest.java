// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskOptionsTest {
  @Test
  void readsAWholeLine() {
    TaskOptions options =
        TaskOptions.parse(
            List.of("lu", "--n=50", "--grid", "2x3", "--panel", "9", "--no-lookahead", "--check"),
            6);
    assertThat(options.task()).isEqualTo(Computation.LU);
    assertThat(options.n()).isEqualTo(50);
    assertThat(options.gridRows()).isEqualTo(2);
    assertThat(options.gridColumns()).isEqualTo(3);
    assertThat(options.blocking().width()).isEqualTo(9);
    assertThat(options.blocking().lookahead()).isFalse();
    assertThat(options.kind()).isEqualTo(MatrixKind.RANDOM);
    assertThat(TaskOptions.parse(List.of("cholesky"), 1).kind()).isEqualTo(MatrixKind.DEFINITE);
  }

  /// Every rank has a cell, for any order that is large enough.
  @Test
  void summaCutsForTheRanks() {
    for (int ranks = 1; ranks < 70; ranks++) {
      for (int n : new int[] {1, 2, 8, 9, 10, 64, 100, 150, 1000, 2000, 65536}) {
        int block = SummaOptions.parse(List.of("--n", "" + n), ranks).block();
        int cells = Math.ceilDiv(n, block);
        assertThat(block).isBetween(1, 128);
        assertThat((long) cells * cells)
            .as("%d in blocks of %d for %d ranks", n, block, ranks)
            .isGreaterThanOrEqualTo(Math.min(ranks, (long) n * n));
      }
    }
    assertThat(SummaOptions.parse(List.of(), 3).block()).isEqualTo(112);
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
        "lu --what           | is not an option of linalg lu",
        "lu --rook           | --rook means nothing here: it is for ldlt",
        "lu --input a --kind ones | --kind means nothing here: the matrix is in the file",
        "solve --n 5 --input a    | --n means nothing here",
        "lu --rhs b --sides 2     | --sides means nothing here",
        "gemm --panel 8           | --panel means nothing here: it is for factorisations",
        "ldlt --no-lookahead      | --no-lookahead means nothing here"
      })
  void refusesWhatCannotBe(String line, String sentence) {
    assertThatThrownBy(() -> TaskOptions.parse(List.of(line.split(" ")), 6))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }
}
