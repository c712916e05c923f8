// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerTest {
  @Test
  void readsWhatTheProgramInCPrints() {
    // As printed by peers/mpi_collectives.c: nanoseconds that are timed, in the calls, in the loop,
    // and in writing what is sent; switches.
    assertThat(Answer.parse("ok 5230000 1000000 9180042 40000 3 0\n"))
        .isEqualTo(new Answer(5_230_000, 1_000_000, 9_180_042, 40_000, 3, 0));
  }

  @Test
  void readsWhatARankWrites() {
    assertThat(Answer.parse(Answer.of(1, -2, Long.MAX_VALUE)))
        .isEqualTo(new Answer(1, -2, Long.MAX_VALUE));
    assertThat(Answer.parse(Answer.of())).isEqualTo(new Answer());
  }

  @Test
  void aFailureIsSaidInTheRanksWords() {
    String line = Answer.failed("there is no algorithm called\nfoo");
    assertThat(line).doesNotContain("\n");
    assertThatThrownBy(() -> Answer.parse(line))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("there is no algorithm called foo");
  }

  @Test
  void whatIsNoAnswerIsShown() {
    for (String line : List.of("", "okay 1", "ok 1 x", "mpi_collectives, rank 0: no memory")) {
      assertThatThrownBy(() -> Answer.parse(line))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("\"" + line + "\"");
    }
  }

  @Test
  void aMissingNumberIsSaid() {
    assertThatThrownBy(() -> Answer.parse("ok 1 2").value(2)).hasMessageContaining("number 3");
  }

  @Test
  void aTimeIsTheMeanOfTheRanksMeans() {
    // Two ranks, ten calls: 100 and 300 ns with the barrier, 50 and 70 ns alone, 500 and 500 ns a
    // time round the loop.
    Timing timing =
        Timing.of(
            List.of(
                Answer.parse("ok 1000 500 5000 0 1 0"), Answer.parse("ok 3000 700 5000 4000 2 80")),
            10);
    assertThat(timing).isEqualTo(new Timing(200, 60, 300, 500, 3, 8));
  }
}
