// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What `weft lab` says before there is a lab; the rest needs root, and is a system test.
class LabCommandTest {
  private final Console console = new Console();

  @Test
  void shouldShowItsCommands() {
    assertThat(console.weft("lab")).isZero();
    assertThat(console.out()).contains("  run ", "  exec ", "  do ", "  check ", "  clean ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "exec", "do"})
  void shouldHelpWithEachCommand(String command) {
    assertThat(console.weft("lab", command, "--help")).isZero();
    assertThat(console.out()).startsWith("Usage: weft lab " + command);
    assertThat(console.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "check", "clean"})
  void shouldShowItsHelpForThoseThatTakeNothing(String command) {
    assertThat(console.weft("lab", command, "--help")).isZero();
    assertThat(console.out()).startsWith("Usage: weft lab COMMAND");
    assertThat(console.weft("lab", command, "x")).isEqualTo(2);
    assertThat(console.err()).contains("weft lab " + command + " takes nothing more");
  }

  @Test
  void shouldSuggestACommand() {
    assertThat(console.weft("lab", "chekc")).isEqualTo(2);
    assertThat(console.err())
        .startsWith("weft: There is no command lab chekc. Did you mean check?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--hosts 0|--hosts must be 1 to 64.",
        "--rate fast|fast is no rate",
        "--rates h7=1mbit|There is no host h7 in this lab. There are: h0 to h1.",
        "--rates h1|--rates h1: write HOST=RATE, such as h2=10mbit.",
        "--at cut=h1|'cut=h1' does not begin with a time",
        "--at 1s:cut=h2|There is no host h2 in this lab.",
        "--expect-traffic much|Invalid value for option '--expect-traffic'"
      })
  void shouldRefuseAWrongLineBeforeThereIsALab(String options, String sentence) {
    String[] words = ("lab run " + options + " -- true").split(" ", -1);
    assertThat(console.weft(words)).isEqualTo(2);
    assertThat(console.err()).contains(sentence);
  }

  @Test
  void shouldSayWhatItNeeds() {
    int code = console.weft("lab", "check");
    assertThat(console.out())
        .contains("Linux", "root")
        .contains(code == 0 ? "There can be a lab here." : "There can be no lab here.");
    assertThat(code).isIn(0, 2);
  }
}
