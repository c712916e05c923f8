// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs that start a JVM are among the system tests; here is what happens before.
class BenchCommandTest {
  private final Console console = new Console();

  @Test
  void shouldListBenchmarksThatAreDeclared() {
    assertThat(console.weft("bench")).isZero();
    assertThat(console.out()).contains("  probe  Says what it was given.");
  }

  @Test
  void shouldSuggestAName() {
    assertThat(console.weft("bench", "prob")).isEqualTo(2);
    assertThat(console.err()).contains("There is no benchmark prob. Did you mean probe?");
  }

  @Test
  void shouldWantAFileAfterJson() {
    assertThat(console.weft("bench", "probe", "--json")).isEqualTo(2);
    assertThat(console.err()).contains("--json needs the name of a file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--json FILE probe",
        "--json=FILE probe",
        "probe --json FILE",
        "probe --json=FILE"
      })
  void shouldLookAtTheFileBeforeItMeasures(String line) {
    String[] words = ("bench " + line.replace("FILE", "/no/such/x.json")).split(" ");
    assertThat(console.weft(words)).isEqualTo(2);
    assertThat(console.err())
        .isEqualTo(
            "weft: The file /no/such/x.json cannot be written: there is no folder /no/such.\n");
  }
}
