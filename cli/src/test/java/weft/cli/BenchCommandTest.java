// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
