// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PiecesTest {
  private static final long MB = 1 << 20;

  /// 4 MB at a rank and 32 MB together: less is in a core's caches, or in the one that cores share.
  @ParameterizedTest
  @CsvSource({
    "4, 8, true",
    "3, 8, false",
    "4, 7, false",
    "16, 2, true",
    "15, 2, false",
    "32, 1, true",
    "31, 1, false",
    "3, 1000, false",
    "4, 1000, true"
  })
  void dataIsColdByWhatARankHasAndAllHaveTogether(long megabytes, int ranks, boolean cold) {
    assertThat(Pieces.isCold(megabytes * MB, ranks)).isEqualTo(cold);
  }
}
