// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What `weft doctor` says of an MPI that starts no rank.
class MpiChecksTest {
  @Test
  void shouldQuoteTheSentenceOfAnException() {
    assertThat(
            MpiChecks.sentence(
                1, "Exception in thread \"main\" weft.WeftException: no MPI library\n\tat x"))
        .isEqualTo("no MPI library.");
    assertThat(MpiChecks.sentence(1, "\nnot enough slots\n")).isEqualTo("not enough slots");
  }

  /// No words are no proof that all is well.
  @Test
  void shouldNameTheExitCodeWhenNothingWasSaid() {
    assertThat(MpiChecks.sentence(213, " \n")).isEqualTo("it ended with exit code 213.");
  }
}
