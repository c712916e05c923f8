// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobsCommandTest {
  private final Console console = new Console();

  @Test
  void shouldSayThatAJobIsNotThere() {
    assertThat(console.weft("jobs", "zzz")).isEqualTo(2);
    assertThat(console.err()).startsWith("weft: No job zzz runs.");
  }

  @ParameterizedTest
  @CsvSource({"0, 0 s", "59, 59 s", "60, 1 m 00 s", "3599, 59 m 59 s", "36610, 10 h 10 m"})
  void shouldShowDurations(long seconds, String text) {
    assertThat(JobsCommand.ago(Duration.ofSeconds(seconds))).isEqualTo(text);
  }
}
